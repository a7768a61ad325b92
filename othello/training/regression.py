"""Least squares over look-up tables: the weights whose sums come nearest to given values.

A position has one index into a table of weights for each of its features; its estimate is
the sum of those weights. `fit` minimizes

    sum over positions of (value - estimate) ** 2  +  ridge * sum over weights of (w - prior) ** 2

by conjugate gradients on the normal equations, with the counts of the weights as
preconditioner. A weight that few positions use stays near its prior.

Source: M. R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear
Systems" (1952). The loops are compiled in each process, in about a second: only developers fit
weights, so their machine code is not cached.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np


@numba.njit(nogil=True, boundscheck=False)
def estimates(indices: Any, weights: Any, into: Any) -> None:
    """Write the sum of the weights of each row of *indices* to *into*."""
    rows, columns = indices.shape
    for row in range(rows):
        total = np.float32(0)
        for column in range(columns):
            total += weights[indices[row, column]]
        into[row] = total


@numba.njit(nogil=True, boundscheck=False)
def gather(indices: Any, errors: Any, into: Any) -> None:
    """Add the errors of the rows that use a weight to its place in *into*."""
    rows, columns = indices.shape
    for row in range(rows):
        error = errors[row]
        for column in range(columns):
            into[indices[row, column]] += error


def fit(
    indices: Any,
    values: Any,
    prior: Any,
    *,
    ridge: float,
    iterations: int,
    on_iteration: Callable[[int, Any], bool] | None = None,
) -> Any:
    """Return weights fitted to *values*, one float32 for each row of *indices*, near *prior*.

    *on_iteration* gets the number of the iteration and the weights so far; the fit ends if it
    returns True. The result is float32, as *prior* is.
    """
    weights = prior.copy()
    product = np.empty(len(values), np.float32)
    estimates(indices, weights, product)
    residual = np.zeros(len(prior), np.float32)
    gather(indices, values - product, residual)
    counts = np.zeros(len(prior), np.float32)
    gather(indices, np.ones(len(values), np.float32), counts)
    scale = 1 / (counts + np.float32(ridge))
    direction = scale * residual
    slope = float(residual @ direction)
    for iteration in range(iterations):
        if slope <= 0:
            break
        estimates(indices, direction, product)
        curved = np.float32(ridge) * direction
        gather(indices, product, curved)
        step = slope / float(direction @ curved)
        weights += np.float32(step) * direction
        residual -= np.float32(step) * curved
        if on_iteration and on_iteration(iteration, weights):
            break
        scaled = scale * residual
        following = float(residual @ scaled)
        direction = scaled + np.float32(following / slope) * direction
        slope = following
    return weights
