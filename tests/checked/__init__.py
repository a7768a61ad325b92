"""Errors of every kind, and calls of every public function, for checked machine code: `make checked`.

planted        kernels with errors of every kind
test_planted   every planted error is reported
"""
