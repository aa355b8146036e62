"""Installs the peers, each in a virtual environment of its own: their pinned libraries clash.

    python benchmarks/suite/install_peers.py [--into FOLDER] [mitsuba] [cycles] [luxcore]

Default folder: ``.venv/peers`` in the project, which git ignores. Cycles is about 1 GB and needs Python 3.11: where
this is another Python, name one with ``--python``. Mitsuba's ``llvm_ad_rgb`` also needs the LLVM library, version 16 or
newer (Debian: ``apt install libllvm19``), found by itself or named by ``DRJIT_LIBLLVM_PATH``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "mitsuba": ("mitsuba==3.9.1", "numpy"),
    "cycles": ("bpy==5.0.1", "numpy"),
    "luxcore": ("pyluxcore==2.11.2", "numpy"),
}
FOLDER = Path(__file__).resolve().parents[2] / ".venv" / "peers"


def python_of(peer: str, folder: Path = FOLDER) -> Path:
    """The interpreter of a peer's environment; it may not exist."""
    return folder / peer / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def install(peer: str, folder: Path, python: str) -> bool:
    """Makes the environment and fills it; says what went wrong otherwise."""
    target = python_of(peer, folder)
    try:
        if not target.is_file():
            subprocess.run([python, "-m", "venv", str(folder / peer)], check=True)
        subprocess.run([str(target), "-m", "pip", "install", "--quiet", *PACKAGES[peer]], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"{peer}: not installed: {error}", file=sys.stderr)
        return False
    print(f"{peer}: {', '.join(PACKAGES[peer])} in {folder / peer}", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peers", nargs="*", choices=[[], *PACKAGES], help="default: all")
    parser.add_argument("--into", type=Path, default=FOLDER, help=f"default: {FOLDER}")
    parser.add_argument("--python", default=sys.executable, help="interpreter for the environments")
    options = parser.parse_args()
    chosen = options.peers or list(PACKAGES)
    done = [install(peer, options.into.absolute(), options.python) for peer in chosen]
    return 0 if all(done) else 1


if __name__ == "__main__":
    raise SystemExit(main())
