"""How fast fastlow is, against the limit of a table lookup and against others."""
