"""The same scenes on this renderer and on its peers, in turns, on one machine."""
