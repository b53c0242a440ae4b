// Functions of the exported CUDA Runtime API that functions of the driver API call.
#pragma once

#include "core/runtime/abi.h"
#include "core/runtime/status.h"
#include "core/runtime/streams.h"

#include <cstddef>
#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming): the names are those of the API
namespace warpstage::runtime {

struct Array;
struct MemoryLocation;
struct Pool;
struct PoolProperties;

extern "C" {
Status cudaDeviceGetDefaultMemPool(Pool** result, int number);
Status cudaDeviceGetLimit(std::size_t* value, int limit);
Status cudaDeviceGetMemPool(Pool** result, int number);
Status cudaDeviceGetByPCIBusId(int* number, const char* text);
Status cudaDeviceGetPCIBusId(char* text, int bytes, int number);
Status cudaDeviceGetStreamPriorityRange(int* lowest, int* greatest);
Status cudaDeviceSetLimit(int limit, std::size_t value);
Status cudaDeviceSetMemPool(int number, Pool* pool);
Status cudaDeviceSynchronize();
Status cudaEventCreateWithFlags(Event** result, unsigned int flags);
Status cudaEventDestroy(Event* event);
Status cudaEventElapsedTime(float* milliseconds, Event* begin, Event* end);
Status cudaEventQuery(Event* event);
Status cudaEventRecord(Event* event, Stream* stream);
Status cudaEventSynchronize(Event* event);
Status cudaFree(void* pointer);
Status cudaFreeArray(Array* array);
Status cudaFreeAsync(void* pointer, Stream* stream);
Status cudaFreeHost(void* pointer);
Status cudaFuncGetAttributes(FunctionAttributes* result, const void* function);
Status cudaFuncSetAttribute(const void* function, int attribute, int value);
Status cudaGraphExecDestroy(ExecutableGraph* graph);
Status cudaGraphDestroy(Graph* graph);
Status cudaGraphInstantiateWithFlags(ExecutableGraph** result, Graph* graph, unsigned long long flags);
Status cudaGraphLaunch(ExecutableGraph* graph, Stream* stream);
Status cudaHostAlloc(void** result, std::size_t bytes, unsigned int flags);
Status cudaHostGetDevicePointer(void** result, void* host, unsigned int flags);
Status cudaHostGetFlags(unsigned int* flags, void* host);
Status cudaHostRegister(void* pointer, std::size_t bytes, unsigned int flags);
Status cudaHostUnregister(void* pointer);
Status cudaLaunchHostFunc(Stream* stream, void (*function)(void*), void* data);
Status cudaMalloc(void** result, std::size_t bytes);
Status cudaMallocAsync(void** result, std::size_t bytes, Stream* stream);
Status cudaMallocFromPoolAsync(void** result, std::size_t bytes, Pool* pool, Stream* stream);
Status cudaMallocHost(void** result, std::size_t bytes);
Status cudaMallocManaged(void** result, std::size_t bytes, unsigned int flags);
Status cudaMallocPitch(void** result, std::size_t* pitch, std::size_t width, std::size_t height);
Status cudaMalloc3DArray(Array** result, const ChannelFormat* format, Extent extent, unsigned int flags);
Status cudaMemcpyAsync(void* target, const void* source, std::size_t bytes, CopyKind kind, Stream* stream);
Status cudaMemGetDefaultMemPool(Pool** result, const MemoryLocation* location, int type);
Status cudaMemGetMemPool(Pool** result, const MemoryLocation* location, int type);
Status cudaMemSetMemPool(const MemoryLocation* location, int type, Pool* pool);
Status cudaMemPoolCreate(Pool** result, const PoolProperties* properties);
Status cudaMemPoolDestroy(Pool* pool);
Status cudaMemPoolGetAccess(int* flags, Pool* pool, const MemoryLocation* location);
Status cudaMemPoolGetAttribute(Pool* pool, int number, void* value);
Status cudaMemPoolSetAccess(Pool* pool, const void* access, std::size_t count);
Status cudaMemPoolSetAttribute(Pool* pool, int number, const void* value);
Status cudaMemPoolTrimTo(Pool* pool, std::size_t kept);
Status cudaMemGetInfo(std::size_t* free, std::size_t* total);
Status cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function, int blocks, int threads);
Status cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const LaunchConfiguration* configuration);
Status cudaOccupancyMaxPotentialClusterSize(int* size, const void* function, const LaunchConfiguration* configuration);
Status cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads, std::size_t shared_bytes);
Status cudaPointerGetAttributes(PointerAttributes* result, const void* pointer);
Status cudaStreamAddCallback(Stream* stream, void (*function)(Stream*, Status, void*), void* data, unsigned int flags);
Status cudaStreamBeginCapture(Stream* stream, int mode);
Status cudaStreamCreateWithPriority(Stream** result, unsigned int flags, int priority);
Status cudaStreamDestroy(Stream* stream);
Status cudaStreamEndCapture(Stream* stream, Graph** result);
Status cudaStreamGetFlags(Stream* stream, unsigned int* flags);
Status cudaStreamGetPriority(Stream* stream, int* priority);
Status cudaStreamIsCapturing(Stream* stream, int* status);
Status cudaStreamQuery(Stream* stream);
Status cudaStreamSynchronize(Stream* stream);
Status cudaStreamWaitEvent(Stream* stream, Event* event, unsigned int flags);
Status cudaThreadExchangeStreamCaptureMode(int* mode);
Status cudaCreateTextureObject(
    std::uint64_t* result, const ResourceDescription* resource, const TextureModes* modes, const void* view);
Status cudaDestroyTextureObject(std::uint64_t handle);
Status cudaCreateSurfaceObject(std::uint64_t* result, const ResourceDescription* resource);
Status cudaDestroySurfaceObject(std::uint64_t handle);
}

} // namespace warpstage::runtime
// NOLINTEND(readability-identifier-naming)
