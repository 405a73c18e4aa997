"""Settings of the test run."""

from hypothesis import settings

# The first call of a kernel compiles it, which takes seconds: no example has a deadline.
settings.register_profile("compiled", deadline=None)
settings.load_profile("compiled")
