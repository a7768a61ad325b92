"""Whole games in other people's GUIs. `make test-gui` runs these tests."""
