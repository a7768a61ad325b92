"""Whole games in a GUI that nobody here wrote; `make test-gui` runs them."""
