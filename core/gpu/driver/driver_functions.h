// The driver functions that warpstage calls, as a table filled with cuGetProcAddress. Only core/gpu includes this: it needs
// cuda.h.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>

namespace warpstage::gpu {

// cudaGLTypedefs.h would require an OpenGL header only for the type GLuint, which is an unsigned int.
// NOLINTBEGIN(readability-identifier-naming): named as their siblings in cudaTypedefs.h
using PFN_cuGLGetDevices_v6050 = CUresult(CUDAAPI*)(
    unsigned int* count, CUdevice* devices, unsigned int capacity, int list); // an enumeration of the C language
using PFN_cuGraphicsGLRegisterBuffer_v3000 = CUresult(CUDAAPI*)(
    CUgraphicsResource* resource, unsigned int buffer, unsigned int flags);
// NOLINTEND(readability-identifier-naming)

constexpr int kAllDevicesOfOpenGl = 1; // CU_GL_DEVICE_LIST_ALL

// ENTRY(our name, driver's name, CUDA version that introduced this form of the call: 1000 * major + 10 * minor). The version
// determines the ABI: a newer driver returns the form described by the PFN type of that version.
#define WARPSTAGE_DRIVER_FUNCTIONS(ENTRY)                                                                                        \
    ENTRY(init, cuInit, 2000)                                                                                                    \
    ENTRY(get_error_name, cuGetErrorName, 6000)                                                                                  \
    ENTRY(get_error_string, cuGetErrorString, 6000)                                                                              \
    ENTRY(device_get_count, cuDeviceGetCount, 2000)                                                                              \
    ENTRY(device_get, cuDeviceGet, 2000)                                                                                         \
    ENTRY(device_get_name, cuDeviceGetName, 2000)                                                                                \
    ENTRY(device_get_attribute, cuDeviceGetAttribute, 2000)                                                                      \
    ENTRY(device_total_mem, cuDeviceTotalMem, 3020)                                                                              \
    ENTRY(primary_context_retain, cuDevicePrimaryCtxRetain, 7000)                                                                \
    ENTRY(primary_context_release, cuDevicePrimaryCtxRelease, 11000)                                                             \
    ENTRY(context_set_current, cuCtxSetCurrent, 4000)                                                                            \
    ENTRY(context_set_limit, cuCtxSetLimit, 3010)                                                                                \
    ENTRY(mem_get_info, cuMemGetInfo, 3020)                                                                                      \
    ENTRY(mem_alloc, cuMemAlloc, 3020)                                                                                           \
    ENTRY(mem_free, cuMemFree, 3020)                                                                                             \
    ENTRY(mem_host_alloc, cuMemHostAlloc, 2020)                                                                                  \
    ENTRY(mem_free_host, cuMemFreeHost, 2000)                                                                                    \
    ENTRY(copy_to_device_async, cuMemcpyHtoDAsync, 3020)                                                                         \
    ENTRY(copy_to_host_async, cuMemcpyDtoHAsync, 3020)                                                                           \
    ENTRY(copy_on_device_async, cuMemcpyDtoDAsync, 3020)                                                                         \
    ENTRY(set_bytes_async, cuMemsetD8Async, 3020)                                                                                \
    ENTRY(module_load_data, cuModuleLoadDataEx, 2010)                                                                            \
    ENTRY(module_unload, cuModuleUnload, 2000)                                                                                   \
    ENTRY(module_get_function, cuModuleGetFunction, 2000)                                                                        \
    ENTRY(function_get_attribute, cuFuncGetAttribute, 2020)                                                                      \
    ENTRY(function_set_attribute, cuFuncSetAttribute, 9000)                                                                      \
    ENTRY(launch_kernel, cuLaunchKernel, 4000)                                                                                   \
    ENTRY(stream_create, cuStreamCreate, 2000)                                                                                   \
    ENTRY(stream_destroy, cuStreamDestroy, 4000)                                                                                 \
    ENTRY(stream_wait_event, cuStreamWaitEvent, 3020)                                                                            \
    ENTRY(stream_synchronize, cuStreamSynchronize, 2000)                                                                         \
    ENTRY(stream_begin_capture, cuStreamBeginCapture, 10010)                                                                     \
    ENTRY(stream_end_capture, cuStreamEndCapture, 10000)                                                                         \
    ENTRY(graph_instantiate, cuGraphInstantiateWithFlags, 11040)                                                                 \
    ENTRY(graph_launch, cuGraphLaunch, 10000)                                                                                    \
    ENTRY(graph_exec_destroy, cuGraphExecDestroy, 10000)                                                                         \
    ENTRY(graph_destroy, cuGraphDestroy, 10000)                                                                                  \
    ENTRY(event_create, cuEventCreate, 2000)                                                                                     \
    ENTRY(event_destroy, cuEventDestroy, 4000)                                                                                   \
    ENTRY(event_record, cuEventRecord, 2000)                                                                                     \
    ENTRY(event_query, cuEventQuery, 2000)                                                                                       \
    ENTRY(event_synchronize, cuEventSynchronize, 2000)                                                                           \
    ENTRY(event_elapsed_time, cuEventElapsedTime, 2000)                                                                          \
    ENTRY(gl_get_devices, cuGLGetDevices, 6050)                                                                                  \
    ENTRY(graphics_gl_register_buffer, cuGraphicsGLRegisterBuffer, 3000)                                                         \
    ENTRY(graphics_unregister, cuGraphicsUnregisterResource, 3000)                                                               \
    ENTRY(graphics_map, cuGraphicsMapResources, 3000)                                                                            \
    ENTRY(graphics_unmap, cuGraphicsUnmapResources, 3000)                                                                        \
    ENTRY(graphics_get_pointer, cuGraphicsResourceGetMappedPointer, 3020)                                                        \
    ENTRY(array_create, cuArray3DCreate, 3020)                                                                                   \
    ENTRY(array_destroy, cuArrayDestroy, 2000)                                                                                   \
    ENTRY(copy_box_async, cuMemcpy3DAsync, 3020)                                                                                 \
    ENTRY(texture_create, cuTexObjectCreate, 5000)                                                                               \
    ENTRY(texture_destroy, cuTexObjectDestroy, 5000)                                                                             \
    ENTRY(surface_create, cuSurfObjectCreate, 5000)                                                                              \
    ENTRY(surface_destroy, cuSurfObjectDestroy, 5000)

// cuTensorMapEncodeTiled of CUDA 12.0 and later, with its enumerations as integers. Declared here because cuda.h of CUDA 11 lacks
// them.
using TensorMapEncode = CUresult(CUDAAPI*)(void* map, int type, cuuint32_t rank, void* address, const cuuint64_t* sizes,
    const cuuint64_t* strides, const cuuint32_t* box, const cuuint32_t* steps, int interleave, int swizzle, int promotion,
    int fill);

struct DriverFunctions {
    TensorMapEncode tensor_map_encode = nullptr; // null: a driver for CUDA 11
#define WARPSTAGE_MEMBER(member, symbol, version) PFN_##symbol##_v##version member = nullptr;
    WARPSTAGE_DRIVER_FUNCTIONS(WARPSTAGE_MEMBER)
#undef WARPSTAGE_MEMBER
};

} // namespace warpstage::gpu
