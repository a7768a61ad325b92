"""Tests of othello.book."""
