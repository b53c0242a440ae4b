// Kernels with a usual mistake each, for the first cause and its advice.

// `2.5` is a double: the value is converted twice in each iteration.
__global__ void converted(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int k = 0; k < 16; ++k)
        v = v * 0.99 + 2.5;
    y[i] = v;
}

__global__ void sum_of_all(const float* x, float* sum)
{
    atomicAdd(sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void followed(const int* next, int* last, int steps)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < steps; ++k)
        at = next[at];
    last[blockIdx.x * blockDim.x + threadIdx.x] = at;
}

// The loaded value is stored to a column: it does not determine the address.
__global__ void stored_column(const float* x, float* y, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i % rows * 1024 + i / rows] = x[i];
}

// Nothing but a condition uses the squares, and yet they are the computation.
__global__ void escaped(int* counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = i % 1024 * 0.0029f - 2;
    float b = i / 1024 * 0.0023f - 1.2f;
    float x = 0;
    float y = 0;
    int count = 0;
    while (count < 100 && x * x + y * y < 4) {
        float next = x * x - y * y + a;
        y = 2 * x * y + b;
        x = next;
        ++count;
    }
    counts[i] = count;
}

// The compiler unrolls this loop four times.
__global__ void iterated(float* x, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int k = 0; k < rounds; ++k)
        v = v * v - 0.7f * v;
    x[i] = v;
}

// Each block copies a table that few of its threads use.
__global__ void looked_up(const unsigned* keys, const float* table, float* y)
{
    __shared__ float copy[10240];
    for (int k = threadIdx.x; k < 10240; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = copy[keys[i] % 10240];
}

__global__ void two_paths(const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    float r = v;
    if (i % 2 == 0) {
        for (int k = 0; k < 128; ++k)
            r = r * v + 0.5f;
    } else {
        for (int k = 0; k < 128; ++k)
            r = r * 0.25f - v;
    }
    y[i] = r;
}

// The array is indexed with loaded numbers: all of its accesses are to local memory.
__global__ void local_powers(const float* x, const int* order, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float powers[16];
    powers[0] = 1;
    for (int k = 1; k < 16; ++k)
        powers[k] = powers[k - 1] * x[i];
    float sum = 0;
    for (int k = 0; k < 16; ++k)
        sum += powers[order[k] & 15];
    y[i] = sum;
}
