"""``hedgerow methods``: the method cards."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hedgerow.cli import options, screen

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.cards import Card


def methods(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A method or a class: random-forest, RandomForestClassifier."),
    ] = None,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """List the methods, or show the card of one: paper, formulas, differences, cost, parameters.

    Example: hedgerow methods random-forest
    """
    from hedgerow.cards import AXES, find_cards, read_cards

    cards = read_cards() if name is None else find_cards(name)
    if json:
        screen.print_json({"methods": [asdict(card) for card in cards]})
        return
    console = screen.out()
    if name is not None:
        for card in cards:
            _print_card(console, card)
        return
    for axis, heading in AXES.items():
        _print_axis(console, heading, [card for card in cards if card.axis == axis])
    console.print("One card: [bold]hedgerow methods random-forest[/]")


def _print_axis(console: Console, heading: str, cards: list[Card]) -> None:
    from hedgerow.cards.writing import write_plainly

    console.print(f"[bold]{escape(heading)}[/]")
    table = screen.open_grid("", "", style="cyan", whole=1)
    for card in cards:
        table.add_row(escape(card.name), escape(write_plainly(card.idea)))
    console.print(Padding(table, (0, 0, 1, 2)))


def _print_card(console: Console, card: Card) -> None:
    from hedgerow.cards.writing import write_plainly

    fields = Table(box=None, show_header=False, padding=(0, 2, 1, 0), pad_edge=False)
    fields.add_column(style="dim", no_wrap=True)
    fields.add_column()
    rows = {
        "formula": card.equations,
        "notes": card.differences,
        "cost": card.complexity,
        "paper": card.paper,
        "see": ", ".join(card.see),
    }
    for label, text in rows.items():
        if text:
            fields.add_row(label, escape(write_plainly(text)))
    lines = _describe_parameters(card)
    if lines:
        fields.add_row("allowed", _lay_out(lines))
    code = screen.show_code(f"{card.imports}\n\n{card.use}".strip())
    texts = [Text(write_plainly(text)) for text in (card.idea, card.description) if text]
    body = Group(*(Padding(text, (0, 0, 1, 0)) for text in texts), Padding(code, (0, 2, 1, 2)), fields)
    console.print(
        Panel(body, title=f"[bold]{escape(card.title)}[/]", title_align="left", padding=(1, 2, 0, 2))
    )


def _lay_out(lines: list[str]) -> Table:
    """Parameters below each other, and beside each what it may be."""
    grid = screen.open_grid("", "", style="cyan", fold=1)
    for line in lines:
        name, _, allowed = line.partition(" : ")
        grid.add_row(name, escape(allowed.replace("`", "")))
    return grid


def _describe_parameters(card: Card) -> list[str]:
    """What the parameters of the class of a method may be."""
    from hedgerow.cards import METHODS
    from hedgerow.foundation.constraints import describe_parameters
    from hedgerow.foundation.doors import find_public

    method = METHODS[card.name]
    home = method.home or method.use.name
    thing = None if "." in home else find_public(home)
    return describe_parameters(thing) if isinstance(thing, type) else []
