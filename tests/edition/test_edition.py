"""The built-in edition holds what docs/edition.md says: the tables below are typed from there, not from the file."""

import pytest

from nouvelle_france.edition import FORMAT, LANGUAGES, Edition, default

SHAPES = {
    "cannon": ("canon", "kształtka", [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)]),
    "horseshoe": ("fer à cheval", "podkowa", [(0, 1), (0, 0), (1, 0), (2, 0), (2, 1)]),
    "stairs": ("escalier", "wspornik", [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    "square": ("équerre", "kątownik", [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0)]),
    "plow": ("charrue", "narożnik", [(1, 0), (1, 1), (0, 1), (1, 2), (2, 2)]),
    "scythe": ("faux", "skrzętka", [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]),
    "weathercock": ("girouette", "zwornik", [(1, 0), (1, 1), (1, 2), (0, 2), (2, 2)]),
    "eel": ("anguille", "żmijka", [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1)]),
    "cross": ("croix", "krzyżownica", [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]),
}
BONUS = {"beam": ("poutre", "filar", 3), "post": ("pieu", "belka", 2), "peg": ("cheville", "ćwiek", 1)}
COLOURS = {
    "white": ("blanc", "biały"),
    "brown": ("brun", "brązowy"),
    "yellow": ("jaune", "żółty"),
    "blue": ("bleu", "niebieski"),
}
CHURCH = """
..###..
..#.#..
###.###
#.....#
###.###
..#.#..
..#.#..
..#.#..
..###..
"""
MILL = """
########
#......#
#......#
#......#
#......#
#......#
#......#
########
"""
REDOUBT = """
###....###
#..####..#
#........#
.#......#.
.#......#.
.#......#.
.#......#.
#........#
#..####..#
###....###
"""
SITES = {
    "church": ("brown", CHURCH, 28, ("église", "kościół"), ("priest", "prêtre", "ksiądz")),
    "mill": ("yellow", MILL, 28, ("moulin seigneurial", "młyn"), ("colonist", "colon", "osadnik")),
    "redoubt": ("blue", REDOUBT, 36, ("redoute militaire", "bastion"), ("soldier", "soldat", "żołnierz")),
}
JOINTS = [
    ((2, 0), (3, 1)),
    ((6, 1), (7, 0)),
    ((0, 2), (1, 3)),
    ((9, 2), (8, 3)),
    ((1, 6), (0, 7)),
    ((8, 6), (9, 7)),
    ((2, 9), (3, 8)),
    ((6, 8), (7, 9)),
]
STICKS = {"blue": ((1, 2, -1), 10), "yellow": ((2, -1, 1), 8), "brown": ((-1, 1, 2), 6)}
CONSTRAINTS = {
    "apprentice": ("apprentice", "apprenti", "uczeń", ()),
    "artisan": ("artisan", "artisan", "rzemieślnik", (2,)),
    "master-builder": ("master builder", "maître charpentier", "mistrz ciesielski", (1, 2)),
    "kings-engineer": ("king's engineer", "ingénieur du Roy", "królewski inżynier", (1, 2, 3)),
}
TRACKS = {
    "standard": ("standard", "standardowy", (18, 40, 60)),
    "stalwart": ("valeureux", "dzielny", (20, 43, 64)),
    "plucky": ("déterminé", "wytrwały", (22, 46, 68)),
    "dauntless": ("intrépide", "nieustraszony", (24, 50, 72)),
}
CHALLENGES = {
    "belfry": ("church", "cross", 1, ((3, 8),), ("Belfry", "Le Clocher", "Dzwonnica")),
    "way-of-the-cross": ("church", "cross", 3, None, ("Way of the Cross", "Le Chemin de croix", "Droga krzyżowa")),
    "sails": (
        "mill",
        "weathercock",
        1,
        ((3, 7), (4, 7)),
        ("Windmill's Sails", "Les Ailes du moulin", "Skrzydła młyna"),
    ),
    "scythes": ("mill", "scythe", 2, None, ("Stowing the Scythes", "Le Rangement des faux", "Składowanie kos")),
    "cannons": ("redoubt", "cannon", 3, None, ("Cannons", "Les Canons", "Armaty")),
    "ramparts": ("redoubt", "horseshoe", 2, None, ("Ramparts", "Les Remparts", "Wały")),
}
POSES = {
    "belfry": {(0, 3), (-1, 4), (0, 4), (1, 4), (0, 5)},
    "sails": {(0, 2), (0, 3), (-1, 4), (0, 4), (1, 4)},
    "ramparts": {(0, 2), (1, 2), (2, 2), (0, 3), (2, 3)},
}


def names(en: str, fr: str, pl: str) -> dict[str, str]:
    return {"en": en, "fr": fr, "pl": pl}


@pytest.fixture(scope="module")
def edition() -> Edition:
    return default()


def test_head(edition: Edition) -> None:
    assert (FORMAT, edition.id) == ("nouvelle-france-edition/1", "reconstruction-1")
    assert tuple(edition.names) == LANGUAGES == ("en", "fr", "pl")
    assert repr(edition) == "<Edition 'reconstruction-1'>"


def test_colours_in_order(edition: Edition) -> None:
    assert edition.colour_ids == tuple(COLOURS)
    assert [c.names for c in edition.colours] == [names(id, fr, pl) for id, (fr, pl) in COLOURS.items()]


def test_shapes_with_their_cubes_in_colour_order(edition: Edition) -> None:
    assert edition.shape_ids == tuple(SHAPES)
    for shape in edition.shapes:
        fr, pl, cubes = SHAPES[shape.id]
        assert (shape.names, list(shape.cubes)) == (names(shape.id, fr, pl), cubes)


def test_bonus_blocks_one_a_stage(edition: Edition) -> None:
    assert edition.bonus_ids == tuple(BONUS)
    assert edition.levels == 3
    for shape in edition.bonus:
        fr, pl, length = BONUS[shape.id]
        assert (shape.names, shape.length) == (names(shape.id, fr, pl), length)
        assert shape.cubes == ((0, 0), (1, 0), (2, 0))[:length]
    assert [shape.id for shape in edition.all_shapes] == [*SHAPES, *BONUS]


def test_sites(edition: Edition) -> None:
    assert edition.site_ids == tuple(SITES)
    for site in edition.sites:
        colour, plan, columns, (fr, pl), standee = SITES[site.id]
        assert site.solo_colour == colour
        assert site.plan == tuple(plan.split())
        assert len(site.columns) == len(set(site.columns)) == columns
        assert (site.names, site.standee) == (names(site.id, fr, pl), names(*standee))
        assert list(site.joints) == (JOINTS if site.id == "redoubt" else [])


def test_columns_are_in_reading_order(edition: Edition) -> None:
    church = edition.sites[0]
    assert church.columns[:5] == ((2, 0), (3, 0), (4, 0), (2, 1), (4, 1))
    assert church.columns[-1] == (4, 8)


def test_sticks_and_disks(edition: Edition) -> None:
    assert edition.stick_ids == tuple(STICKS)
    assert {stick.colour: (stick.marks, stick.disk) for stick in edition.sticks} == STICKS


def test_deck(edition: Edition) -> None:
    deck = edition.deck
    assert (deck.display, deck.piles, deck.snow) == (2, (11, 5, 5, 5, 5, 5), (2, 4, 6))
    assert deck.one_card_piles == (6, 6, 6, 6, 6, 6)


def test_solo_numbers(edition: Edition) -> None:
    solo = edition.solo
    assert (solo.winter, solo.disk, solo.player_turns, solo.challenge_points) == ("white", 10, 3, 10)
    assert [it.id for it in solo.constraints] == list(CONSTRAINTS)
    for constraint in solo.constraints:
        en, fr, pl, turns = CONSTRAINTS[constraint.id]
        assert (constraint.names, constraint.turns) == (names(en, fr, pl), turns)
        assert solo.constraint(constraint.id) is constraint
    assert [it.id for it in solo.tracks] == list(TRACKS)
    for track in solo.tracks:
        fr, pl, at = TRACKS[track.id]
        assert (track.names, track.at) == (names(track.id, fr, pl), at)
        assert solo.track(track.id) is track


def test_challenges(edition: Edition) -> None:
    assert edition.challenge_ids == tuple(CHALLENGES)
    for challenge in edition.solo.challenges:
        site, shape, count, at, called = CHALLENGES[challenge.id]
        assert (challenge.site, challenge.shape, challenge.count) == (site, shape, count)
        assert (challenge.at, challenge.names) == (at, names(*called))
        assert challenge.rectangle == ((5, 2) if challenge.id == "scythes" else None)
        assert (None if challenge.pose is None else set(challenge.pose)) == POSES.get(challenge.id)
