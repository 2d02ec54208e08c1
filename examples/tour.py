# Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A tour of gpujit on real data: `python examples/tour.py`.

Hillshade and slope of an elevation model, blur and edges of a photograph, nearest neighbours among handwritten digits,
and two classics. For each kernel it says where it ran, the verdict on each loop, how well it agrees with NumPy, and what
it took; the pictures are in ./out. The data come with matplotlib and scikit-learn. Without a GPU the kernels run on the
CPU interpreter, on less data.
"""

import argparse
import pathlib
import sys
import time
import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import gpujit
from blur import blur
from blur import reference as blurred
from edges import edges
from edges import reference as edged
from hillshade import hillshade, light_from, reference_hillshade, reference_slope, slope
from mandelbrot import mandelbrot
from mandelbrot import reference as mandelbrot_set
from matmul import matmul
from matmul import reference as product
from neighbours import neighbours, vote
from neighbours import reference as nearest
from saxpy import reference as scaled
from saxpy import saxpy


class Step(NamedTuple):
    """One kernel's run: its arguments, the one of them to compare, NumPy's answer (a function without arguments, called
    after the kernel), and the tolerance, relative to the largest value."""

    title: str
    kernel: gpujit.Kernel
    args: tuple
    output: np.ndarray
    reference: Callable[[], np.ndarray]
    tolerance: float


def elevation(every):
    """Heights in metres of the Jacksboro fault, and the distances between points in metres."""
    from matplotlib.cbook import get_sample_data

    with get_sample_data("jacksboro_fault_dem.npz") as data:
        z = np.ascontiguousarray(data["elevation"][::every, ::every], np.float32)
        dy = 111_200 * float(data["dy"]) * every
        dx = 111_200 * float(data["dx"]) * every * np.cos(np.radians(float(data["ymin"])))
    return z, float(dx), dy


def photograph(every):
    """A temple in China, colours from 0 to 1."""
    from sklearn.datasets import load_sample_image

    return np.ascontiguousarray(load_sample_image("china.jpg")[::every, ::every], np.float32) / 255


def digits(train, queries):
    """Handwritten digits: (training images, query images, the classes of both)."""
    from sklearn.datasets import load_digits

    data = load_digits()
    order = np.random.default_rng(0).permutation(len(data.target))
    a, b = order[:train], order[-queries:]
    images, labels = data.data.astype(np.float32), data.target.astype(np.int32)
    return images[a], images[b], labels[a], labels[b]


def steps(full):
    """The tour's steps, made one by one. `full` takes all data, otherwise a part that the interpreter does in seconds."""
    z, dx, dy = elevation(1)
    title = f"Jacksboro fault, {z.shape[0]} x {z.shape[1]} points"
    out = np.zeros_like(z)
    yield Step(f"slope: {title}", slope, (z, dx, dy, out), out, lambda: reference_slope(z, dx, dy), 1e-5)
    light = light_from(315, 45)
    shade = np.zeros_like(z)
    yield Step(f"hillshade: {title}", hillshade, (z, dx, dy, light, shade), shade,
               lambda: reference_hillshade(z, dx, dy, light), 1e-5)

    image = photograph(1 if full else 2)
    size = f"a photograph, {image.shape[0]} x {image.shape[1]}" + ("" if full else " (every second row and column)")
    soft = np.zeros_like(image)
    yield Step(f"blur: {size}, 3 colours", blur, (image, soft, 2), soft, lambda: blurred(image, 2), 1e-5)
    grey = np.ascontiguousarray(image.mean(2, dtype=np.float32))
    lines = np.zeros_like(grey)
    yield Step(f"edges: {size}, grey", edges, (grey, lines), lines, lambda: edged(grey), 1e-5)

    train, queries, labels, truth = digits(1297, 500 if full else 200)
    distance = np.zeros((len(queries), 5), np.float32)
    index = np.zeros((len(queries), 5), np.int32)
    count = f"{len(queries)} handwritten digits" + ("" if full else " (of 500)")
    yield Step(f"neighbours: {count} among {len(train)}", neighbours,
               (train, queries, distance, index), distance, lambda: nearest(train, queries, 5), 1e-5)
    votes = np.zeros((len(queries), 10), np.int32)
    yield Step("vote: what the neighbours say", vote, (index, labels, votes), votes,
               lambda: np.stack([np.bincount(labels[row], minlength=10) for row in index]), 0)
    print(f"  {np.mean(votes.argmax(1) == truth):.1%} of the digits recognised")

    picture = np.zeros((600, 900) if full else (200, 300), np.int32)
    limit = 200 if full else 50
    yield Step(f"mandelbrot: {picture.shape[0]} x {picture.shape[1]}, at most {limit} steps", mandelbrot, (picture, limit),
               picture, lambda: mandelbrot_set(*picture.shape, limit), 0)
    n = 1024 if full else 100
    rng = np.random.default_rng(1)
    a, b, c = rng.random((n, n), np.float32), rng.random((n, n), np.float32), np.zeros((n, n), np.float32)
    yield Step(f"matmul: {n} x {n}", matmul, (a, b, c), c, lambda: product(a, b), 1e-5)
    n = 2**24 if full else 2**20
    x, y = rng.random(n, np.float32), rng.random(n, np.float32)
    out = np.zeros_like(x)
    yield Step(f"saxpy: {n:,} elements", saxpy, (np.float32(2), x, y, out), out, lambda: scaled(np.float32(2), x, y), 1e-6)


def run(step, place, again):
    """Runs a step at a place, a name for people, and prints its story; returns whether it agrees with NumPy. `again`: run
    twice and time the second call, when all is warm."""
    print(f"\n{step.title}")
    initial = [a.copy() if isinstance(a, np.ndarray) else a for a in step.args]
    start = time.perf_counter()
    step.kernel(*step.args)
    first = time.perf_counter() - start
    made = step.kernel.stats["specialisations"][-1]
    elapsed = first - made["compile_ms"] / 1e3
    if again:
        start = time.perf_counter()
        step.kernel(*initial)
        elapsed = time.perf_counter() - start
    start = time.perf_counter()
    expected = np.asarray(step.reference())
    numpy_time = time.perf_counter() - start
    print(step.kernel.explain(*step.args))
    difference = np.abs(step.output - expected).max() / max(np.abs(expected).max(), 1e-30)
    print(f"  compiled in {made['compile_ms']:.1f} ms, ran on {place} in {1e3 * elapsed:.2f} ms, copies included; "
          f"NumPy: {1e3 * numpy_time:.2f} ms")
    verdict = "agrees with NumPy" if difference <= step.tolerance else "DOES NOT AGREE WITH NUMPY"
    print(f"  {verdict}: largest difference {difference:.1e} of the largest value (tolerance {step.tolerance:.0e})")
    return difference <= step.tolerance


def draw(step, folder):
    """Saves a picture of an output that is one."""
    from matplotlib import image

    styles = {"slope": "magma", "hillshade": "gray", "blur": None, "edges": "gray_r", "mandelbrot": "twilight_shifted"}
    name = step.kernel.__name__
    if name in styles:
        pixels = step.output[1:-1, 1:-1] if name in ("slope", "hillshade", "edges") else step.output
        pixels = np.clip(pixels, 0, 1) if name == "blur" else pixels
        image.imsave(folder / f"{name}.png", pixels, cmap=styles[name])
        print(f"  picture: {folder / name}.png")


def where():
    """(the name of the place where kernels run, whether that's a GPU)"""
    found = gpujit.devices()
    if found:
        return found[0]["name"], True
    return f"the CPU interpreter ({gpujit.why_no_cuda().partition(':')[0]})", False


def tour(out, full=False):
    """Runs all steps, with pictures in the folder `out`; returns the exit status. `full`: all data, on every target."""
    warnings.simplefilter("ignore", gpujit.FallbackWarning)  # said below
    place, gpu = where()
    print(f"gpujit {gpujit.__version__} on {place}")
    if not gpu:
        print(f"{gpujit.why_no_cuda()}.\nThe interpreter is slow, and its times say nothing about a GPU."
              + ("" if full else " Some data are subsampled, as the titles say; --full takes all."))
    folder = pathlib.Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    right = []
    for step in steps(gpu or full):
        right.append(run(step, place, again=gpu))
        draw(step, folder)
    print(f"\n{sum(right)} of {len(right)} kernels agree with NumPy. Pictures: {folder.resolve()}")
    return 0 if all(right) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="out", help="folder for the pictures")
    parser.add_argument("--full", action="store_true", help="all data, on the interpreter too (slow)")
    options = parser.parse_args()
    sys.exit(tour(options.out, options.full))
