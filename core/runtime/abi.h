// Types of the CUDA Runtime API as programs pass them: own definitions with the layouts of CUDA 12 and 13. Source: CUDA Runtime
// API reference, "Data types used by CUDA Runtime".
#pragma once

#include "core/base/dim3.h"

#include <cstddef>
#include <cstdint>

namespace warpstage::runtime {

// cudaMemcpyKind.
enum class CopyKind : std::uint32_t { host_to_host, host_to_device, device_to_host, device_to_device, by_address };

// cudaChannelFormatDesc; `format` is a cudaChannelFormatKind. Without initial values, because functions with C linkage return it.
struct ChannelFormat {
    int x; // bits
    int y;
    int z;
    int w;
    int format;

    static constexpr int kSigned = 0;
    static constexpr int kUnsigned = 1;
    static constexpr int kFloat = 2;

    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(x + y + z + w) / 8; }
};

// cudaExtent: the width is in elements for arrays, in bytes for memory.
struct Extent {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t depth = 0;
};

// cudaPos.
struct Position {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t z = 0;
};

// cudaPitchedPtr.
struct PitchedPointer {
    void* pointer = nullptr;
    std::size_t pitch = 0; // bytes between rows
    std::size_t xsize = 0;
    std::size_t ysize = 0; // rows between slices
};

struct Array; // cudaArray_t points to it
struct Stream; // cudaStream_t points to it

// cudaMemcpy3DParms.
struct Copy3D {
    Array* source_array = nullptr;
    Position source_position;
    PitchedPointer source;
    Array* target_array = nullptr;
    Position target_position;
    PitchedPointer target;
    Extent extent;
    CopyKind kind = CopyKind::by_address;
};

// cudaFuncAttributes, the members that CUDA 12 and 13 have in common.
struct FunctionAttributes {
    std::size_t shared_bytes = 0;
    std::size_t constant_bytes = 0;
    std::size_t local_bytes = 0;
    int max_threads = 0;
    int registers = 0;
    int ptx_version = 0;
    int binary_version = 0;
    int cache_mode = 0;
    int max_dynamic_shared_bytes = 0;
    int preferred_carveout = 0;
    int cluster_must_be_set = 0;
    int cluster_width = 0;
    int cluster_height = 0;
    int cluster_depth = 0;
    int scheduling_policy = 0;
    int nonportable_cluster = 0;
};

// cudaPointerAttributes, the members that CUDA 12 and 13 have in common: a program of CUDA 12 has no memory behind them.
struct PointerAttributes {
    int type = 0; // cudaMemoryType
    int device = 0;
    void* device_pointer = nullptr;
    void* host_pointer = nullptr;
};
static_assert(sizeof(PointerAttributes) == 24);

// cudaResourceDesc, the members that CUDA 12 and 13 have in common.
struct ResourceDescription {
    int type = 0; // cudaResourceType
    union {
        Array* array;
        struct {
            void* pointer;
            ChannelFormat format;
            std::size_t bytes;
        } linear;
        struct {
            void* pointer;
            ChannelFormat format;
            std::size_t width; // texels
            std::size_t height;
            std::size_t pitch; // bytes
        } pitched;
    } resource {};

    static constexpr int kArray = 0;
    static constexpr int kLinear = 2;
    static constexpr int kPitched = 3;
};
static_assert(sizeof(ResourceDescription) == 64);

// cudaTextureDesc.
struct TextureModes {
    int address_mode[3] {};
    int filter_mode = 0;
    int read_mode = 0;
    int srgb = 0;
    float border[4] {};
    int normalized_coordinates = 0;
    unsigned int max_anisotropy = 0;
    int mipmap_filter = 0;
    float mipmap_bias = 0;
    float min_mipmap = 0;
    float max_mipmap = 0;
    int disable_trilinear = 0;
    int seamless_cubemap = 0;
};

// cudaLaunchAttribute: the value is a union of 64 bytes.
struct LaunchAttribute {
    int id = 0;
    char padding[4] {};
    std::uint32_t value[16] {};

    static constexpr int kCooperative = 2;
    static constexpr int kClusterDimension = 4;
};

// cudaLaunchConfig_t.
struct LaunchConfiguration {
    Dim3 grid {};
    Dim3 block {};
    std::size_t dynamic_shared_bytes = 0;
    Stream* stream = nullptr;
    const LaunchAttribute* attributes = nullptr;
    unsigned int attribute_count = 0;
};

// cudaKernelNodeParams.
struct KernelNode {
    const void* function = nullptr;
    Dim3 grid {};
    Dim3 block {};
    unsigned int shared_bytes = 0;
    void** arguments = nullptr;
    void** extra = nullptr;
};

// cudaConditionalNodeParams, the members that CUDA 12 and 13 have in common.
struct ConditionalNode {
    std::uint64_t handle = 0;
    int type = 0; // cudaGraphConditionalNodeType
    unsigned int count = 0; // of graphs
    struct Graph** graphs = nullptr; // result
};

// cudaMemsetParams.
struct MemsetNode {
    void* target = nullptr;
    std::size_t pitch = 0;
    unsigned int value = 0;
    unsigned int element_bytes = 1;
    std::size_t width = 0; // elements
    std::size_t height = 1;
};

// cudaHostNodeParams.
struct HostNode {
    void (*function)(void*) = nullptr;
    void* data = nullptr;
};

} // namespace warpstage::runtime
