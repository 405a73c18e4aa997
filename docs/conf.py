"""How the documentation is built: ``sphinx-build -W -b html docs docs/_build/html``."""

import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "fastlow"
author = "the fastlow authors"
copyright = "the fastlow authors"  # noqa: A001 (the name that Sphinx reads)
release = version = metadata.version("fastlow")

extensions = [
    "myst_nb",  # pages are Markdown; those with code cells are run
    "sphinx.ext.autodoc",
    "numpydoc",
    "matplotlib.sphinxext.plot_directive",
    "command_help",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"fastlow {release}"
html_theme_options = {
    f"{mode}_css_variables": {"code-font-size": "75%"}  # a hundred columns fit
    for mode in ("light", "dark")
}
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False

default_role = "py:obj"  # `rank` in a docstring is a link to it
autodoc_typehints = "none"  # the docstrings say it better
autodoc_member_order = "bysource"
numpydoc_show_class_members = False  # the pages choose them

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

nb_execution_mode = "force"  # no stale output
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
nb_render_markdown_format = "myst"  # with tables

plot_formats = ["svg"]
plot_html_show_formats = False
plot_html_show_source_link = False
