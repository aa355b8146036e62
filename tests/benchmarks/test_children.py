"""A child that crashes, hangs or babbles costs one answer."""

from __future__ import annotations

import sys
import time

from benchmarks.children import ask


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_the_last_line_is_the_answer() -> None:
    got = ask(python("print('hello'); print('{\"a\": 1}')"), 60.0)
    assert (got.data, got.error) == ({"a": 1}, "")
    assert got.seconds > 0.0


def test_peak_memory_is_that_of_the_child() -> None:
    ballast = bytearray(b"1") * 600_000_000
    got = ask(python("import time; x = bytearray(b'1') * 200_000_000; time.sleep(0.5); print('{}')"), 60.0)
    assert 200e6 < got.peak_bytes < 400e6, "not the parent's"
    del ballast


def test_a_crash_is_told_with_its_last_line() -> None:
    assert ask(python("raise ValueError('no device')"), 60.0).error == "exit code 1: ValueError: no device"
    assert "SIGSEGV" in ask(python("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"), 60.0).error


def test_what_hangs_is_stopped_with_its_children() -> None:
    begin = time.monotonic()
    code = (
        "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)']).wait()"
    )
    assert ask(python(code), 1.5).error == "took longer than 2 s and was stopped"
    assert time.monotonic() - begin < 30.0


def test_no_answer_and_no_json() -> None:
    assert ask(python("pass"), 60.0).error == "answered nothing readable: ''"
    assert "answered nothing readable: 'hm'" in ask(python("print('hm')"), 60.0).error
