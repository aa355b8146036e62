"""The process boundary: one worker process per backend, commands and events over a pipe, frames in shared memory."""
