// What the capture of a stream permits, call by call and in each mode: prints the status of the call, of the launch before it and
// of the end of the capture. capture_rules_h200.txt is what an H200 printed (driver 580, CUDA 13.0).
#include <cuda_runtime.h>

#include <cstdio>

__global__ void k(int* p)
{
    if (p)
        *p += 1;
}

static int* buf;
static cudaStream_t s, s2, nb;
static cudaEvent_t e, e2, old;

template <typename F> static void test(const char* name, cudaStream_t on, cudaStreamCaptureMode mode, F f)
{
    cudaGetLastError();
    cudaGraph_t g = nullptr;
    int b = cudaStreamBeginCapture(on, mode);
    k<<<1, 1, 0, on>>>(nullptr);
    int first = cudaGetLastError();
    int r = f();
    int last = cudaGetLastError();
    cudaStreamCaptureStatus st;
    int q = cudaStreamIsCapturing(on, &st);
    int end = cudaStreamEndCapture(on, &g);
    size_t n = 0;
    if (g)
        cudaGraphGetNodes(g, nullptr, &n);
    printf("%-34s mode %d: begin %d launch %d call %d last %d | isCapturing %d %d | end %d nodes %zu\n", name, mode, b, first, r,
        last, q, (int)st, end, n);
    if (g)
        cudaGraphDestroy(g);
    cudaStreamCaptureStatus other;
    if (cudaStreamIsCapturing(s2, &other) == cudaSuccess && other != cudaStreamCaptureStatusNone)
        printf("    s2 still %d\n", (int)other);
    cudaGetLastError();
    cudaDeviceSynchronize();
    if (int rest = cudaGetLastError())
        printf("    rest %d\n", rest);
}
int main()
{
    cudaMalloc(&buf, 1024);
    cudaStreamCreate(&s);
    cudaStreamCreate(&s2);
    cudaStreamCreateWithFlags(&nb, cudaStreamNonBlocking);
    cudaEventCreate(&e);
    cudaEventCreate(&e2);
    cudaEventCreate(&old);
    cudaEventRecord(old, s2);
    cudaDeviceSynchronize();
    const cudaStreamCaptureMode modes[] = { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal,
        cudaStreamCaptureModeRelaxed };
    for (auto m : modes) {
        test("malloc", s, m, [] {
            void* p;
            int r = cudaMalloc(&p, 16);
            return r;
        });
        test("free", s, m, [] { return (int)cudaFree(nullptr); });
        test("free of a buffer", s, m, [] { return (int)cudaFree(buf); });
        cudaMalloc(&buf, 1024);
        test("mallocHost", s, m, [] {
            void* p;
            return (int)cudaMallocHost(&p, 16);
        });
        test("mallocManaged", s, m, [] {
            void* p;
            return (int)cudaMallocManaged(&p, 16);
        });
        test("eventQuery old", s, m, [] { return (int)cudaEventQuery(old); });
        test("eventQuery captured", s, m, [] {
            cudaEventRecord(e, s);
            return (int)cudaEventQuery(e);
        });
        test("eventSynchronize captured", s, m, [] {
            cudaEventRecord(e, s);
            return (int)cudaEventSynchronize(e);
        });
        test("eventSynchronize old", s, m, [] { return (int)cudaEventSynchronize(old); });
        test("elapsed captured", s, m, [] {
            float t;
            cudaEventRecord(e, s);
            return (int)cudaEventElapsedTime(&t, old, e);
        });
        test("memcpy sync", s, m, [] {
            int x = 0;
            return (int)cudaMemcpy(buf, &x, 4, cudaMemcpyHostToDevice);
        });
        test("memset sync", s, m, [] { return (int)cudaMemset(buf, 0, 4); });
        test("launch legacy", s, m, [] {
            k<<<1, 1>>>(nullptr);
            return (int)cudaPeekAtLastError();
        });
        test("launch legacy, non-blocking", nb, m, [] {
            k<<<1, 1>>>(nullptr);
            return (int)cudaPeekAtLastError();
        });
        test("memcpyAsync legacy", s, m, [] {
            int x = 0;
            return (int)cudaMemcpyAsync(buf, &x, 4, cudaMemcpyHostToDevice);
        });
        test("eventRecord legacy", s, m, [] { return (int)cudaEventRecord(e2); });
        test("streamWaitEvent legacy", s, m, [] { return (int)cudaStreamWaitEvent(nullptr, old, 0); });
        test("launch s2", s, m, [] {
            k<<<1, 1, 0, s2>>>(nullptr);
            return (int)cudaPeekAtLastError();
        });
        test("unjoined", s, m, [] {
            cudaEventRecord(e, s);
            cudaStreamWaitEvent(s2, e, 0);
            k<<<1, 1, 0, s2>>>(nullptr);
            return (int)cudaPeekAtLastError();
        });
        test("unjoined, no work", s, m, [] {
            cudaEventRecord(e, s);
            return (int)cudaStreamWaitEvent(s2, e, 0);
        });
        test("joined", s, m, [] {
            cudaEventRecord(e, s);
            cudaStreamWaitEvent(s2, e, 0);
            k<<<1, 1, 0, s2>>>(nullptr);
            cudaEventRecord(e2, s2);
            return (int)cudaStreamWaitEvent(s, e2, 0);
        });
        test("joined, then more in s2", s, m, [] {
            cudaEventRecord(e, s);
            cudaStreamWaitEvent(s2, e, 0);
            k<<<1, 1, 0, s2>>>(nullptr);
            cudaEventRecord(e2, s2);
            cudaStreamWaitEvent(s, e2, 0);
            k<<<1, 1, 0, s2>>>(nullptr);
            return (int)cudaPeekAtLastError();
        });
        test("end on the other stream", s, m, [] {
            cudaGraph_t g;
            cudaEventRecord(e, s);
            cudaStreamWaitEvent(s2, e, 0);
            return (int)cudaStreamEndCapture(s2, &g);
        });
        test("begin twice", s, m, [&] { return (int)cudaStreamBeginCapture(s, m); });
        test("begin on legacy", s, m, [&] { return (int)cudaStreamBeginCapture(nullptr, m); });
        test("synchronize s2", s, m, [] { return (int)cudaStreamSynchronize(s2); });
        test("synchronize s", s, m, [] { return (int)cudaStreamSynchronize(s); });
        test("synchronize legacy", s, m, [] { return (int)cudaStreamSynchronize(nullptr); });
        test("query s2", s, m, [] { return (int)cudaStreamQuery(s2); });
        test("query legacy", s, m, [] { return (int)cudaStreamQuery(nullptr); });
        test("deviceSynchronize", s, m, [] { return (int)cudaDeviceSynchronize(); });
        test("streamCreate", s, m, [] {
            cudaStream_t n;
            return (int)cudaStreamCreate(&n);
        });
        test("streamDestroy of another", s, m, [] {
            cudaStream_t n;
            cudaStreamCreate(&n);
            return (int)cudaStreamDestroy(n);
        });
        test("eventCreate", s, m, [] {
            cudaEvent_t n;
            return (int)cudaEventCreate(&n);
        });
        test("mallocAsync", s, m, [] {
            void* p;
            int r = cudaMallocAsync(&p, 16, s);
            if (!r)
                r = cudaFreeAsync(p, s);
            return r;
        });
        test("memGetInfo", s, m, [] {
            size_t a, b;
            return (int)cudaMemGetInfo(&a, &b);
        });
        test("hostRegister", s, m, [] {
            static char page[8192];
            int r = cudaHostRegister(page, 8192, 0);
            if (!r)
                cudaHostUnregister(page);
            return r;
        });
        test("symbol copy async", s, m, [] {
            int x = 1;
            return (int)cudaMemcpyAsync(buf, &x, 4, cudaMemcpyHostToDevice, s);
        });
        test("bad launch", s, m, [] {
            k<<<1, 2048, 0, s>>>(nullptr);
            return (int)cudaPeekAtLastError();
        });
    }
}
