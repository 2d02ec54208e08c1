// Part of gpujit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one writes first: a thread for each element, atomics where several threads meet.

typedef long long Int;
typedef unsigned long long Word;

__device__ Int number() { return blockIdx.x * (Int)blockDim.x + threadIdx.x; }
__device__ Int row() { return blockIdx.y * (Int)blockDim.y + threadIdx.y; }
__device__ Int stride() { return gridDim.x * (Int)blockDim.x; }

extern "C" {

__global__ void saxpy(float a, const float *x, const float *y, float *out, Int n) {
  Int i = number();
  if (i < n)
    out[i] = a * x[i] + y[i];
}

__global__ void black_scholes(const double *spot, const double *strike, const double *years, double rate,
                              double volatility, double *call, double *put, Int n) {
  Int i = number();
  if (i >= n)
    return;
  double spread = volatility * sqrt(years[i]);
  double d1 = (log(spot[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / spread;
  double d2 = d1 - spread;
  double n1 = 0.5 * erfc(-d1 / sqrt(2.0)), n2 = 0.5 * erfc(-d2 / sqrt(2.0));
  double discounted = strike[i] * exp(-rate * years[i]);
  call[i] = spot[i] * n1 - discounted * n2;
  put[i] = discounted * (1 - n2) - spot[i] * (1 - n1);
}

__global__ void mandelbrot(int *count, Int h, Int w, Int limit) {
  Int j = number(), i = row();
  if (i >= h || j >= w)
    return;
  double cr = -2.0 + 3.0 * j / w, ci = -1.5 + 3.0 * i / h, zr = 0, zi = 0;
  int k = 0;
  while (k < limit && zr * zr + zi * zi < 4) {
    double next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++k;
  }
  count[i * w + j] = k;
}

__global__ void haversine(const float *lat, const float *lon, float *out, Int n) {
  Int j = number(), i = row();
  if (i >= n || j >= n)
    return;
  float a = sinf((lat[j] - lat[i]) * 0.5f), b = sinf((lon[j] - lon[i]) * 0.5f);
  float h = a * a + cosf(lat[i]) * cosf(lat[j]) * b * b;
  out[i * n + j] = 12742.0f * asinf(sqrtf(fminf(h, 1.0f)));
}

__global__ void point_in_polygon(const double *x, const double *y, const double *px, const double *py, bool *inside,
                                 Int n, Int corners) {
  Int i = number();
  if (i >= n)
    return;
  bool odd = false;
  for (Int k = 0, before = corners - 1; k < corners; before = k++)
    if ((py[k] > y[i]) != (py[before] > y[i]) &&
        x[i] < (px[before] - px[k]) * (y[i] - py[k]) / (py[before] - py[k]) + px[k])
      odd = !odd;
  inside[i] = odd;
}

__device__ unsigned mix(unsigned a, unsigned b) {
  unsigned h = a * 0x9E3779B1u + b * 0x85EBCA77u;
  for (int k = 0; k < 3; ++k) {
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
  }
  return h ^ (h >> 16);
}

__global__ void monte_carlo(Int *hits, Int draws, Int seed, Int n) {
  Int i = number();
  if (i >= n)
    return;
  Int count = 0;
  for (Int k = 0; k < draws; ++k) {
    double x = mix(i * draws + k, seed) / 4294967296.0, y = mix(i * draws + k, seed + 1) / 4294967296.0;
    count += x * x + y * y < 1;
  }
  hits[i] = count;
}

__global__ void total(const float *a, float *out, Int n) {
  float s = 0;
  for (Int i = number(); i < n; i += stride())
    s += a[i];
  atomicAdd(out, s);
}

__global__ void dot(const float *a, const float *b, float *out, Int n) {
  float s = 0;
  for (Int i = number(); i < n; i += stride())
    s += a[i] * b[i];
  atomicAdd(out, s);
}

// Of floats that aren't negative, whose bits are ordered as they are.
__global__ void largest(const float *a, int *out, Int n) {
  float m = 0;
  for (Int i = number(); i < n; i += stride())
    m = fmaxf(m, a[i]);
  atomicMax(out, __float_as_int(m));
}

// The value's bits above those of the complement of its place: the first of equal values wins.
__global__ void argmax(const float *a, Word *best, Int n) {
  Word m = 0;
  for (Int i = number(); i < n; i += stride()) {
    Word key = (Word)__float_as_uint(a[i]) << 32 | (unsigned)~i;
    m = key > m ? key : m;
  }
  atomicMax(best, m);
}

__global__ void argmax_place(const Word *best, Int *out) { *out = (unsigned)~*best; }

__global__ void row_sums(const float *a, float *out, Int h, Int w) {
  Int i = number();
  if (i >= h)
    return;
  float s = 0;
  for (Int j = 0; j < w; ++j)
    s += a[i * w + j];
  out[i] = s;
}

__global__ void row_softmax(const float *a, float *out, Int h, Int w) {
  Int i = number();
  if (i >= h)
    return;
  float m = a[i * w], s = 0;
  for (Int j = 1; j < w; ++j)
    m = fmaxf(m, a[i * w + j]);
  for (Int j = 0; j < w; ++j)
    s += expf(a[i * w + j] - m);
  for (Int j = 0; j < w; ++j)
    out[i * w + j] = expf(a[i * w + j] - m) / s;
}

// Each block scans 1024 elements and leaves their sum.
__global__ void scan_blocks(const float *a, float *out, float *sums, Int n) {
  __shared__ float part[1024];
  Int i = number();
  float s = i < n ? a[i] : 0;
  for (int d = 1; d < 1024; d *= 2) {
    part[threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x >= d)
      s += part[threadIdx.x - d];
    __syncthreads();
  }
  if (i < n)
    out[i] = s;
  if (threadIdx.x == 1023)
    sums[blockIdx.x] = s;
}

__global__ void scan_add(float *out, const float *sums, Int n) {
  Int i = number();
  if (i < n && blockIdx.x > 0)
    out[i] += sums[blockIdx.x - 1];
}

__global__ void histogram(const unsigned char *a, int *bins, Int n) {
  Int i = number();
  if (i < n)
    atomicAdd(&bins[a[i]], 1);
}

__global__ void group_sums(const int *key, const double *value, double *sums, Word *counts, Int n) {
  Int i = number();
  if (i >= n)
    return;
  atomicAdd(&sums[key[i]], value[i]);
  atomicAdd(&counts[key[i]], 1ull);
}

__device__ void update(double *place, double v, bool wants_less) {
  Word *word = (Word *)place, old = *word;
  while (wants_less ? v < __longlong_as_double(old) : v > __longlong_as_double(old)) {
    Word seen = atomicCAS(word, old, (Word)__double_as_longlong(v));
    if (seen == old)
      return;
    old = seen;
  }
}

__global__ void binned_statistics(const double *x, const double *value, double low, double high, Word *count,
                                  double *sums, double *least, double *most, Int n, Int bins) {
  Int i = number();
  if (i >= n || !(low <= x[i] && x[i] < high))
    return;
  Int b = (x[i] - low) / (high - low) * bins;
  b = b < bins ? b : bins - 1;
  atomicAdd(&count[b], 1ull);
  atomicAdd(&sums[b], value[i]);
  update(&least[b], value[i], true);
  update(&most[b], value[i], false);
}

__global__ void transpose(const float *a, float *out, Int h, Int w) {
  Int j = number(), i = row();
  if (i < h && j < w)
    out[j * h + i] = a[i * w + j];
}

__global__ void matvec_rows(const float *a, const float *x, float *y, Int h, Int w) {
  Int i = number();
  if (i >= h)
    return;
  float s = 0;
  for (Int j = 0; j < w; ++j)
    s += a[i * w + j] * x[j];
  y[i] = s;
}

__global__ void matvec_columns(const float *a, const float *x, float *y, Int h, Int w) {
  Int j = number();
  if (j >= w)
    return;
  float s = 0;
  for (Int i = 0; i < h; ++i)
    s += a[i * w + j] * x[i];
  y[j] = s;
}

__global__ void matmul(const float *a, const float *b, float *c, Int h, Int w, Int depth) {
  Int j = number(), i = row();
  if (i >= h || j >= w)
    return;
  float s = 0;
  for (Int k = 0; k < depth; ++k)
    s += a[i * depth + k] * b[k * w + j];
  c[i * w + j] = s;
}

__global__ void small_solves(const double *a, const double *b, double *x, Int n) {
  Int s = number();
  if (s >= n)
    return;
  double m[4][5];
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j)
      m[i][j] = a[s * 16 + i * 4 + j];
    m[i][4] = b[s * 4 + i];
  }
  for (int k = 0; k < 4; ++k) {
    int p = k;
    for (int i = k + 1; i < 4; ++i)
      if (fabs(m[i][k]) > fabs(m[p][k]))
        p = i;
    for (int j = 0; j < 5; ++j) {
      double t = m[k][j];
      m[k][j] = m[p][j];
      m[p][j] = t;
    }
    for (int i = k + 1; i < 4; ++i) {
      double f = m[i][k] / m[k][k];
      for (int j = k; j < 5; ++j)
        m[i][j] -= f * m[k][j];
    }
  }
  for (int i = 3; i >= 0; --i) {
    double t = m[i][4];
    for (int j = i + 1; j < 4; ++j)
      t -= m[i][j] * m[j][4];
    m[i][4] = t / m[i][i];
  }
  for (int i = 0; i < 4; ++i)
    x[s * 4 + i] = m[i][4];
}

__global__ void spmv(const int *start, const int *column, const float *value, const float *x, float *y, Int n) {
  Int i = number();
  if (i >= n)
    return;
  float s = 0;
  for (int k = start[i]; k < start[i + 1]; ++k)
    s += value[k] * x[column[k]];
  y[i] = s;
}

__global__ void heat_1d(const float *a, float *b, Int n) {
  Int i = number() + 1;
  if (i < n - 1)
    b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
}

__global__ void jacobi(const float *a, float *b, Int h, Int w) {
  Int j = number() + 1, i = row() + 1;
  if (i < h - 1 && j < w - 1)
    b[i * w + j] = 0.2f * (a[i * w + j] + a[(i - 1) * w + j] + a[(i + 1) * w + j] + a[i * w + j - 1] + a[i * w + j + 1]);
}

__global__ void heat_3d(const float *a, float *b, Int d, Int h, Int w) {
  Int k = number() + 1, j = row() + 1, i = blockIdx.z + 1, p = (i * h + j) * w + k;
  if (i < d - 1 && j < h - 1 && k < w - 1)
    b[p] = 0.4f * a[p] + 0.1f * (a[p - h * w] + a[p + h * w] + a[p - w] + a[p + w] + a[p - 1] + a[p + 1]);
}

__global__ void rank_lost(const double *rank, const Int *degree, double *lost, Int n) {
  Int i = number();
  if (i < n && degree[i] == 0)
    atomicAdd(lost, rank[i]);
}

__global__ void rank_step(const Int *start, const Int *source, const Int *degree, const double *rank, double *fresh,
                          double damping, const double *lost, double *change, Int n) {
  Int i = number();
  if (i >= n)
    return;
  double s = 0;
  for (Int k = start[i]; k < start[i + 1]; ++k)
    s += rank[source[k]] / degree[source[k]];
  fresh[i] = (1 - damping) / n + damping * (s + *lost / n);
  atomicAdd(change, fabs(fresh[i] - rank[i]));
}

__global__ void fill(double *a, double value, Int n) {
  Int i = number();
  if (i < n)
    a[i] = value;
}

__global__ void copy(const double *a, double *b, Int n) {
  Int i = number();
  if (i < n)
    b[i] = a[i];
}

__global__ void bfs_begin(int *level, Int source, Int n) {
  Int i = number();
  if (i < n)
    level[i] = i == source ? 0 : -1;
}

__global__ void bfs_step(const int *start, const int *neighbour, int *level, int depth, int *reached, Int n) {
  Int i = number();
  if (i >= n || level[i] != -1)
    return;
  for (int k = start[i]; k < start[i + 1]; ++k)
    if (level[neighbour[k]] == depth) {
      level[i] = depth + 1;
      *reached = 1;
      return;
    }
}

__global__ void k_means_assign(const float *points, const float *centres, int *label, double *total, Word *size, Int n,
                               Int dims, Int clusters) {
  Int i = number();
  if (i >= n)
    return;
  float least = __int_as_float(0x7f800000);
  int best = 0;
  for (Int c = 0; c < clusters; ++c) {
    float square = 0;
    for (Int d = 0; d < dims; ++d) {
      float step = points[i * dims + d] - centres[c * dims + d];
      square += step * step;
    }
    if (square < least) {
      least = square;
      best = c;
    }
  }
  label[i] = best;
  atomicAdd(&size[best], 1ull);
  for (Int d = 0; d < dims; ++d)
    atomicAdd(&total[best * dims + d], (double)points[i * dims + d]);
}

__global__ void k_means_centres(float *centres, const double *total, const Int *size, Int dims, Int clusters) {
  Int c = number();
  if (c < clusters && size[c] > 0)
    for (Int d = 0; d < dims; ++d)
      centres[c * dims + d] = total[c * dims + d] / size[c];
}

__global__ void neighbours(const float *train, const float *queries, float *distance, int *index, Int samples, Int dims,
                           Int n, Int count) {
  Int q = number();
  if (q >= n)
    return;
  for (Int k = 0; k < count; ++k) {
    distance[q * count + k] = __int_as_float(0x7f800000);
    index[q * count + k] = -1;
  }
  for (Int t = 0; t < samples; ++t) {
    float d = 0;
    for (Int f = 0; f < dims; ++f) {
      float step = train[t * dims + f] - queries[q * dims + f];
      d += step * step;
    }
    Int k = count;
    for (; k > 0 && d < distance[q * count + k - 1]; --k)
      if (k < count) {
        distance[q * count + k] = distance[q * count + k - 1];
        index[q * count + k] = index[q * count + k - 1];
      }
    if (k < count) {
      distance[q * count + k] = d;
      index[q * count + k] = t;
    }
  }
}

__global__ void blur(const float *src, float *dst, Int h, Int w) {
  Int j = number() + 2, i = row() + 2;
  if (i >= h - 2 || j >= w - 2)
    return;
  float s = 0;
  for (int di = -2; di <= 2; ++di)
    for (int dj = -2; dj <= 2; ++dj)
      s += src[(i + di) * w + j + dj];
  dst[i * w + j] = s / 25;
}

__global__ void sobel(const float *src, float *dst, Int h, Int w) {
  Int j = number() + 1, i = row() + 1;
  if (i >= h - 1 || j >= w - 1)
    return;
  const float *p = src + i * w + j;
  float gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
  float gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
  dst[i * w + j] = sqrtf(gx * gx + gy * gy);
}

__global__ void hillshade(const float *z, double dx, double dy, const double *light, float *out, Int h, Int w) {
  Int j = number() + 1, i = row() + 1;
  if (i >= h - 1 || j >= w - 1)
    return;
  const float *at = z + i * w + j;
  float east = at[1 - w] + 2 * at[1] + at[1 + w], west = at[-1 - w] + 2 * at[-1] + at[-1 + w];
  float south = at[w - 1] + 2 * at[w] + at[w + 1], north = at[-w - 1] + 2 * at[-w] + at[-w + 1];
  float p = (east - west) / (float)(8 * dx), q = (south - north) / (float)(8 * dy);
  double shade = (light[2] - light[0] * p - light[1] * q) / sqrt(1.0 + p * p + q * q);
  out[i * w + j] = shade > 0 ? shade : 0;
}

__global__ void median_filter(const unsigned char *src, unsigned char *dst, Int h, Int w) {
  Int j = number() + 1, i = row() + 1;
  if (i >= h - 1 || j >= w - 1)
    return;
  unsigned char window[9];
  int n = 0;
  for (int di = -1; di <= 1; ++di)
    for (int dj = -1; dj <= 1; ++dj) {
      unsigned char v = src[(i + di) * w + j + dj];
      int k = n++;
      for (; k > 0 && window[k - 1] > v; --k)
        window[k] = window[k - 1];
      window[k] = v;
    }
  dst[i * w + j] = window[4];
}

__global__ void n_body(const float *x, const float *y, const float *z, const float *mass, float *fx, float *fy, float *fz,
                       Int n) {
  Int i = number();
  if (i >= n)
    return;
  float ax = 0, ay = 0, az = 0;
  for (Int j = 0; j < n; ++j) {
    float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    float weight = mass[j] * inverse * inverse * inverse;
    ax += weight * dx;
    ay += weight * dy;
    az += weight * dz;
  }
  fx[i] = ax;
  fy[i] = ay;
  fz[i] = az;
}

__global__ void contacts(const double *x, const double *y, const double *vx, const double *vy, const int *start,
                         const int *grain, double radius, double stiffness, double dt, double *nx, double *ny,
                         double *nvx, double *nvy, Int cells, Int n) {
  Int i = number();
  if (i >= n)
    return;
  double fx = 0, fy = 0;
  Int cx = min((Int)(x[i] * cells), cells - 1), cy = min((Int)(y[i] * cells), cells - 1);
  for (Int c = max(cy - 1, 0ll); c < min(cy + 2, cells); ++c)
    for (Int d = max(cx - 1, 0ll); d < min(cx + 2, cells); ++d)
      for (int k = start[c * cells + d]; k < start[c * cells + d + 1]; ++k) {
        int j = grain[k];
        double dx = x[i] - x[j], dy = y[i] - y[j], apart = sqrt(dx * dx + dy * dy);
        if (apart > 0 && apart < 2 * radius) {
          double push = stiffness * (2 * radius - apart) / apart;
          fx += push * dx;
          fy += push * dy;
        }
      }
  nvx[i] = vx[i] + dt * fx;
  nvy[i] = vy[i] + dt * (fy - 9.81);
  nx[i] = x[i] + dt * nvx[i];
  ny[i] = y[i] + dt * nvy[i];
}

__global__ void crc32(const unsigned char *data, const Int *start, const unsigned *table, unsigned *out, Int n) {
  Int i = number();
  if (i >= n)
    return;
  unsigned c = 0xFFFFFFFF;
  for (Int k = start[i]; k < start[i + 1]; ++k)
    c = table[(c ^ data[k]) & 0xFF] ^ c >> 8;
  out[i] = ~c;
}
}
