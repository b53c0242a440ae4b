// Copies and fills of rows, of variables and in graphs as late as possible, one for each number: the host uses their memory
// before they have finished. From 10 on, there are no problems.
#include <cstdio>
#include <cstdlib>

__device__ int variable[32];

int main(int, char** arguments)
{
    constexpr int kInts = 64;
    int *pinned, *managed, *device, value = -1;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaHostAlloc(&pinned, 4096, cudaHostAllocDefault);
    cudaMallocManaged(&managed, 4096);
    cudaMalloc(&device, 4096);
    cudaMemset(device, 1, 4096);
    cudaDeviceSynchronize();
    for (int i = 0; i < kInts; ++i)
        pinned[i] = managed[i] = 5;
    switch (atoi(arguments[1])) {
    case 0: // two rows of 32 bytes every 64 bytes
        cudaMemcpy2DAsync(pinned, 64, device, 64, 32, 2, cudaMemcpyDeviceToHost, stream);
        value = pinned[16];
        break;
    case 1:
        cudaMemsetAsync(pinned, 0, 128, stream);
        value = pinned[3];
        break;
    case 2: {
        cudaMemcpy3DParms copy {};
        copy.srcPtr = make_cudaPitchedPtr(pinned, 64, 64, 2);
        copy.dstPtr = make_cudaPitchedPtr(device, 64, 64, 2);
        copy.extent = make_cudaExtent(32, 2, 2);
        cudaMemcpy3DAsync(&copy, stream);
        pinned[32] = 9; // the third row
        break;
    }
    case 3:
        cudaMemcpyToSymbolAsync(variable, pinned, 128, 0, cudaMemcpyHostToDevice, stream);
        pinned[0] = 9;
        break;
    case 4: {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        cudaMemsetAsync(device, 0, 4, stream);
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&executable, graph, 0);
        cudaGraphLaunch(executable, stream);
        printf("not awaited\n");
        return 0;
    }
    case 10: // between the rows
        cudaMemcpy2DAsync(pinned, 64, device, 64, 32, 2, cudaMemcpyDeviceToHost, stream);
        value = pinned[8];
        break;
    case 11: // of memory that the host can access, these functions wait
        cudaMemset(managed, 0, 128);
        value = managed[3];
        break;
    case 12:
        cudaMemset2D(pinned, 64, 0, 32, 2);
        value = pinned[16];
        break;
    }
    cudaDeviceSynchronize();
    printf("%d\n", value);
}
