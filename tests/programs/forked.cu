// Children that are forked while another thread launches kernels end, and CUDA fails in them as on a GPU.
#include "check.h"

#include <atomic>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__global__ void add(int* sum)
{
    atomicAdd(sum, 1);
}

int main()
{
    int* sum = nullptr;
    CUDA(cudaMalloc(&sum, sizeof(int)));
    std::atomic<bool> end { false };
    std::thread launches([&] {
        while (!end) {
            add<<<64, 256>>>(sum);
            cudaDeviceSynchronize();
        }
    });
    int wrong = 0;
    for (int child = 0; child < 40; ++child) {
        const pid_t process = fork();
        if (process == 0) {
            alarm(20);
            void* memory = nullptr;
            int devices = 0;
            const bool fails = cudaMalloc(&memory, 4) == cudaErrorInitializationError && cudaDeviceSynchronize() == cudaErrorInitializationError
                && cudaGetDeviceCount(&devices) == cudaErrorInitializationError;
            exit(fails ? 0 : 1);
        }
        int status = 0;
        waitpid(process, &status, 0);
        wrong += status != 0;
    }
    end = true;
    launches.join();
    CUDA(cudaFree(sum));
    printf(wrong == 0 ? "forked passed\n" : "%d of 40 children are wrong\n", wrong);
    return wrong != 0;
}
