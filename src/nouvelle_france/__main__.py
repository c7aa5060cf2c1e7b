"""`python -m nouvelle_france` is the command `nouvelle-france`."""

from nouvelle_france.cli import main

if __name__ == "__main__":
    main()
