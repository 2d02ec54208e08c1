# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""PyTorch: its own functions. Versions return their outputs, or write them."""

import torch

torch.backends.cuda.matmul.allow_tf32 = False


def convert(array):
    return torch.as_tensor(array, device="cuda")


def release():
    torch.cuda.empty_cache()


def into(function):
    """A version whose last argument is the function's output."""
    def run(*arguments):
        function(*arguments[:-1], out=arguments[-1])

    return run


def saxpy(a, x, y, out):
    torch.add(y, x, alpha=float(a), out=out)


def black_scholes(spot, strike, years, rate, volatility, call, put):
    spread = volatility * torch.sqrt(years)
    d1 = (torch.log(spot / strike) + (rate + 0.5 * volatility**2) * years) / spread
    n1, n2 = torch.special.ndtr(d1), torch.special.ndtr(d1 - spread)
    discounted = strike * torch.exp(-rate * years)
    return spot * n1 - discounted * n2, discounted * (1 - n2) - spot * (1 - n1)


def histogram(a, bins):
    bins += torch.bincount(a, minlength=256).to(bins.dtype)


def group_sums(key, value, sums, counts):
    index = key.long()
    sums.index_add_(0, index, value)
    counts += torch.bincount(index, minlength=counts.numel())


def transpose(a, out):
    out.copy_(a.T)


def spmv(start, column, value, x, y):
    return (torch.sparse_csr_tensor(start, column, value, (y.numel(), x.numel()), check_invariants=False) @ x,)


def cells(kernel):
    """A stencil as a convolution over the inner cells."""
    weights = torch.tensor(kernel, dtype=torch.float32, device="cuda")[None, None]
    return lambda a: torch.nn.functional.conv2d(a[None, None], weights)[0, 0]


def jacobi(a, b):
    b[1:-1, 1:-1] = cells([[0, 0.2, 0], [0.2, 0.2, 0.2], [0, 0.2, 0]])(a)


def blur(src, dst):
    dst[2:-2, 2:-2] = torch.nn.functional.avg_pool2d(src[None, None], 5, 1)[0, 0]


def sobel(src, dst):
    gx = cells([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])(src)
    gy = cells([[-1, -2, -1], [0, 0, 0], [1, 2, 1]])(src)
    torch.sqrt(gx * gx + gy * gy, out=dst[1:-1, 1:-1])


def neighbours(train, queries, distance, index):
    squares = (queries**2).sum(1)[:, None] + (train**2).sum(1)[None] - 2 * queries @ train.T
    found = torch.topk(squares, distance.shape[1], 1, largest=False)
    return (found.indices,)


def k_means(points, centres, label, total, size, rounds):
    for _ in range(rounds):
        nearest = torch.cdist(points, centres, compute_mode="donot_use_mm_for_euclid_dist").argmin(1)
        label.copy_(nearest)
        size.copy_(torch.bincount(nearest, minlength=len(centres)))
        total.zero_().index_add_(0, nearest, points.double())
        centres.copy_(torch.where(size[:, None] > 0, (total / size[:, None]).float(), centres))


VERSIONS = {function.__name__: function for function in (
    saxpy, black_scholes, histogram, group_sums, transpose, spmv, jacobi, blur, sobel, neighbours, k_means)} | {
    "total": lambda a, out: (a.sum().reshape(1),), "dot": lambda a, b, out: (torch.dot(a, b).reshape(1),),
    "largest": lambda a, out: (a.max().reshape(1),), "argmax": lambda a, out: (a.argmax().reshape(1),),
    "row_sums": into(lambda a, out: torch.sum(a, 1, out=out)), "row_softmax": lambda a, out: (torch.softmax(a, 1),),
    "prefix_sum": into(lambda a, out: torch.cumsum(a, 0, out=out)),
    "matmul": into(torch.matmul),
    "matvec_rows": into(torch.mv),
    "matvec_columns": into(lambda a, x, out: torch.mv(a.T, x, out=out)),
    "small_solves": lambda a, b, x: (torch.linalg.solve(a, b),)}
