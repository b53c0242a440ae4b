// One fault of a kernel for each number: the error codes are those of an H200, and the sentence on standard error names what the
// address is. Prints the code that cudaDeviceSynchronize() returns.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

struct Shape {
    __host__ __device__ virtual int corners(int scale) const { return 4 * scale; }
};

__device__ int variable;
__device__ double table[4];

namespace simulation {
static __device__ int cells[8];
}

__global__ void misaligned_variable() { *(int*)((char*)&variable + 1) = 42; }
__global__ void misaligned_far(char* p) { *(float4*)(p + (1l << 30) + 4) = {}; }
__global__ void misaligned_lanes(char* p) { *(int*)(p + threadIdx.x * 5) = 1; }
__global__ void misaligned_atomic(char* p) { atomicAdd((int*)(p + 62), 1); }
__global__ void misaligned_shared()
{
    __shared__ int cells[8];
    cells[threadIdx.x] = 1;
    *(volatile int*)((char*)cells + 30) = variable;
}
__global__ void misaligned_double() { *(double*)((char*)table + 28) = 1; }

__global__ void read_vector(const float4* p, float4* o) { o[0] = p[3]; }
__global__ void write_double(double* p) { p[1] = 1; }
__global__ void set(int* p) { *p = 1; }
__global__ void use(const Shape* shape, int* o) { *o = shape->corners(3); }
__global__ void beyond(int i) { simulation::cells[i] = 1; }
__global__ void valid(int* p) { *p = cg::this_grid().is_valid(); }
__global__ void meet() { cg::this_grid().sync(); }
__device__ __noinline__ int depth(int n)
{
    volatile int pad[8];
    pad[n & 7] = n;
    return n <= 1 ? n : pad[n & 7] + depth(n - 1);
}
__global__ void recurse(int* o, int n) { *o = depth(n); }

int main(int, char** arguments)
{
    char* small;
    int *freed, *pinned, *own = (int*)malloc(4096), local = 0;
    float4* vector;
    cudaMalloc(&small, 60);
    cudaMalloc(&vector, 16);
    cudaMalloc(&freed, 4096);
    cudaHostAlloc(&pinned, 4096, 0);
    switch (atoi(arguments[1])) {
    case 0: misaligned_variable<<<1, 1>>>(); break;
    case 1: misaligned_far<<<1, 1>>>(small); break;
    case 2: misaligned_lanes<<<1, 32>>>(small); break; // lane 12 is out of bounds, lane 1 misaligned
    case 3: misaligned_atomic<<<1, 1>>>(small); break;
    case 4: misaligned_shared<<<1, 8>>>(); break;
    case 5: misaligned_double<<<1, 1>>>(); break;
    case 10: read_vector<<<1, 1>>>((float4*)small, vector); break;
    case 11: cudaMalloc(&small, 12); write_double<<<1, 1>>>((double*)small); break;
    case 12: set<<<1, 1>>>(nullptr); break;
    case 13: set<<<1, 1>>>(own); break;
    case 14: cudaFree(freed); set<<<1, 1>>>(freed); break;
    case 15: {
        Shape shape, *copy;
        cudaMalloc(&copy, sizeof shape);
        cudaMemcpy((void*)copy, (void*)&shape, sizeof shape, cudaMemcpyHostToDevice);
        use<<<1, 1>>>(copy, (int*)vector);
        break;
    }
    case 16: set<<<1, 1>>>(&local); break;
    case 17: set<<<1, 1>>>(pinned + 1024); break;
    case 18: cudaFree(freed); cudaMalloc(&freed, 4096); set<<<1, 1>>>(freed + 1024); break;
    case 20: {
        int is_valid = -1;
        valid<<<4, 32>>>((int*)vector);
        cudaMemcpy(&is_valid, vector, 4, cudaMemcpyDeviceToHost);
        printf("is_valid %d\n", is_valid);
        meet<<<4, 32>>>();
        break;
    }
    case 21: recurse<<<1, 1>>>((int*)vector, 500); break;
    case 22: recurse<<<1, 1>>>((int*)vector, 10); break;
    case 23: beyond<<<1, 1>>>(8); break;
    }
    const cudaError_t status = cudaDeviceSynchronize();
    printf("%d %s\n", status, cudaGetErrorName(status));
}
