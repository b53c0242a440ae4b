// Launches one faulty kernel of tests/fixtures/simt/faults on a GPU, with the shapes and buffers of its fixture, for
// `compute-sanitizer --tool TOOL faults NAME`: see the README there.
#include "../fixtures/simt/faults/barrier_in_branch.cu"
#include "../fixtures/simt/faults/barrier_of_part.cu"
#include "../fixtures/simt/faults/block_race.cu"
#include "../fixtures/simt/faults/endless_loop.cu"
#include "../fixtures/simt/faults/misaligned.cu"
#include "../fixtures/simt/faults/null_pointer.cu"
#include "../fixtures/simt/faults/one_word.cu"
#include "../fixtures/simt/faults/past_end.cu"
#include "../fixtures/simt/faults/read_race.cu"
#include "../fixtures/simt/faults/uninitialized_global.cu"
#include "../fixtures/simt/faults/uninitialized_shared.cu"
#include "../fixtures/simt/faults/warp_tail.cu"
#include "../fixtures/simt/faults/write_race.cu"

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

template <typename T> T* uninitialized(std::size_t count)
{
    T* address = nullptr;
    cudaMalloc(&address, count * sizeof(T));
    return address;
}

// 0, 1, 2, ... times `step`.
template <typename T> T* filled(std::size_t count, T step)
{
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<T>(i) * step;
    T* address = uninitialized<T>(count);
    cudaMemcpy(address, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    return address;
}

struct Fault {
    const char* name;
    void (*launch)();
};

const Fault kFaults[] = {
    { "past_end", [] { past_end<<<2, 64>>>(filled<float>(100, 1), 100); } },
    { "misaligned", [] { misaligned<<<1, 16>>>(filled<float>(64, 1), filled<float>(16, 0)); } },
    { "null_pointer", [] { null_pointer<<<1, 32>>>(nullptr); } },
    { "uninitialized_shared", [] { uninitialized_shared<<<1, 64>>>(filled<int>(64, 1), filled<int>(64, 0)); } },
    { "uninitialized_global", [] { uninitialized_global<<<1, 64>>>(filled<int>(64, 1), uninitialized<int>(64)); } },
    { "write_race", [] { write_race<<<1, 64>>>(filled<int>(64, 0)); } },
    { "read_race", [] { read_race<<<1, 64>>>(filled<int>(64, 1), filled<int>(64, 0)); } },
    { "one_word", [] { one_word<<<1, 32>>>(filled<int>(32, 0)); } },
    { "block_race", [] { block_race<<<4, 32>>>(filled<int>(1, 0)); } },
    { "barrier_in_branch", [] { barrier_in_branch<<<1, 64>>>(filled<int>(64, 0)); } },
    { "barrier_of_part", [] { barrier_of_part<<<1, 64>>>(filled<int>(64, 0)); } },
    { "endless_loop", [] { endless_loop<<<1, 32>>>(filled<unsigned int>(32, 1)); } },
    { "tail_in_step", [] { tail_in_step<<<1, 64>>>(filled<int>(64, 1), filled<int>(1, 0)); } },
    { "tail_with_syncwarp", [] { tail_with_syncwarp<<<1, 64>>>(filled<int>(64, 1), filled<int>(1, 0)); } },
};

} // namespace

int main(int argc, char** argv)
{
    for (const Fault& fault : kFaults) {
        if (argc == 2 && std::strcmp(fault.name, argv[1]) == 0) {
            fault.launch();
            std::printf("%s: %s\n", fault.name, cudaGetErrorString(cudaDeviceSynchronize()));
            return 0;
        }
    }
    std::printf("faults NAME, one of:\n");
    for (const Fault& fault : kFaults)
        std::printf("  %s\n", fault.name);
    return 2;
}
