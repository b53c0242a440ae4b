// N bodies in the plane attract each other:
//   a_i = G m * sum over k of (r_k - r_i) / |r_k - r_i|^3
// A thread computes the force on one body. n is a multiple of the block size.

constexpr float kGm = 10.0f;       // G m
constexpr float kNearest = 0.01f;  // no force below this distance
constexpr int kTile = 256;         // threads per block

// Each thread reads all bodies from global memory.
__global__ void accelerate_global(const float* x, const float* y,
                                  float* ax, float* ay, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float xi = x[i];
    float yi = y[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int k = 0; k < n; ++k) {
        float dx = x[k] - xi;
        float dy = y[k] - yi;
        float r = sqrtf(dx * dx + dy * dy);
        if (r > kNearest) {
            float pull = kGm / (r * r * r);
            sum_x += dx * pull;
            sum_y += dy * pull;
        }
    }

    ax[i] = sum_x;
    ay[i] = sum_y;
}

// The kernel as printed in the lecture, with a test that excludes the body itself.
// The condition on the distance does the same, because this distance is 0.
__global__ void accelerate_global_printed(const float* x, const float* y,
                                          float* ax, float* ay, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float xi = x[i];
    float yi = y[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int k = 0; k < n; ++k) {
        if (k != i) {
            float dx = x[k] - xi;
            float dy = y[k] - yi;
            float r = sqrtf(dx * dx + dy * dy);
            if (r > kNearest) {
                float pull = kGm / (r * r * r);
                sum_x += dx * pull;
                sum_y += dy * pull;
            }
        }
    }

    ax[i] = sum_x;
    ay[i] = sum_y;
}

// The block loads each tile of bodies once, and all threads use the tile.
__global__ void accelerate_shared(const float* x, const float* y,
                                  float* ax, float* ay, int n)
{
    __shared__ float tile_x[kTile];
    __shared__ float tile_y[kTile];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float xi = x[i];
    float yi = y[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int start = 0; start < n; start += kTile) {
        tile_x[threadIdx.x] = x[start + threadIdx.x];
        tile_y[threadIdx.x] = y[start + threadIdx.x];
        __syncthreads();

        for (int k = 0; k < kTile; ++k) {
            float dx = tile_x[k] - xi;
            float dy = tile_y[k] - yi;
            float r = sqrtf(dx * dx + dy * dy);
            if (r > kNearest) {
                float pull = kGm / (r * r * r);
                sum_x += dx * pull;
                sum_y += dy * pull;
            }
        }
        __syncthreads();
    }

    ax[i] = sum_x;
    ay[i] = sum_y;
}

// Adds the force of a body at distance (dx, dy) to the sums, without the factor
// G m. One approximate reciprocal square root, with a relative error of at most
// 2^-22, replaces a square root and a division. The caller multiplies by G m.
__device__ void add_pull(float dx, float dy, float& sum_x, float& sum_y)
{
    float squared = dx * dx + dy * dy;
    float inverse = rsqrtf(squared);
    float cubed = inverse * inverse * inverse;
    if (squared > kNearest * kNearest) {
        sum_x += dx * cubed;
        sum_y += dy * cubed;
    }
}

// The tile again, with the approximate reciprocal square root.
__global__ void accelerate_fused(const float* x, const float* y,
                                 float* ax, float* ay, int n)
{
    __shared__ float tile_x[kTile];
    __shared__ float tile_y[kTile];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float xi = x[i];
    float yi = y[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int start = 0; start < n; start += kTile) {
        tile_x[threadIdx.x] = x[start + threadIdx.x];
        tile_y[threadIdx.x] = y[start + threadIdx.x];
        __syncthreads();

        for (int k = 0; k < kTile; ++k)
            add_pull(tile_x[k] - xi, tile_y[k] - yi, sum_x, sum_y);
        __syncthreads();
    }

    ax[i] = kGm * sum_x;
    ay[i] = kGm * sum_y;
}

// Stores both coordinates of a body next to each other.
__global__ void pack(const float* x, const float* y, float2* positions, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        positions[i] = {x[i], y[i]};
}

// One read of shared memory per body instead of two.
__global__ void accelerate_packed(const float2* positions,
                                  float* ax, float* ay, int n)
{
    __shared__ float2 tile[kTile];

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float2 own = positions[i];
    float sum_x = 0.0f;
    float sum_y = 0.0f;

    for (int start = 0; start < n; start += kTile) {
        tile[threadIdx.x] = positions[start + threadIdx.x];
        __syncthreads();

        for (int k = 0; k < kTile; ++k)
            add_pull(tile[k].x - own.x, tile[k].y - own.y, sum_x, sum_y);
        __syncthreads();
    }

    ax[i] = kGm * sum_x;
    ay[i] = kGm * sum_y;
}

// accelerate_shared with forces in double precision: the same operations.
// Positions remain in single precision.
__global__ void accelerate_double(const float* x, const float* y,
                                  float* ax, float* ay, int n)
{
    __shared__ double2 tile[kTile];
    constexpr double nearest = kNearest;

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double xi = x[i];
    double yi = y[i];
    double sum_x = 0.0;
    double sum_y = 0.0;

    for (int start = 0; start < n; start += kTile) {
        tile[threadIdx.x] = {x[start + threadIdx.x], y[start + threadIdx.x]};
        __syncthreads();

        for (int k = 0; k < kTile; ++k) {
            double dx = tile[k].x - xi;
            double dy = tile[k].y - yi;
            double r = sqrt(dx * dx + dy * dy);
            if (r > nearest) {
                double pull = kGm / (r * r * r);
                sum_x += dx * pull;
                sum_y += dy * pull;
            }
        }
        __syncthreads();
    }

    ax[i] = sum_x;
    ay[i] = sum_y;
}

// accelerate_fused with forces in double precision: a reciprocal square root.
__global__ void accelerate_double_fused(const float* x, const float* y,
                                        float* ax, float* ay, int n)
{
    __shared__ double2 tile[kTile];
    constexpr double nearest = kNearest;

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double xi = x[i];
    double yi = y[i];
    double sum_x = 0.0;
    double sum_y = 0.0;

    for (int start = 0; start < n; start += kTile) {
        tile[threadIdx.x] = {x[start + threadIdx.x], y[start + threadIdx.x]};
        __syncthreads();

        for (int k = 0; k < kTile; ++k) {
            double dx = tile[k].x - xi;
            double dy = tile[k].y - yi;
            double squared = dx * dx + dy * dy;
            if (squared > nearest * nearest) {
                double inverse = rsqrt(squared);
                double cubed = inverse * inverse * inverse;
                sum_x += dx * cubed;
                sum_y += dy * cubed;
            }
        }
        __syncthreads();
    }

    ax[i] = kGm * sum_x;
    ay[i] = kGm * sum_y;
}

// The bodies whose forces one row of blocks adds. All bodies are split into
// gridDim.y slices; the length of a slice is a multiple of four.
struct Slice {
    int begin;
    int end;
};

__device__ Slice slice_of_block(int n)
{
    int length = (n + 4 * gridDim.y - 1) / (4 * gridDim.y) * 4;
    int begin = min(n, int(blockIdx.y) * length);
    return {begin, min(n, begin + length)};
}

// Each thread computes the forces on `bodies` bodies. It reads four bodies of the
// tile in one access and uses each of them `bodies` times. As this leaves few
// threads, the sum over k is split into slices, which give every multiprocessor
// enough blocks. Each slice has its own row of n sums.
template <int bodies>
__global__ void __launch_bounds__(kTile)
accelerate_several(const float* x, const float* y, float* ax, float* ay, int n)
{
    __shared__ float4 tile_x[kTile / 4];
    __shared__ float4 tile_y[kTile / 4];

    int first = blockIdx.x * kTile * bodies + threadIdx.x;
    float xi[bodies];
    float yi[bodies];
    float sum_x[bodies] = {};
    float sum_y[bodies] = {};
    for (int b = 0; b < bodies; ++b) {
        int i = min(first + b * kTile, n - 1);
        xi[b] = x[i];
        yi[b] = y[i];
    }

    Slice slice = slice_of_block(n);
    for (int start = slice.begin; start < slice.end; start += kTile) {
        int count = min(kTile, slice.end - start);
        if (int(threadIdx.x) < count) {
            reinterpret_cast<float*>(tile_x)[threadIdx.x] = x[start + threadIdx.x];
            reinterpret_cast<float*>(tile_y)[threadIdx.x] = y[start + threadIdx.x];
        }
        __syncthreads();

        for (int k = 0; k < count / 4; ++k) {
            float4 xk = tile_x[k];
            float4 yk = tile_y[k];
            for (int b = 0; b < bodies; ++b) {
                add_pull(xk.x - xi[b], yk.x - yi[b], sum_x[b], sum_y[b]);
                add_pull(xk.y - xi[b], yk.y - yi[b], sum_x[b], sum_y[b]);
                add_pull(xk.z - xi[b], yk.z - yi[b], sum_x[b], sum_y[b]);
                add_pull(xk.w - xi[b], yk.w - yi[b], sum_x[b], sum_y[b]);
            }
        }
        __syncthreads();
    }

    for (int b = 0; b < bodies; ++b) {
        int i = first + b * kTile;
        if (i < n) {
            ax[blockIdx.y * n + i] = kGm * sum_x[b];
            ay[blockIdx.y * n + i] = kGm * sum_y[b];
        }
    }
}

// Three dimensions, with a softened force instead of a condition: the force of a
// body spread over kNearest. Bodies at the same place exert no force: 0 / kNearest^3.
__device__ void add_soft_pull(float dx, float dy, float dz,
                              float& sum_x, float& sum_y, float& sum_z)
{
    float squared = dx * dx + (dy * dy + (dz * dz + kNearest * kNearest));
    float inverse = rsqrtf(squared);
    float cubed = inverse * inverse * inverse;
    sum_x += dx * cubed;
    sum_y += dy * cubed;
    sum_z += dz * cubed;
}

template <int bodies>
__global__ void __launch_bounds__(kTile)
accelerate_space(const float* x, const float* y, const float* z,
                 float* ax, float* ay, float* az, int n)
{
    __shared__ float4 tile_x[kTile / 4];
    __shared__ float4 tile_y[kTile / 4];
    __shared__ float4 tile_z[kTile / 4];

    int first = blockIdx.x * kTile * bodies + threadIdx.x;
    float xi[bodies];
    float yi[bodies];
    float zi[bodies];
    float sum_x[bodies] = {};
    float sum_y[bodies] = {};
    float sum_z[bodies] = {};
    for (int b = 0; b < bodies; ++b) {
        int i = min(first + b * kTile, n - 1);
        xi[b] = x[i];
        yi[b] = y[i];
        zi[b] = z[i];
    }

    Slice slice = slice_of_block(n);
    for (int start = slice.begin; start < slice.end; start += kTile) {
        int count = min(kTile, slice.end - start);
        if (int(threadIdx.x) < count) {
            reinterpret_cast<float*>(tile_x)[threadIdx.x] = x[start + threadIdx.x];
            reinterpret_cast<float*>(tile_y)[threadIdx.x] = y[start + threadIdx.x];
            reinterpret_cast<float*>(tile_z)[threadIdx.x] = z[start + threadIdx.x];
        }
        __syncthreads();

        for (int k = 0; k < count / 4; ++k) {
            float4 xk = tile_x[k];
            float4 yk = tile_y[k];
            float4 zk = tile_z[k];
            for (int b = 0; b < bodies; ++b) {
                add_soft_pull(xk.x - xi[b], yk.x - yi[b], zk.x - zi[b], sum_x[b], sum_y[b], sum_z[b]);
                add_soft_pull(xk.y - xi[b], yk.y - yi[b], zk.y - zi[b], sum_x[b], sum_y[b], sum_z[b]);
                add_soft_pull(xk.z - xi[b], yk.z - yi[b], zk.z - zi[b], sum_x[b], sum_y[b], sum_z[b]);
                add_soft_pull(xk.w - xi[b], yk.w - yi[b], zk.w - zi[b], sum_x[b], sum_y[b], sum_z[b]);
            }
        }
        __syncthreads();
    }

    for (int b = 0; b < bodies; ++b) {
        int i = first + b * kTile;
        if (i < n) {
            ax[blockIdx.y * n + i] = kGm * sum_x[b];
            ay[blockIdx.y * n + i] = kGm * sum_y[b];
            az[blockIdx.y * n + i] = kGm * sum_z[b];
        }
    }
}

// One time step of length tau: first the positions, then the velocities.
__global__ void advance(float* x, float* y, float* vx, float* vy,
                        const float* ax, const float* ay,
                        float tau, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] += vx[i] * tau + ax[i] * tau * tau * 0.5f;
        y[i] += vy[i] * tau + ay[i] * tau * tau * 0.5f;
        vx[i] += ax[i] * tau;
        vy[i] += ay[i] * tau;
    }
}

// Adds the sums of all slices for 32 bodies. The result is in the first row of a
// block of 32 x 8 threads.
__device__ float sum_of_slices(const float* parts, int slices, int i, int n)
{
    __shared__ float rows[8][32];
    float sum = 0.0f;
    if (i < n)
        for (int slice = threadIdx.y; slice < slices; slice += 8)
            sum += parts[slice * n + i];
    rows[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0)
        for (int row = 1; row < 8; ++row)
            sum += rows[row][threadIdx.x];
    __syncthreads();
    return sum;
}

// One time step of one coordinate.
__device__ void advance_coordinate(float& place, float& speed, float acceleration, float tau)
{
    place += speed * tau + acceleration * tau * tau * 0.5f;
    speed += acceleration * tau;
}

__global__ void advance_slices(float* x, float* y, float* vx, float* vy,
                               const float* ax, const float* ay,
                               int slices, float tau, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum_x = sum_of_slices(ax, slices, i, n);
    float sum_y = sum_of_slices(ay, slices, i, n);
    if (threadIdx.y == 0 && i < n) {
        advance_coordinate(x[i], vx[i], sum_x, tau);
        advance_coordinate(y[i], vy[i], sum_y, tau);
    }
}

__global__ void advance_space(float* x, float* y, float* z,
                              float* vx, float* vy, float* vz,
                              const float* ax, const float* ay, const float* az,
                              int slices, float tau, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum_x = sum_of_slices(ax, slices, i, n);
    float sum_y = sum_of_slices(ay, slices, i, n);
    float sum_z = sum_of_slices(az, slices, i, n);
    if (threadIdx.y == 0 && i < n) {
        advance_coordinate(x[i], vx[i], sum_x, tau);
        advance_coordinate(y[i], vy[i], sum_y, tau);
        advance_coordinate(z[i], vz[i], sum_z, tau);
    }
}

#define FOR_SEVERAL_BODIES(bodies)                                                       \
    template __global__ void accelerate_several<bodies>(const float*, const float*,      \
                                                        float*, float*, int);            \
    template __global__ void accelerate_space<bodies>(const float*, const float*,        \
                                                      const float*, float*, float*,      \
                                                      float*, int);

FOR_SEVERAL_BODIES(1)
FOR_SEVERAL_BODIES(2)
FOR_SEVERAL_BODIES(4)
FOR_SEVERAL_BODIES(8)
