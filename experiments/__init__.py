"""Experiments on the game itself: many games of bots under one question. docs/experiments.md has what they found.

    python -m experiments.seats --jobs 2       # what the first seat is worth, and why
    python -m experiments.rules --jobs 2       # what each rule and number does to fairness and liveliness
    python -m experiments.search --jobs 2      # what more search is worth

Each takes `--games`, `--seed` and `--jobs` (the results are the same with any number), tells on standard error how far
it is, and prints tables in Markdown.
"""
