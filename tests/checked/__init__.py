"""Errors of every kind, and calls of every public function, for checked machine code: `make checked`.

fuzz           random arguments for public functions that reach machine code
planted        kernels with errors of every kind
test_border    functions refuse arguments that machine code must not see
test_planted   every planted error is reported
"""
