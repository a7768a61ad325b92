"""Bytes of book files that were written by hand: headers without the number of positions, and the start."""

EDAX_HEADER = bytes.fromhex(
    "58414445 4b4f4f42"  # XADEKOOB
    "04 06"  # version, release
    "ea07 0b 16 07 0a 30 00"  # 2026-11-22 07:10:48
    "15000000 18000000 02000000 01000000 00000000"  # level 21, 24 empties, errors 2 and 1, verbosity
)
EDAX_ROOT = bytes.fromhex(
    "0000001008000000 0000000810000000"  # e4 d5 for the side to move, d4 e5 for the other one
    "00000000 00000000 00000000 01000000"  # lines: none solved, one in all
    "0100 feff 0200"  # value 1, bounds -2 and 2
    "00 15"  # no links, level 21
    "01 13"  # the leaf: d3, +1
)
