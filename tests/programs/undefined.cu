// Operands for which CUDA's documents define nothing, as an H200 executes them (undefined_h200.txt): a kind, then its numbers.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__device__ int result = -1;
__device__ int variable = 5;
__constant__ int table[4] = { 11, 22, 33, 44 };

__global__ void barrier(int kind, int number, int count)
{
    int votes = 0;
    switch (kind) {
    case 0: asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count)); break;
    case 1: asm volatile("barrier.sync %0, %1;" ::"r"(number), "r"(count)); break;
    case 2: asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count)); break;
    case 3:
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, %2, %3, p; }"
                     : "=r"(votes)
                     : "r"(1), "r"(number), "r"(count));
        break;
    case 4: asm volatile("bar.sync %0;" ::"r"(number)); break;
    }
    if (threadIdx.x == 0)
        result = votes;
}
// Two warps: whether both numbers are those of one barrier.
__global__ void two(int first, int second)
{
    asm volatile("bar.sync %0, 64;" ::"r"(threadIdx.x < 32 ? first : second));
    if (threadIdx.x == 0)
        result = 7;
}
__global__ void invalidate(int kind)
{
    __shared__ alignas(8) unsigned long long object;
    object = kind == 1 ? 0x123456789abcdef0ull : 0;
    __syncthreads();
    const unsigned at = unsigned(__cvta_generic_to_shared(&object));
    if (kind == 2)
        asm volatile("mbarrier.init.shared.b64 [%0], 1; mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
    result = kind == 1 ? int(object >> 32) : 0;
}
__global__ void constant(int index) { result = table[index]; }
__global__ void release(int kind, char* pointer)
{
    __shared__ int shared[8];
    int local[8] = { int(threadIdx.x) };
    char* const own = static_cast<char*>(malloc(64));
    switch (kind) {
    case 0: free(pointer); break;
    case 1: free(own); free(own); break;
    case 2: free(own + 16); break;
    case 3: free(local + threadIdx.x); break;
    case 4: free(shared); break;
    case 5: free(nullptr); break;
    case 6: free(&variable); break;
    case 7: free(reinterpret_cast<void*>(16)); break;
    case 8: free(own + 4); break;
    }
    result = local[0] + 1;
}
__global__ void collective(int kind, unsigned mask)
{
    int value = threadIdx.x;
    switch (kind) {
    case 0: __syncwarp(mask); break;
    case 1:
        if (threadIdx.x == 1)
            __syncwarp(mask);
        break;
    case 3: value = __ballot_sync(mask, 1); break;
    case 4: value = __match_any_sync(mask, value & 1); break;
    case 2:
        if (threadIdx.x >= 16)
            __syncwarp(mask);
        else
            __syncwarp(mask);
        break;
    case 5:
        if (threadIdx.x >= 16)
            __syncwarp(mask);
        break;
    }
    if (threadIdx.x == 0)
        result = value;
}
__global__ void stop(int kind)
{
    if (kind == 0 || threadIdx.x == 3)
        asm volatile("brkpt;");
    result = 3;
}

int main(int count, char** arguments)
{
    const auto kind = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
    const auto number = [&](int i) { return i < count ? int(std::strtol(arguments[i], nullptr, 0)) : 0; };
    if (kind("barrier"))
        barrier<<<1, 64>>>(number(2), number(3), number(4));
    else if (kind("two"))
        two<<<1, 64>>>(number(2), number(3));
    else if (kind("invalidate"))
        invalidate<<<1, 1>>>(number(2));
    else if (kind("constant"))
        constant<<<1, 1>>>(number(2));
    else if (kind("collective"))
        collective<<<1, 32>>>(number(2), unsigned(number(3)));
    else if (kind("stop"))
        stop<<<1, 32>>>(number(2));
    else if (kind("free")) {
        void* pointer = nullptr;
        static int own;
        switch (number(3)) {
        case 0: cudaMalloc(&pointer, 256); break;
        case 1: cudaMallocHost(&pointer, 64); break;
        case 2: cudaMallocManaged(&pointer, 64); break;
        case 3: pointer = &own; break;
        }
        release<<<1, 1>>>(number(2), static_cast<char*>(pointer));
    }
    const int code = cudaDeviceSynchronize();
    int value = 0;
    cudaMemcpyFromSymbol(&value, result, sizeof value);
    std::printf("%d %d\n", code, code == 0 ? value : 0);
}
