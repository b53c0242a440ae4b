// Host and running kernel answer each other through memory that both access, one case for each number: the host waits in a loop,
// without a call, for what the kernel writes, and the kernel waits for the answer.
#include "check.h"

#include <cstdlib>
#include <cstring>
#include <cuda/atomic>

struct Mail {
    volatile int ready, answer, result;
    int* volatile more;
};
__device__ __managed__ Mail mail_variable;
__device__ Mail* mail_pointer;
__constant__ Mail* mail_constant;

__device__ void ask(volatile Mail* mail, int question)
{
    mail->ready = question;
    __threadfence_system();
    while (mail->answer == 0) { }
}
__global__ void ask_once(Mail* mail, int* out)
{
    ask(mail, 5);
    *out = mail->answer + 1;
}
__global__ void ask_often(Mail* mail, int* out)
{
    for (int i = 1; i <= 50; ++i) {
        mail->ready = i;
        while (mail->answer != 3 * i) { }
    }
    *out = mail->answer;
}
__global__ void ask_variable(int* out)
{
    ask(&mail_variable, 7);
    *out = mail_variable.answer;
}
__global__ void ask_pointer(int* out)
{
    ask(mail_pointer, 8);
    *out = mail_pointer->answer;
}
__global__ void ask_constant(int* out)
{
    ask(mail_constant, 9);
    *out = mail_constant->answer;
}
__global__ void ask_behind(Mail** mail, int* out)
{
    ask(*mail, 6);
    *out = (*mail)->answer;
}
__global__ void ask_atomic(int* ready, int* answer, int* out)
{
    cuda::atomic_ref<int, cuda::thread_scope_system>(*ready).store(4, cuda::memory_order_release);
    while (atomicAdd(answer, 0) == 0) { }
    *out = *answer;
}
// The answer comes with a copy into memory of the device.
__global__ void ask_for_copy(Mail* mail, volatile int* answer, int* out)
{
    mail->ready = 1;
    __threadfence_system();
    while (*answer == 0) { }
    *out = *answer;
}
// The host allocates memory while the kernel runs, and sends its address.
__global__ void ask_for_memory(Mail* mail, int* out)
{
    mail->ready = 1;
    while (mail->more == nullptr) { }
    *out = *mail->more;
}
__global__ void ask_in_all_blocks(Mail* mail, int* out)
{
    if (atomicAdd(out, 1) == int(gridDim.x) - 1)
        mail->ready = 1;
    while (mail->answer == 0) { }
    atomicAdd(out, mail->answer);
}
__global__ void fail(Mail* mail, int* out)
{
    ask(mail, 1);
    out[1 << 20] = 1;
}
__global__ void never_ends(Mail* mail)
{
    ask(mail, 1);
    while (mail->answer != -1) { }
}

int await(const Mail* mail)
{
    while (mail->ready == 0) { }
    return mail->ready;
}

int main(int, char** arguments)
{
    const int number = atoi(arguments[1]);
    Mail *mapped, *managed;
    int *out, host = -1;
    CUDA(cudaHostAlloc(&mapped, sizeof(Mail), cudaHostAllocMapped));
    CUDA(cudaMallocManaged(&managed, sizeof(Mail)));
    CUDA(cudaMalloc(&out, 4096));
    CUDA(cudaMemset(out, 0, 4096));
    CUDA(cudaDeviceSynchronize());
    std::memset(mapped, 0, sizeof(Mail));
    std::memset(managed, 0, sizeof(Mail));
    cudaStream_t first, second;
    CUDA(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CUDA(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    switch (number) {
    case 0:
        ask_once<<<1, 1, 0, first>>>(mapped, out);
        mapped->answer = await(mapped) * 10;
        break;
    case 1:
        ask_once<<<1, 1>>>(managed, out);
        managed->answer = await(managed) * 10;
        break;
    case 2:
        ask_often<<<1, 1>>>(mapped, out);
        for (int i = 1; i <= 50; ++i) {
            while (mapped->ready != i) { }
            mapped->answer = 3 * i;
        }
        break;
    case 3:
        ask_variable<<<1, 1>>>(out);
        mail_variable.answer = await(&mail_variable);
        break;
    case 4: {
        static Mail own;
        CUDA(cudaHostRegister(&own, sizeof own, cudaHostRegisterMapped));
        ask_once<<<1, 1>>>(&own, out);
        own.answer = await(&own);
        CUDA(cudaDeviceSynchronize());
        CUDA(cudaHostUnregister(&own));
        break;
    }
    case 5: {
        Mail** place;
        CUDA(cudaMalloc(&place, 8));
        CUDA(cudaMemcpy(place, &mapped, 8, cudaMemcpyHostToDevice));
        ask_behind<<<1, 1>>>(place, out);
        mapped->answer = await(mapped);
        break;
    }
    case 6:
        CUDA(cudaMemcpyToSymbol(mail_pointer, &mapped, 8));
        ask_pointer<<<1, 1>>>(out);
        mapped->answer = await(mapped);
        break;
    case 7:
        CUDA(cudaMemcpyToSymbol(mail_constant, &managed, 8));
        ask_constant<<<1, 1>>>(out);
        managed->answer = await(managed);
        break;
    case 8: {
        int* words;
        CUDA(cudaMallocManaged(&words, 8));
        words[0] = words[1] = 0;
        ask_atomic<<<1, 1>>>(&words[0], &words[1], out);
        while (*(volatile int*)&words[0] == 0) { }
        ((volatile int*)words)[1] = 11;
        break;
    }
    case 9:
        ask_for_copy<<<1, 1, 0, first>>>(mapped, out + 8, out);
        host = await(mapped) + 20;
        CUDA(cudaMemcpyAsync(out + 8, &host, 4, cudaMemcpyHostToDevice, second));
        CUDA(cudaStreamSynchronize(second));
        break;
    case 10: // the copy is not awaited by itself
        ask_for_copy<<<1, 1, 0, first>>>(mapped, out + 8, out);
        CUDA(cudaMemsetAsync(out + 8, 1, 1, second));
        break;
    case 11: {
        int* memory;
        ask_for_memory<<<1, 1, 0, first>>>(mapped, out);
        host = await(mapped) + 30;
        CUDA(cudaMallocManaged(&memory, 1 << 20));
        *memory = host;
        mapped->more = memory;
        break;
    }
    case 12: // asks the stream until it is done
        ask_once<<<1, 1, 0, first>>>(mapped, out);
        while (cudaStreamQuery(first) == cudaErrorNotReady)
            if (mapped->ready != 0)
                mapped->answer = mapped->ready;
        break;
    case 13: // calls a function in the loop
        ask_once<<<1, 1, 0, first>>>(mapped, out);
        while (mapped->ready == 0)
            CUDA(cudaGetLastError());
        mapped->answer = 1;
        break;
    case 14:
        ask_in_all_blocks<<<100, 64>>>(mapped, out);
        await(mapped);
        mapped->answer = 1;
        break;
    case 15: {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        CUDA(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
        ask_once<<<1, 1, 0, first>>>(mapped, out);
        CUDA(cudaStreamEndCapture(first, &graph));
        CUDA(cudaGraphInstantiate(&executable, graph, 0));
        CUDA(cudaGraphLaunch(executable, first));
        mapped->answer = await(mapped);
        break;
    }
    case 16:
        fail<<<1, 1>>>(mapped, out);
        mapped->answer = await(mapped);
        std::printf("%d\n", cudaDeviceSynchronize());
        return 0;
    case 17: // the program ends before the kernel
        never_ends<<<1, 1>>>(mapped);
        std::printf("%d\n", await(mapped));
        return 0;
    case 18: { // waits for an event
        cudaEvent_t event;
        CUDA(cudaEventCreate(&event));
        ask_once<<<1, 1, 0, first>>>(mapped, out);
        CUDA(cudaEventRecord(event, first));
        mapped->answer = await(mapped);
        CUDA(cudaEventSynchronize(event));
        break;
    }
    }
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(&host, out, 4, cudaMemcpyDeviceToHost));
    std::printf("%d\n", host);
}
