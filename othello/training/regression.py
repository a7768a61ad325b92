"""Least squares over look-up tables.

A position has one index into a table of weights for each of its features; its estimate is
the sum of those weights. `fit` minimizes

    sum over positions of (value - estimate) ** 2  +  ridge * sum over weights of (w - prior) ** 2

by conjugate gradients on the normal equations, with the counts of the weights as
preconditioner. A weight that few positions use stays near its prior.

Source: M. R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear
Systems" (1952).
"""

from typing import Any

import numpy as np

from othello.kernels.fitting import add_errors, sum_weights


def fit(
    indices: Any,
    values: Any,
    prior: Any,
    *,
    ridge: float,
    iterations: int,
) -> Any:
    """Return weights fitted to *values*, one float32 for each row of *indices*, near *prior*.

    *prior* and the result are float32.
    """
    weights = prior.copy()
    product = np.empty(len(values), np.float32)
    sum_weights(indices, weights, product)
    residual = np.zeros(len(prior), np.float32)
    add_errors(indices, values - product, residual)
    counts = np.zeros(len(prior), np.float32)
    add_errors(indices, np.ones(len(values), np.float32), counts)
    scale = 1 / (counts + np.float32(ridge))
    direction = scale * residual
    slope = float(residual @ direction)
    for _ in range(iterations):
        if slope <= 0:
            break
        sum_weights(indices, direction, product)
        curved = np.float32(ridge) * direction
        add_errors(indices, product, curved)
        step = slope / float(direction @ curved)
        weights += np.float32(step) * direction
        residual -= np.float32(step) * curved
        scaled = scale * residual
        following = float(residual @ scaled)
        direction = scaled + np.float32(following / slope) * direction
        slope = following
    return weights
