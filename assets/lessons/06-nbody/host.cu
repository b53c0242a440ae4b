// Host code of the n-body problem, as in the lecture: NT time steps, timed
// including both copies. Build and run: nvcc -o nbody host.cu && ./nbody
#include "kernels.cu"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

// Any CUDA runtime call can fail: print where, and exit.
#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t error = (call);                                             \
        if (error != cudaSuccess) {                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,             \
                         cudaGetErrorString(error));                            \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

// Variant `host`: the acceleration of body `id`, as printed in the lecture.
void Acceleration_CPU(const float* X, const float* Y, float* AX, float* AY, int N, int id)
{
    float ax = 0.0f, ay = 0.0f;
    for (int j = 0; j < N; j++) {  // over all bodies
        if (j != id) {             // a body exerts no force on itself
            float xx = X[j] - X[id];
            float yy = Y[j] - Y[id];
            float rr = std::sqrt(xx * xx + yy * yy);
            if (rr > 0.01f) {  // nearest distance 0.01 m
                rr = 10.0f / (rr * rr * rr);
                ax += xx * rr;
                ay += yy * rr;
            }
        }
    }
    AX[id] = ax;
    AY[id] = ay;
}

void Position_CPU(float* X, float* Y, float* VX, float* VY,
                  const float* AX, const float* AY, float tau, int id)
{
    X[id] += VX[id] * tau + AX[id] * tau * tau * 0.5f;
    Y[id] += VY[id] * tau + AY[id] * tau * tau * 0.5f;
    VX[id] += AX[id] * tau;
    VY[id] += AY[id] * tau;
}

// One time step. No position changes before the last acceleration is known: the
// lecture stores the positions of each step, this program all accelerations.
void step_CPU(float* X, float* Y, float* VX, float* VY, float* AX, float* AY, float tau, int N)
{
    for (int id = 0; id < N; id++)
        Acceleration_CPU(X, Y, AX, AY, N, id);
    for (int id = 0; id < N; id++)
        Position_CPU(X, Y, VX, VY, AX, AY, tau, id);
}

// Variant `host_parallel`: each core computes its share of the accelerations.
void accelerate_on_all_cores(const float* X, const float* Y, float* AX, float* AY, int N)
{
    int parts = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> others;
    for (int part = 0; part < parts; part++)
        others.emplace_back([=] {
            int last = (long long)N * (part + 1) / parts;
            for (int id = (long long)N * part / parts; id < last; id++)
                Acceleration_CPU(X, Y, AX, AY, N, id);
        });
    for (std::thread& other : others)
        other.join();
}

// The lecture's program: NT = 10, and its loop computes 9 time steps. Both copies
// transfer whole trajectories, NT positions of each body.
int main(int argc, char* argv[])
{
    const int N = 10240;
    const int NT = argc > 1 ? std::atoi(argv[1]) : 10;
    const float tau = 0.001f;
    const size_t size = N * sizeof(float);
    std::vector<float> hX(NT * N), hY(NT * N), hVX(N), hVY(N), hAX(N), hAY(N);
    for (int j = 0; j < N; j++) {
        float phi = (float)std::rand();
        float radius = (std::rand() % 32768) * 1.0e-4f;
        hX[j] = radius * std::cos(phi);
        hY[j] = radius * std::sin(phi);
        float vv = (hX[j] * hX[j] + hY[j] * hY[j]) * 10.0f;
        hVX[j] = -vv * std::sin(phi);
        hVY[j] = vv * std::cos(phi);
    }
    float *dX, *dY, *dVX, *dVY, *dAX, *dAY;
    CHECK(cudaMalloc(&dX, NT * size));
    CHECK(cudaMalloc(&dY, NT * size));
    CHECK(cudaMalloc(&dVX, size));
    CHECK(cudaMalloc(&dVY, size));
    CHECK(cudaMalloc(&dAX, size));
    CHECK(cudaMalloc(&dAY, size));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    // On the GPU: the time includes both copies and all launches. The kernels of
    // this lesson move the bodies in place, in the first N elements of dX and dY.
    const int threads = 256, blocks = N / threads;
    CHECK(cudaEventRecord(start));
    CHECK(cudaMemcpy(dX, hX.data(), NT * size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dY, hY.data(), NT * size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dVX, hVX.data(), size, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dVY, hVY.data(), size, cudaMemcpyHostToDevice));
    for (int j = 1; j < NT; j++) {
        accelerate_global<<<blocks, threads>>>(dX, dY, dAX, dAY, N);
        CHECK(cudaGetLastError());
        advance<<<blocks, threads>>>(dX, dY, dVX, dVY, dAX, dAY, tau, N);
        CHECK(cudaGetLastError());
    }
    std::vector<float> gX(NT * N), gY(NT * N);
    CHECK(cudaMemcpy(gX.data(), dX, NT * size, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(gY.data(), dY, NT * size, cudaMemcpyDeviceToHost));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float gpu_ms = 0.0f;
    CHECK(cudaEventElapsedTime(&gpu_ms, start, stop));

    // The same time steps on one core.
    CHECK(cudaEventRecord(start));
    for (int j = 1; j < NT; j++)
        step_CPU(hX.data(), hY.data(), hVX.data(), hVY.data(), hAX.data(), hAY.data(), tau, N);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float cpu_ms = 0.0f;
    CHECK(cudaEventElapsedTime(&cpu_ms, start, stop));
    std::printf("GPU %.2f ms, CPU %.2f ms, rate %.1f x\n", gpu_ms, cpu_ms, cpu_ms / gpu_ms);

    for (float* buffer : {dX, dY, dVX, dVY, dAX, dAY})
        CHECK(cudaFree(buffer));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    bool finite = std::isfinite(gX[0]) && std::isfinite(hX[0]);
    return finite ? 0 : 1;
}
