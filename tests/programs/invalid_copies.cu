// The error code of each call with arguments that may be invalid: asynchronous, so that a later call could return it. An H200 returns
// it at once (invalid_copies_h200.txt: driver 580, CUDA 13.0).
#include "check.h"

__device__ int variable;

#define TRY(call)                                                                                                                \
    do {                                                                                                                         \
        const cudaError_t code = (call);                                                                                         \
        std::printf("%d: %s\n", code, #call);                                                                                    \
        CUDA(cudaStreamSynchronize(stream));                                                                                     \
    } while (false)

int main()
{
    char *device, *managed, *pinned, *freed;
    char* const host = static_cast<char*>(std::malloc(4096));
    char* const nowhere = reinterpret_cast<char*>(0x7ff000000000);
    cudaStream_t stream;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaMalloc(&device, 4096));
    CUDA(cudaMallocManaged(&managed, 4096));
    CUDA(cudaMallocHost(&pinned, 4096));
    CUDA(cudaMalloc(&freed, 1 << 22));
    CUDA(cudaFree(freed));
    CUDA(cudaMallocArray(&array, &format, 8, 8));
    TRY(cudaMemcpyAsync(device, pinned, 8192, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(pinned, device, 8192, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyAsync(device, pinned, 64, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyAsync(pinned, device, 64, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(device, pinned, 64, cudaMemcpyHostToHost, stream));
    TRY(cudaMemcpyAsync(device, pinned, 64, cudaMemcpyDeviceToDevice, stream));
    TRY(cudaMemcpyAsync(device, pinned, 64, cudaMemcpyKind(7), stream));
    TRY(cudaMemcpyAsync(nullptr, pinned, 64, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(device, nullptr, 64, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(freed, pinned, 64, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(device, pinned, 0, cudaMemcpyKind(7), stream));
    TRY(cudaMemcpyAsync(nowhere, pinned, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(nullptr, nullptr, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(device + 8000, pinned, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(host, host + 64, 64, cudaMemcpyDeviceToDevice, stream));
    TRY(cudaMemcpyAsync(device, host, 64, cudaMemcpyDeviceToDevice, stream));
    TRY(cudaMemcpyAsync(device, host, 64, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyAsync(device, host, 8192, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(managed, pinned, 8192, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyAsync(managed, pinned, 64, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyAsync(managed, pinned, 64, cudaMemcpyHostToHost, stream));
    TRY(cudaMemcpyAsync(pinned, pinned + 64, 64, cudaMemcpyDeviceToDevice, stream));
    TRY(cudaMemcpyAsync(device, managed, 64, cudaMemcpyHostToHost, stream));
    TRY(cudaMemcpyAsync(pinned, pinned + 64, 8192, cudaMemcpyDefault, stream));
    TRY(cudaMemsetAsync(device, 0, 8192, stream));
    TRY(cudaMemsetAsync(nullptr, 0, 64, stream));
    TRY(cudaMemsetAsync(host, 0, 64, stream));
    TRY(cudaMemsetAsync(freed, 0, 64, stream));
    TRY(cudaMemsetAsync(nowhere, 0, 0, stream));
    TRY(cudaMemsetAsync(nullptr, 0, 0, stream));
    TRY(cudaMemsetAsync(device + 8000, 0, 0, stream));
    TRY(cudaMemsetAsync(pinned, 0, 8192, stream));
    TRY(cudaMemset2DAsync(device, 32, 0, 64, 2, stream));
    TRY(cudaMemset2DAsync(device, 512, 0, 64, 100, stream));
    TRY(cudaMemset2DAsync(device, 32, 0, 64, 0, stream));
    TRY(cudaMemset2DAsync(nowhere, 32, 0, 0, 4, stream));
    TRY(cudaMemcpy2DAsync(device, 32, pinned, 64, 64, 2, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpy2DAsync(device, 512, pinned, 512, 64, 100, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpy2DAsync(device, 64, pinned, 64, 64, 2, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpy2DAsync(device, 32, pinned, 32, 64, 0, cudaMemcpyKind(9), stream));
    TRY(cudaMemcpy2DAsync(device, 64, pinned, 64, 64, 2, cudaMemcpyKind(9), stream));
    TRY(cudaMemcpy2DAsync(nullptr, 64, pinned, 64, 64, 2, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 64, 64, 8, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpy2DToArrayAsync(array, 0, 4, pinned, 64, 32, 8, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpy2DFromArrayAsync(pinned, 64, array, 4, 0, 32, 8, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 64, 32, 8, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpy2DToArrayAsync(array, 0, 0, pinned, 16, 32, 8, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpy2DToArrayAsync(array, 100, 100, pinned, 64, 0, 8, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyToSymbolAsync(variable, pinned, 64, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyToSymbolAsync(variable, pinned, 4, 4, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyToSymbolAsync(variable, pinned, 4, 0, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyToSymbolAsync(variable, nullptr, 4, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyFromSymbolAsync(pinned, variable, 4, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyFromSymbolAsync(pinned, variable, 8, 0, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyToSymbolAsync(*host, pinned, 4, 0, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyFromSymbolAsync(nullptr, variable, 4, 0, cudaMemcpyDeviceToHost, stream));
    TRY(cudaMemcpyToSymbolAsync(variable, pinned, 0, 100, cudaMemcpyHostToDevice, stream));
    TRY(cudaMemcpyToSymbolAsync(variable, pinned, 4, 0, cudaMemcpyKind(9), stream));
    TRY(cudaMemcpyPeerAsync(device, 0, pinned, 5, 64, stream));
    TRY(cudaMemcpyPeerAsync(device, 0, nullptr, 0, 64, stream));
    TRY(cudaMemcpyPeerAsync(device, 0, device + 64, 0, 8192, stream));
    TRY(cudaFreeAsync(freed, stream));
    TRY(cudaFreeAsync(device + 8, stream));
    TRY(cudaFreeAsync(pinned, stream));
    TRY(cudaFreeAsync(nullptr, stream));
    cudaMemcpy3DParms copy {};
    copy.extent = make_cudaExtent(64, 2, 2);
    copy.kind = cudaMemcpyHostToDevice;
    copy.srcPtr = make_cudaPitchedPtr(pinned, 64, 64, 2);
    copy.dstPtr = make_cudaPitchedPtr(device, 64, 64, 2);
    TRY(cudaMemcpy3DAsync(&copy, stream));
    cudaMemcpy3DParms to_null = copy;
    to_null.dstPtr.ptr = nullptr;
    TRY(cudaMemcpy3DAsync(&to_null, stream));
    cudaMemcpy3DParms too_deep = copy;
    too_deep.extent.depth = 100;
    TRY(cudaMemcpy3DAsync(&too_deep, stream));
}
