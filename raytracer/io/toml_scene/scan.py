"""Finds the line of every key of a TOML document that has already parsed, for error messages.

``tomllib`` gives values without places, so that this small scanner walks the text a second time, only when there is an
error to report. It relies on the text being valid.
"""

from __future__ import annotations

import re
from bisect import bisect_right

KeyPath = tuple[str | int, ...]
"""Keys of tables and indices of arrays from the top of the document."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]}\n#]*")
_STRINGS = {
    '"""': re.compile(r'"""(?:[^\\"]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']|'(?!''))*'{3,5}", re.DOTALL),
    '"': re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    "'": re.compile(r"'[^'\n]*'"),
}


def key_lines(text: str) -> dict[KeyPath, int]:
    """Line (from 1) where each key, table and array element begins."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self._newlines = [m.start() for m in re.finditer("\n", text)]
        self._elements: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        while not self._blank_to_end():
            if self.text.startswith("[", self.at):
                table = self._header()
            else:
                self._key_value(table)

    def _header(self) -> KeyPath:
        """``[a.b]`` or ``[[a.b]]``; a name of an array of tables on the way means its last element."""
        line, width = self._line(), 2 if self.text.startswith("[[", self.at) else 1
        self.at += width
        path: KeyPath = ()
        keys = self._keys()
        for i, key in enumerate(keys):
            path = (*path, key)
            self.lines.setdefault(path, line)
            if i == len(keys) - 1 and width == 2:
                self._elements[path] = self._elements.get(path, 0) + 1
            if path in self._elements:
                path = (*path, self._elements[path] - 1)
                self.lines.setdefault(path, line)
        self._blank_to_end()
        self.at += width
        return path

    def _key_value(self, table: KeyPath) -> None:
        line, path = self._line(), table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.at += 1  # the equals sign
        self._value(path)

    def _keys(self) -> list[str]:
        """A dotted key, up to and without what follows it."""
        keys = []
        while True:
            self._blank_to_end()
            quote = self.text[self.at]
            pattern = _STRINGS.get(quote, _BARE_KEY)
            token = self._take(pattern)
            keys.append(_plain(token) if quote in _STRINGS else token)
            self._blank_to_end()
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1

    def _value(self, path: KeyPath) -> None:
        self._blank_to_end()
        first = self.text[self.at]
        if first == "{":
            self._members("}", path)
        elif first == "[":
            self._members("]", path)
        else:
            opening = next((quote for quote in _STRINGS if self.text.startswith(quote, self.at)), None)
            self._take(_STRINGS[opening] if opening else _SCALAR)

    def _members(self, closing: str, path: KeyPath) -> None:
        """An inline table or an array."""
        self.at += 1
        index = 0
        while not self._blank_to_end():
            if self.text.startswith(closing, self.at):
                self.at += 1
                return
            if self.text.startswith(",", self.at):
                self.at += 1
            elif closing == "}":
                self._key_value(path)
            else:
                element = (*path, index)
                self.lines.setdefault(element, self._line())
                self._value(element)
                index += 1

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        assert match is not None, "the text has been parsed before"
        self.at = match.end()
        return match.group()

    def _blank_to_end(self) -> bool:
        """Skips blanks and comments; whether the text ends there."""
        self._take(_BLANK)
        return self.at >= len(self.text)

    def _line(self) -> int:
        return bisect_right(self._newlines, self.at - 1) + 1


def _plain(quoted: str) -> str:
    """The key between its quotes, escapes resolved."""
    body = quoted[1:-1]
    if quoted[0] == "'" or "\\" not in body:
        return body
    short = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
    return re.sub(
        r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))",
        lambda m: chr(int(m[1] or m[2], 16)) if m[1] or m[2] else short.get(m[3], m[3]),
        body,
    )
