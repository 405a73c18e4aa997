"""The directive ``command-help``: the help of ``fastlow`` and its commands, asked at build time."""

import os
import subprocess
import sys

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from fastlow.cli import COMMANDS

RUN = "from fastlow.cli import main; main()"


class CommandHelp(SphinxDirective):
    """Show what ``fastlow --help`` prints, and a section with the help of each command."""

    def run(self) -> list[nodes.Node]:
        """Return the blocks and sections."""
        self.env.note_reread()  # the text is made from code, which may have changed
        names = [module.__name__.rpartition(".")[2] for module in COMMANDS]
        return [_help([]), *map(_section, names)]


def _section(name: str) -> nodes.section:
    return nodes.section("", nodes.title("", name), _help([name]), ids=[name])


def _help(words: list[str]) -> nodes.literal_block:
    command = " ".join(["fastlow", *words, "--help"])
    printed = subprocess.run(
        [sys.executable, "-c", RUN, *words, "--help"],
        env=os.environ | {"COLUMNS": "80", "NO_COLOR": "1"},
        check=True,
        text=True,
        stdout=subprocess.PIPE,
    ).stdout
    text = f"$ {command}\n{printed}"
    return nodes.literal_block(text, text, language="console")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
