"""The compiled loops, and nothing but loops: typed arrays in, ``out`` filled, no options."""
