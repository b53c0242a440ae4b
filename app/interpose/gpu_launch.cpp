#include "app/interpose/gpu_launch.h"

#include "app/interpose/next.h"
#include "core/runtime/abi.h"

#include <array>
#include <bit>

namespace warpstage::interpose {

namespace {

// cudaDeviceAttr.
constexpr int kMajor = 75;
constexpr int kMinor = 76;

int attribute(int number)
{
    static auto* const get_device = next_function<int(int*)>("cudaGetDevice");
    static auto* const get = next_function<int(int*, int, int)>("cudaDeviceGetAttribute");
    int device = 0;
    int value = 0;
    return get_device(&device) == kSuccess && get(&value, number, device) == kSuccess ? value : 0;
}

} // namespace

bool synchronize()
{
    static auto* const next = next_function<int()>("cudaDeviceSynchronize");
    return next() == kSuccess;
}

bool read_memory(std::uint64_t address, std::span<std::byte> content)
{
    static auto* const next = next_function<int(void*, const void*, std::size_t, int)>("cudaMemcpy");
    constexpr int kByAddress = 4; // cudaMemcpyDefault
    return next(content.data(), std::bit_cast<const void*>(address), content.size(), kByAddress) == kSuccess;
}

bool read_variable(const void* host, std::span<std::byte> content)
{
    static auto* const next = next_function<int(void*, const void*, std::size_t, std::size_t, int)>("cudaMemcpyFromSymbol");
    constexpr int kToHost = 2; // cudaMemcpyDeviceToHost
    return next(content.data(), host, content.size(), 0, kToHost) == kSuccess;
}

std::uint64_t address_of_variable(const void* host)
{
    static auto* const next = next_function<int(void**, const void*)>("cudaGetSymbolAddress");
    void* address = nullptr;
    return next(&address, host) == kSuccess ? std::bit_cast<std::uint64_t>(address) : 0;
}

std::string device_name()
{
    // cudaGetDeviceProperties begins with the name in 256 bytes, in every version.
    constexpr std::size_t kNameBytes = 256;
    constexpr std::size_t kMaxBytes = 4096;
    static auto* const get_device = next_function<int(int*)>("cudaGetDevice");
    void* next = dlsym(RTLD_NEXT, "cudaGetDeviceProperties_v2");
    if (next == nullptr)
        next = dlsym(RTLD_NEXT, "cudaGetDeviceProperties");
    alignas(16) std::array<char, kMaxBytes> properties {};
    int device = 0;
    if (next == nullptr || get_device(&device) != kSuccess
        || reinterpret_cast<int (*)(void*, int)>(next)(properties.data(), device) != kSuccess)
        return "GPU";
    properties.at(kNameBytes - 1) = '\0';
    return properties.data();
}

std::uint32_t compute_capability()
{
    return static_cast<std::uint32_t>(attribute(kMajor) * 10 + attribute(kMinor));
}

bool is_capturing(void* stream)
{
    static auto* const next = next_function<int(void*, int*)>("cudaStreamIsCapturing");
    int status = 0;
    return next(stream, &status) == kSuccess && status != 0;
}

} // namespace warpstage::interpose
