// random_calls FIRST COUNT CALLS: for each of COUNT seeds from FIRST on, a random sequence of calls of the runtime API with valid and
// invalid arguments. Prints each call with what it returns, and the sizes and contents that tell what it did, so that the virtual
// device can be compared with a GPU (random_calls_h200.txt). Host memory is never exceeded: that would be this program's own fault.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr size_t kHost = 1 << 16; // bytes of each host buffer
constexpr size_t kHuge[] { size_t { 1 } << 46, size_t { 1 } << 62, ~size_t { 0 }, ~size_t { 0 } - 511, (size_t { 1 } << 63) + 1 };

__constant__ int constants[64];
__device__ int variable[64];

__global__ void fill(int* target, int count, int value)
{
    extern __shared__ int tile[];
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count && target != nullptr)
        target[i] = value + constants[i % 64];
    (void)tile;
}

struct Slot {
    char* pointer = nullptr;
    size_t bytes = 0;
    enum { none, device, host, managed } is = none;
};

Slot slots[6];
cudaStream_t streams[3];
cudaEvent_t events[3];
char* buffers[2];
uint64_t state;
long number;

uint32_t below(uint32_t count) // 0 to count - 1, of SplitMix64
{
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return static_cast<uint32_t>((z ^ (z >> 31)) >> 33) % count;
}

bool one_of(uint32_t count) { return below(count) == 0; }

size_t some_bytes(size_t max) { return one_of(12) ? 0 : 1 + below(static_cast<uint32_t>(max)); }

size_t size_or_huge(size_t max) { return one_of(10) ? kHuge[below(5)] : some_bytes(max); }

void say(const char* call, cudaError_t status)
{
    std::printf("%ld %s: %d\n", number, call, static_cast<int>(status));
}

Slot& free_slot()
{
    for (Slot& slot : slots)
        if (slot.is == Slot::none)
            return slot;
    Slot& slot = slots[below(6)];
    if (slot.is == Slot::host)
        cudaFreeHost(slot.pointer);
    else
        cudaFree(slot.pointer);
    slot = {};
    return slot;
}

// A pointer of the device with the bytes behind it; null: none.
char* device_at(size_t& left)
{
    const Slot& slot = slots[below(6)];
    left = 0;
    if (slot.is != Slot::device && slot.is != Slot::managed)
        return nullptr;
    const size_t offset = one_of(3) ? below(static_cast<uint32_t>(slot.bytes)) : 0;
    left = slot.bytes - offset;
    return slot.pointer + offset;
}

// A GPU writes behind the end of a buffer without a word: as many rows as fit, but at most 20.
size_t rows_in(size_t bytes, size_t pitch, size_t width)
{
    const size_t rows = width > bytes || pitch == 0 ? 0 : (bytes - width) / pitch + 1;
    return below(static_cast<uint32_t>(rows < 20 ? rows : 20) + 1);
}

cudaStream_t stream() { return one_of(2) ? nullptr : streams[below(3)]; }

void allocate()
{
    Slot& slot = free_slot();
    void* pointer = nullptr;
    size_t bytes = size_or_huge(200'000);
    cudaError_t status = cudaSuccess;
    switch (below(6)) {
    case 0:
        bytes = some_bytes(200'000); // more than a GPU has may hang it
        say("cudaMallocManaged", status = cudaMallocManaged(&pointer, bytes));
        slot.is = Slot::managed;
        break;
    case 1:
        say("cudaMallocHost", status = cudaMallocHost(&pointer, bytes));
        slot.is = Slot::host;
        break;
    case 2: {
        size_t pitch = 0;
        const size_t height = 1 + below(40);
        bytes = size_or_huge(4000);
        say("cudaMallocPitch", status = cudaMallocPitch(&pointer, &pitch, bytes, height));
        if (status == cudaSuccess)
            std::printf("  pitch %zu\n", pitch);
        bytes = pitch * height;
        slot.is = Slot::device;
        break;
    }
    case 3: {
        cudaPitchedPtr pitched {};
        const cudaExtent extent = make_cudaExtent(size_or_huge(2000), 1 + below(20), below(10));
        say("cudaMalloc3D", status = cudaMalloc3D(&pitched, extent));
        if (status == cudaSuccess)
            std::printf("  pitch %zu\n", pitched.pitch);
        pointer = pitched.ptr;
        bytes = pitched.pitch * extent.height * extent.depth;
        slot.is = Slot::device;
        break;
    }
    default:
        say("cudaMalloc", status = cudaMalloc(&pointer, bytes));
        slot.is = Slot::device;
    }
    if (status != cudaSuccess || pointer == nullptr || bytes == 0)
        slot.is = Slot::none;
    slot.pointer = static_cast<char*>(pointer);
    slot.bytes = bytes;
    if (slot.is == Slot::device || slot.is == Slot::managed)
        cudaMemset(pointer, 7, bytes);
    else if (slot.is == Slot::host)
        std::memset(pointer, 7, bytes);
}

void release()
{
    Slot& slot = slots[below(6)];
    const size_t offset = one_of(5) && slot.bytes > 64 ? 16 : 0;
    cudaError_t status = cudaSuccess;
    if (slot.is == Slot::host && !one_of(6))
        say("cudaFreeHost", status = cudaFreeHost(slot.pointer + offset));
    else if (slot.is == Slot::host)
        say("cudaFree of host memory", status = cudaFree(slot.pointer));
    else if (slot.is == Slot::none)
        say("cudaFree of null", status = cudaFree(nullptr)), status = cudaErrorInvalidValue;
    else if (one_of(8))
        say("cudaFreeHost of device memory", status = cudaFreeHost(slot.pointer));
    else
        say(offset != 0 ? "cudaFree behind the begin" : "cudaFree", status = cudaFree(slot.pointer + offset));
    if (status == cudaSuccess)
        slot = {};
}

void set_memory()
{
    size_t left = 0;
    char* const pointer = device_at(left);
    if (one_of(2)) {
        const size_t bytes = one_of(6) ? left + 1 : left == 0 ? 0 : below(static_cast<uint32_t>(left) + 1);
        say("cudaMemset", cudaMemset(pointer, static_cast<int>(below(300)), bytes));
    } else {
        const size_t pitch = some_bytes(1024);
        const size_t width = one_of(8) ? pitch + 1 : pitch == 0 ? some_bytes(100) : 1 + below(static_cast<uint32_t>(pitch));
        const size_t height = rows_in(left, pitch, width);
        say("cudaMemset2D", cudaMemset2D(pointer, pitch, static_cast<int>(below(300)), width, height));
    }
}

void copy()
{
    size_t left = 0;
    char* const device = device_at(left);
    char* const host = buffers[below(2)];
    const size_t limit = left < kHost ? left : kHost;
    const size_t bytes = left < kHost && one_of(8) ? left + 1 : limit == 0 ? 0 : below(static_cast<uint32_t>(limit) + 1);
    switch (below(7)) {
    case 0:
        say("cudaMemcpy to the device", cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
        break;
    case 1: {
        std::memset(host, 1, kHost);
        const cudaError_t status = cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
        say("cudaMemcpy to the host", status);
        unsigned sum = 0;
        for (size_t i = 0; i < bytes && status == cudaSuccess; ++i)
            sum = sum * 31 + static_cast<unsigned char>(host[i]);
        std::printf("  %zu bytes, sum %u\n", bytes, sum);
        break;
    }
    case 2:
        say("cudaMemcpy in the wrong direction", cudaMemcpy(device, host, bytes, cudaMemcpyDeviceToHost));
        break;
    case 3:
        say("cudaMemcpy of an unknown kind", cudaMemcpy(device, host, bytes, static_cast<cudaMemcpyKind>(5 + below(100))));
        break;
    case 4: {
        size_t other_left = 0;
        char* const other = device_at(other_left);
        say("cudaMemcpy on the device", cudaMemcpy(device, other, bytes, cudaMemcpyDeviceToDevice));
        break;
    }
    case 5: {
        const size_t pitch = 1 + below(512);
        const size_t host_pitch = 1 + below(512);
        const size_t width = one_of(8) ? host_pitch + 1 : 1 + below(static_cast<uint32_t>(host_pitch));
        const size_t height = rows_in(left, pitch, width);
        say("cudaMemcpy2D to the device", cudaMemcpy2D(device, pitch, host, host_pitch, width, height, cudaMemcpyHostToDevice));
        break;
    }
    default:
        say("cudaMemcpyAsync", cudaMemcpyAsync(device, host, bytes, cudaMemcpyDefault, stream()));
        cudaDeviceSynchronize();
    }
}

void symbols()
{
    int values[80] {};
    const size_t offset = one_of(4) ? kHuge[below(5)] : below(300);
    const size_t bytes = below(300);
    if (one_of(2))
        say("cudaMemcpyToSymbol", cudaMemcpyToSymbol(constants, values, bytes, offset));
    else
        say("cudaMemcpyFromSymbol", cudaMemcpyFromSymbol(values, variable, bytes, offset));
}

void launch()
{
    size_t left = 0;
    char* const device = device_at(left);
    const bool aligned = reinterpret_cast<uintptr_t>(device) % 4 == 0;
    const int count = aligned ? static_cast<int>(left / 4) : 0;
    const unsigned blocks = one_of(8) ? 0 : 1 + below(20);
    const unsigned threads = one_of(6) ? 1025 + below(100) : one_of(8) ? 0 : 1 + below(1024);
    const size_t shared = one_of(4) ? below(300'000) : 0;
    fill<<<blocks, threads, shared, stream()>>>(reinterpret_cast<int*>(device), count, 5);
    say("launch", cudaGetLastError());
    say("cudaDeviceSynchronize", cudaDeviceSynchronize());
}

void attributes()
{
    switch (below(6)) {
    case 0: {
        const int bytes = static_cast<int>(below(300'000)) - 10;
        say("cudaFuncSetAttribute", cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        break;
    }
    case 1: {
        const Slot& slot = slots[below(6)];
        cudaPointerAttributes got {};
        const cudaError_t status = cudaPointerGetAttributes(&got, slot.is == Slot::none ? buffers[0] : slot.pointer);
        say("cudaPointerGetAttributes", status);
        std::printf("  type %d\n", static_cast<int>(got.type));
        break;
    }
    case 2: {
        int device = -1;
        say("cudaSetDevice", cudaSetDevice(one_of(2) ? 0 : 8 + static_cast<int>(below(100))));
        say("cudaGetDevice", cudaGetDevice(&device));
        break;
    }
    case 3: {
        int blocks = -1;
        const int threads = one_of(6) ? static_cast<int>(below(3)) - 1 : 1 + static_cast<int>(below(1100));
        const cudaError_t status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, threads, below(100'000));
        say("cudaOccupancyMaxActiveBlocksPerMultiprocessor", status);
        break;
    }
    case 4: {
        size_t value = 0;
        say("cudaDeviceGetLimit", cudaDeviceGetLimit(&value, static_cast<cudaLimit>(below(12))));
        break;
    }
    default: {
        cudaFuncAttributes got {};
        say("cudaFuncGetAttributes", cudaFuncGetAttributes(&got, one_of(4) ? nullptr : reinterpret_cast<const void*>(fill)));
    }
    }
}

void ordering()
{
    float time = 0;
    cudaEvent_t& event = events[below(3)];
    switch (below(6)) {
    case 0:
        say("cudaEventRecord", cudaEventRecord(event, stream()));
        break;
    case 1:
        cudaDeviceSynchronize();
        say("cudaEventElapsedTime", cudaEventElapsedTime(&time, event, events[below(3)]));
        break;
    case 2:
        cudaDeviceSynchronize();
        say("cudaEventQuery", cudaEventQuery(event));
        break;
    case 3:
        say("cudaStreamWaitEvent", cudaStreamWaitEvent(stream(), event, one_of(4) ? 8 : 0));
        break;
    case 4:
        say("cudaEventDestroy", cudaEventDestroy(event));
        say("cudaEventCreateWithFlags", cudaEventCreateWithFlags(&event, one_of(2) ? 0 : cudaEventDisableTiming));
        break;
    default:
        cudaDeviceSynchronize();
        say("cudaStreamQuery", cudaStreamQuery(stream()));
    }
}

void record_graph()
{
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    size_t left = 0;
    char* const device = device_at(left);
    cudaStream_t const recorded = streams[below(3)];
    say("cudaStreamBeginCapture", cudaStreamBeginCapture(recorded, cudaStreamCaptureModeRelaxed));
    if (device != nullptr)
        say("cudaMemsetAsync", cudaMemsetAsync(device, 3, left, recorded));
    if (one_of(3))
        say("cudaStreamBeginCapture again", cudaStreamBeginCapture(recorded, cudaStreamCaptureModeRelaxed));
    if (one_of(3))
        say("cudaStreamSynchronize", cudaStreamSynchronize(recorded));
    say("cudaStreamEndCapture", cudaStreamEndCapture(recorded, &graph));
    say("cudaStreamEndCapture again", cudaStreamEndCapture(recorded, nullptr));
    if (graph != nullptr) {
        say("cudaGraphInstantiate", cudaGraphInstantiate(&executable, graph, 0));
        if (executable != nullptr)
            say("cudaGraphLaunch", cudaGraphLaunch(executable, stream()));
        cudaDeviceSynchronize();
        cudaGraphExecDestroy(executable);
        say("cudaGraphDestroy", cudaGraphDestroy(graph));
    }
}

void errors()
{
    if (one_of(2))
        say("cudaGetLastError", cudaGetLastError());
    else
        say("cudaPeekAtLastError", cudaPeekAtLastError());
}

using Group = void (*)();
constexpr Group kGroups[] { allocate, allocate, release, set_memory, copy, copy, symbols, launch, attributes, ordering, record_graph, errors };

// Each seed begins with nothing, so that a difference in one does not change the others.
void begin_anew()
{
    for (Slot& slot : slots) {
        if (slot.is == Slot::host)
            cudaFreeHost(slot.pointer);
        else if (slot.is != Slot::none)
            cudaFree(slot.pointer);
        slot = {};
    }
    for (cudaStream_t& each : streams) {
        cudaStreamDestroy(each);
        cudaStreamCreate(&each);
    }
    for (cudaEvent_t& each : events) {
        cudaEventDestroy(each);
        cudaEventCreate(&each);
    }
    cudaSetDevice(0);
    cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 0);
    while (cudaGetLastError() != cudaSuccess) { }
}

} // namespace

int main(int argc, char** argv)
{
    const uint64_t first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
    const uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    const long calls = argc > 3 ? std::atol(argv[3]) : 100;
    for (char*& buffer : buffers)
        buffer = static_cast<char*>(std::calloc(kHost, 1));
    for (uint64_t seed = first; seed < first + count; ++seed) {
        std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
        begin_anew();
        state = seed;
        for (number = 0; number < calls; ++number)
            kGroups[below(sizeof(kGroups) / sizeof(kGroups[0]))]();
    }
    std::printf("random_calls passed\n");
}
