"""The one exception tree. The library raises these, the CLI prints one line, the app shows one notice."""

from __future__ import annotations


class RaytracerError(Exception):
    """Base of every error this project raises on purpose.

    ``message`` says what happened, ``where`` the place (file, key path, line) and ``remedy`` what to do about it.
    ``exit_code`` is what the command line returns.
    """

    exit_code = 1

    def __init__(self, message: str, *, where: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        """One line: ``where: message; remedy``."""
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} ({self.remedy})" if self.remedy else text

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions with keyword-only arguments do not pickle by themselves; these cross a process boundary.
        return (_rebuild, (type(self), self.message, self.where, self.remedy))


def _rebuild(kind: type[RaytracerError], message: str, where: str, remedy: str) -> RaytracerError:
    return kind(message, where=where, remedy=remedy)


class UsageError(RaytracerError):
    """The command line or a setting does not make sense."""

    exit_code = 2


class InputError(RaytracerError):
    """A file is missing, unreadable, malformed or asks for what we cannot do."""

    exit_code = 2


class BackendError(RaytracerError):
    """A backend is not available, or its device failed."""

    exit_code = 3


class DeviceMemoryError(BackendError):
    """The device has too little memory for a scene or a picture: a smaller one may fit."""


class WorkerError(RaytracerError):
    """A worker process ended, or failed in a way nobody foresaw."""

    exit_code = 3


class OutputError(RaytracerError):
    """The result could not be written."""

    exit_code = 4


class CancelledError(Exception):
    """The user wants no more of what is under way. Nothing went wrong, so it is no ``RaytracerError``."""
