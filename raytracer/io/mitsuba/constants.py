"""Named materials of Mitsuba.

``METALS``: complex index of refraction (eta, k) per linear Rec. 709 channel: published optical constants (Palik,
"Handbook of Optical Constants of Solids"; Johnson and Christy 1972; the SOPRA database) projected to RGB, the numbers
Mitsuba 3.9 arrives at in its RGB mode, four decimals. ``IORS``: index of refraction at the sodium D line, from public
tables of materials.
"""

from __future__ import annotations

from raytracer.io.mitsuba.plugin import Triple

METALS: dict[str, tuple[Triple, Triple]] = {
    "a-C": ((2.9440, 2.2271, 1.9682), (0.8875, 0.7993, 0.8153)),
    "Ag": ((0.1553, 0.1167, 0.1384), (4.8284, 3.1222, 2.1469)),
    "Al": ((1.6575, 0.8804, 0.5212), (9.2238, 6.2695, 4.8370)),
    "Au": ((0.1430, 0.3753, 1.4420), (3.9830, 2.3856, 1.6034)),
    "Be": ((4.1850, 3.1850, 2.7841), (3.8355, 3.0101, 2.8690)),
    "Cr": ((4.3697, 2.9165, 1.6549), (5.2065, 4.2313, 3.7547)),
    "Cu": ((0.2010, 0.9237, 1.1022), (3.9133, 2.4530, 2.1421)),
    "Hg": ((2.3989, 1.4400, 0.9096), (6.3276, 4.3719, 3.4218)),
    "Ir": ((3.0863, 2.0822, 1.6179), (5.5922, 4.0671, 3.2673)),
    "K": ((0.0640, 0.0464, 0.0382), (2.1042, 1.3489, 0.9131)),
    "Li": ((0.2658, 0.1956, 0.2209), (3.5402, 2.3111, 1.6686)),
    "Mo": ((4.4840, 3.5251, 2.7763), (4.1114, 3.4208, 3.1506)),
    "Na_palik": ((0.0603, 0.0561, 0.0620), (3.1793, 2.1125, 1.5790)),
    "Nb": ((3.4201, 2.7901, 2.3956), (3.4414, 2.7377, 2.5797)),
    "Ni_palik": ((2.3673, 1.6634, 1.4671), (4.4988, 3.0502, 2.3454)),
    "Rh": ((2.5858, 1.8602, 1.5543), (6.7823, 4.7030, 3.9761)),
    "Ta": ((2.0627, 2.3929, 2.6279), (2.4084, 1.7415, 1.9470)),
    "TiC": ((3.7005, 2.8374, 2.5823), (3.2656, 2.3516, 2.1728)),
    "TiN": ((1.6484, 1.1505, 1.3798), (3.3683, 1.9435, 1.1021)),
    "VC": ((3.6576, 2.7527, 2.5327), (3.0683, 2.1987, 1.9632)),
    "VN": ((2.8656, 2.1192, 1.9401), (3.0322, 2.0561, 1.6163)),
    "W": ((4.3708, 3.3002, 2.9984), (3.5006, 2.6049, 2.2732)),
    # Nothing is absorbed: a perfect mirror.
    "none": ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)),
}

IORS = {
    "vacuum": 1.0,
    "helium": 1.000036,
    "hydrogen": 1.000132,
    "air": 1.000277,
    "carbon dioxide": 1.00045,
    "water": 1.333,
    "acetone": 1.36,
    "ethanol": 1.361,
    "carbon tetrachloride": 1.461,
    "glycerol": 1.4729,
    "benzene": 1.501,
    "silicone oil": 1.52045,
    "bromine": 1.661,
    "water ice": 1.31,
    "fused quartz": 1.458,
    "pyrex": 1.47,
    "acrylic glass": 1.49,
    "polypropylene": 1.49,
    "bk7": 1.5046,
    "sodium chloride": 1.544,
    "amber": 1.55,
    "pet": 1.575,
    "diamond": 2.419,
}
