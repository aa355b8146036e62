"""The desktop application: the only package that imports Qt. Never imports the engine; see ``docs/app.md``."""
