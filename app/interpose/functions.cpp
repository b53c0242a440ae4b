// The functions of the CUDA Runtime API that are interposed. Each forwards its call to the runtime library of the program; a
// launch outside of captures costs one atomic load and one indirect call more.
#include "app/interpose/gpu_launch.h"
#include "app/interpose/next.h"
#include "app/interpose/program_state.h"

#include <span>

#define WARPSTAGE_INTERPOSED extern "C" __attribute__((visibility("default")))
// The function of the same name behind this one.
#define WARPSTAGE_NEXT(name) static auto* const next = next_function<decltype(name)>(#name)

// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier): the names are those of the API
namespace warpstage::interpose {

namespace {

using runtime::Extent;
using runtime::LaunchAttribute;
using runtime::LaunchConfiguration;
using runtime::PitchedPointer;
using runtime::Stream;

// Runs the launch by `forward`, with its memory stored before and after it if it is chosen.
template <typename Forward> int run(const GpuLaunch& launch, Stream* stream, const Forward& forward)
{
    ProgramState& state = ProgramState::instance();
    if (!state.is_open() || is_capturing(stream))
        return forward();
    const auto captured = state.begin(launch);
    const int status = forward();
    if (captured != nullptr && status == kSuccess && synchronize()) {
        // Without its files, the launch is reported as not captured.
        static_cast<void>(captured->finish({}));
    }
    return status;
}

GpuLaunch launch_of(const LaunchConfiguration& configuration, const void* function, void** arguments)
{
    GpuLaunch launch { function, configuration.grid, configuration.block, configuration.dynamic_shared_bytes, {}, arguments };
    for (const LaunchAttribute& attribute : std::span(configuration.attributes, configuration.attribute_count)) {
        if (attribute.id == LaunchAttribute::kClusterDimension)
            launch.cluster = Dim3 { attribute.value[0], attribute.value[1], attribute.value[2] };
    }
    return launch;
}

// Remembers what an allocation has returned.
int allocated(int status, void** result, std::size_t bytes, const char* function)
{
    if (status == kSuccess)
        ProgramState::instance().add_memory(*result, bytes, function);
    return status;
}

// Remembers the handle of a kernel: launches name it by its host function or by this.
int named(int status, const void* const* kernel, const void* host)
{
    if (status == kSuccess)
        ProgramState::instance().add_handle(*kernel, host);
    return status;
}

} // namespace

WARPSTAGE_INTERPOSED void** __cudaRegisterFatBinary(void* wrapper)
{
    WARPSTAGE_NEXT(__cudaRegisterFatBinary);
    void** const handle = next(wrapper);
    ProgramState::instance().add_binary(handle, wrapper);
    return handle;
}

WARPSTAGE_INTERPOSED void __cudaRegisterFunction(void** handle, const char* host, char* device_function, const char* name,
    int threads, void* tid, void* bid, void* block, void* grid, int* warp_size)
{
    WARPSTAGE_NEXT(__cudaRegisterFunction);
    next(handle, host, device_function, name, threads, tid, bid, block, grid, warp_size);
    ProgramState::instance().add_kernel(handle, host, name);
}

WARPSTAGE_INTERPOSED int __cudaGetKernel(const void** kernel, const void* host)
{
    WARPSTAGE_NEXT(__cudaGetKernel);
    return named(next(kernel, host), kernel, host);
}

WARPSTAGE_INTERPOSED int cudaGetKernel(const void** kernel, const void* host)
{
    WARPSTAGE_NEXT(cudaGetKernel);
    return named(next(kernel, host), kernel, host);
}

WARPSTAGE_INTERPOSED void __cudaRegisterVar(
    void** handle, char* host, char* address, const char* name, int external, std::size_t bytes, int constant, int global)
{
    WARPSTAGE_NEXT(__cudaRegisterVar);
    next(handle, host, address, name, external, bytes, constant, global);
    ProgramState::instance().add_variable(handle, host, { nullptr, name, bytes, constant != 0 });
}

WARPSTAGE_INTERPOSED void __cudaRegisterManagedVar(
    void** handle, void** pointer, char* address, const char* name, int external, std::size_t bytes, int constant, int global)
{
    WARPSTAGE_NEXT(__cudaRegisterManagedVar);
    next(handle, pointer, address, name, external, bytes, constant, global);
    ProgramState::instance().add_variable(handle, pointer, { nullptr, name, bytes, constant != 0 });
}

WARPSTAGE_INTERPOSED int cudaMalloc(void** result, std::size_t bytes)
{
    WARPSTAGE_NEXT(cudaMalloc);
    return allocated(next(result, bytes), result, bytes, "cudaMalloc");
}

WARPSTAGE_INTERPOSED int cudaMallocManaged(void** result, std::size_t bytes, unsigned int flags)
{
    WARPSTAGE_NEXT(cudaMallocManaged);
    return allocated(next(result, bytes, flags), result, bytes, "cudaMallocManaged");
}

WARPSTAGE_INTERPOSED int cudaMallocHost(void** result, std::size_t bytes)
{
    WARPSTAGE_NEXT(cudaMallocHost);
    return allocated(next(result, bytes), result, bytes, "cudaMallocHost");
}

WARPSTAGE_INTERPOSED int cudaHostAlloc(void** result, std::size_t bytes, unsigned int flags)
{
    WARPSTAGE_NEXT(cudaHostAlloc);
    return allocated(next(result, bytes, flags), result, bytes, "cudaHostAlloc");
}

WARPSTAGE_INTERPOSED int cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags)
{
    WARPSTAGE_NEXT(cudaHostRegister);
    return allocated(next(pointer, bytes, flags), &pointer, bytes, "cudaHostRegister");
}

WARPSTAGE_INTERPOSED int cudaMallocAsync(void** result, std::size_t bytes, Stream* stream)
{
    WARPSTAGE_NEXT(cudaMallocAsync);
    return allocated(next(result, bytes, stream), result, bytes, "cudaMallocAsync");
}

WARPSTAGE_INTERPOSED int cudaMallocAsync_ptsz(void** result, std::size_t bytes, Stream* stream)
{
    WARPSTAGE_NEXT(cudaMallocAsync_ptsz);
    return allocated(next(result, bytes, stream), result, bytes, "cudaMallocAsync");
}

WARPSTAGE_INTERPOSED int cudaMallocPitch(void** result, std::size_t* pitch, std::size_t width, std::size_t height)
{
    WARPSTAGE_NEXT(cudaMallocPitch);
    const int status = next(result, pitch, width, height);
    return allocated(status, result, status == kSuccess ? *pitch * height : 0, "cudaMallocPitch");
}

WARPSTAGE_INTERPOSED int cudaMalloc3D(PitchedPointer* result, Extent extent)
{
    WARPSTAGE_NEXT(cudaMalloc3D);
    const int status = next(result, extent);
    return allocated(status, &result->pointer, result->pitch * extent.height * extent.depth, "cudaMalloc3D");
}

WARPSTAGE_INTERPOSED int cudaCreateTextureObject(
    std::uint64_t* result, const runtime::ResourceDescription* resource, const runtime::TextureModes* modes, const void* view)
{
    WARPSTAGE_NEXT(cudaCreateTextureObject);
    const int status = next(result, resource, modes, view);
    if (status == kSuccess)
        ProgramState::instance().add_texture();
    return status;
}

WARPSTAGE_INTERPOSED int cudaCreateSurfaceObject(std::uint64_t* result, const runtime::ResourceDescription* resource)
{
    WARPSTAGE_NEXT(cudaCreateSurfaceObject);
    const int status = next(result, resource);
    if (status == kSuccess)
        ProgramState::instance().add_texture();
    return status;
}

WARPSTAGE_INTERPOSED int cudaFree(void* pointer)
{
    WARPSTAGE_NEXT(cudaFree);
    ProgramState::instance().remove_memory(pointer);
    return next(pointer);
}

WARPSTAGE_INTERPOSED int cudaFreeHost(void* pointer)
{
    WARPSTAGE_NEXT(cudaFreeHost);
    ProgramState::instance().remove_memory(pointer);
    return next(pointer);
}

WARPSTAGE_INTERPOSED int cudaHostUnregister(void* pointer)
{
    WARPSTAGE_NEXT(cudaHostUnregister);
    ProgramState::instance().remove_memory(pointer);
    return next(pointer);
}

WARPSTAGE_INTERPOSED int cudaFreeAsync(void* pointer, Stream* stream)
{
    WARPSTAGE_NEXT(cudaFreeAsync);
    ProgramState::instance().remove_memory(pointer);
    return next(pointer, stream);
}

WARPSTAGE_INTERPOSED int cudaFreeAsync_ptsz(void* pointer, Stream* stream)
{
    WARPSTAGE_NEXT(cudaFreeAsync_ptsz);
    ProgramState::instance().remove_memory(pointer);
    return next(pointer, stream);
}

// The same function for the default stream of the process and for that of a thread.
#define WARPSTAGE_LAUNCH(name)                                                                                                   \
    WARPSTAGE_INTERPOSED int name(                                                                                               \
        const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t shared_bytes, Stream* stream)                 \
    {                                                                                                                            \
        WARPSTAGE_NEXT(name);                                                                                                    \
        return run({ function, grid, block, shared_bytes, {}, arguments }, stream,                                               \
            [&] { return next(function, grid, block, arguments, shared_bytes, stream); });                                       \
    }
#define WARPSTAGE_CONFIGURED_LAUNCH(name)                                                                                        \
    WARPSTAGE_INTERPOSED int name(const LaunchConfiguration* configuration, const void* function, void** arguments)              \
    {                                                                                                                            \
        WARPSTAGE_NEXT(name);                                                                                                    \
        return run(launch_of(*configuration, function, arguments), configuration->stream,                                        \
            [&] { return next(configuration, function, arguments); });                                                           \
    }

WARPSTAGE_LAUNCH(cudaLaunchKernel)
WARPSTAGE_LAUNCH(cudaLaunchKernel_ptsz)
WARPSTAGE_LAUNCH(__cudaLaunchKernel)
WARPSTAGE_LAUNCH(__cudaLaunchKernel_ptsz)
WARPSTAGE_LAUNCH(cudaLaunchCooperativeKernel)
WARPSTAGE_LAUNCH(cudaLaunchCooperativeKernel_ptsz)
WARPSTAGE_CONFIGURED_LAUNCH(cudaLaunchKernelExC)
WARPSTAGE_CONFIGURED_LAUNCH(cudaLaunchKernelExC_ptsz)

} // namespace warpstage::interpose
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
