// The driver API, loaded while the program runs as PyCUDA and others load it, and mixed with the runtime API.
#include "check.h"

#include <cuda.h>
#include <dlfcn.h>

#include <cstring>
#include <vector>

__global__ void add(float* x, float value)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

const char* const kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .const .align 4 .f32 factor = 0f40000000;
.visible .global .align 4 .u32 launches;
.visible .entry scale(.param .u64 x)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    .reg .f32 %f<4>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3];
    ld.const.f32 %f2, [factor];
    mul.f32 %f1, %f1, %f2;
    st.global.f32 [%rd3], %f1;
    atom.global.add.u32 %r2, [launches], 1;
    ret;
}
)";

void* library = nullptr;

template <typename Function> Function function(const char* name)
{
    void* found = dlsym(library, name);
    CHECK(found != nullptr);
    return reinterpret_cast<Function>(found);
}

#define DRIVER(name) function<decltype(&name)>(#name)

int main()
{
    library = dlopen("libcuda.so.1", RTLD_NOW);
    CHECK(library != nullptr);

    CUdevice device = -1;
    CHECK(DRIVER(cuDeviceGet)(&device, 0) == CUDA_ERROR_NOT_INITIALIZED);
    CHECK(DRIVER(cuInit)(0) == CUDA_SUCCESS && DRIVER(cuDeviceGet)(&device, 0) == CUDA_SUCCESS);
    CUdeviceptr none = 0;
    CHECK(function<CUresult (*)(CUdeviceptr*, size_t)>("cuMemAlloc_v2")(&none, 4) == CUDA_ERROR_INVALID_CONTEXT);

    CUcontext context = nullptr;
    CHECK(DRIVER(cuDevicePrimaryCtxRetain)(&context, device) == CUDA_SUCCESS);
    CHECK(DRIVER(cuCtxSetCurrent)(context) == CUDA_SUCCESS);

    CUmodule module = nullptr;
    CUfunction scale = nullptr;
    CHECK(DRIVER(cuModuleLoadData)(&module, kPtx) == CUDA_SUCCESS);
    CHECK(DRIVER(cuModuleGetFunction)(&scale, module, "scale") == CUDA_SUCCESS);
    CUfunction other = nullptr;
    CHECK(DRIVER(cuModuleGetFunction)(&other, module, "other") == CUDA_ERROR_NOT_FOUND);
    const char* name = nullptr;
    CHECK(DRIVER(cuGetErrorName)(CUDA_ERROR_NOT_FOUND, &name) == CUDA_SUCCESS && std::strcmp(name, "CUDA_ERROR_NOT_FOUND") == 0);

    // Memory of one API in the kernels of both.
    std::vector<float> values(64, 1.0F);
    float* x = nullptr;
    CUDA(cudaMalloc(&x, values.size() * sizeof(float)));
    CUDA(cudaMemcpy(x, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
    void* arguments[] { &x };
    CHECK(DRIVER(cuLaunchKernel)(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    size_t bytes = sizeof(x);
    void* extra[] { CU_LAUNCH_PARAM_BUFFER_POINTER, &x, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END };
    CHECK(DRIVER(cuLaunchKernel)(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra) == CUDA_SUCCESS);
    add<<<2, 32>>>(x, 1.0F);
    const auto copy = function<CUresult (*)(void*, CUdeviceptr, size_t)>("cuMemcpyDtoH_v2");
    CHECK(copy(values.data(), reinterpret_cast<CUdeviceptr>(x), values.size() * sizeof(float)) == CUDA_SUCCESS);
    for (const float value : values)
        CHECK(value == 5.0F);

    CUdeviceptr launches = 0;
    int count = 0;
    const auto global = function<CUresult (*)(CUdeviceptr*, size_t*, CUmodule, const char*)>("cuModuleGetGlobal_v2");
    CHECK(global(&launches, &bytes, module, "launches") == CUDA_SUCCESS && bytes == 4);
    CHECK(copy(&count, launches, sizeof(count)) == CUDA_SUCCESS && count == 128);
    CUdeviceptr first = 0;
    const auto range = function<CUresult (*)(CUdeviceptr*, size_t*, CUdeviceptr)>("cuMemGetAddressRange_v2");
    CHECK(range(&first, &bytes, launches) == CUDA_SUCCESS && first <= launches && launches + 4 <= first + bytes);

    // A constant is at an address to which the host can copy.
    CUdeviceptr factor = 0;
    const float three = 3.0F;
    CHECK(global(&factor, &bytes, module, "factor") == CUDA_SUCCESS && bytes == 4);
    CHECK(function<CUresult (*)(CUdeviceptr, const void*, size_t)>("cuMemcpyHtoD_v2")(factor, &three, 4) == CUDA_SUCCESS);
    CHECK(DRIVER(cuLaunchKernel)(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    CHECK(copy(values.data(), reinterpret_cast<CUdeviceptr>(x), values.size() * sizeof(float)) == CUDA_SUCCESS);
    CHECK(values.front() == 15.0F && values.back() == 15.0F);

    int multiprocessors = 0;
    CHECK(DRIVER(cuDeviceGetAttribute)(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device) == CUDA_SUCCESS && multiprocessors > 0);
    CHECK(copy(&count, CUdeviceptr { 4096 } << 32, 4) == CUDA_ERROR_INVALID_VALUE);
    CUDA(cudaGetLastError()); // errors of the driver API are not those of the runtime API

    void* found = nullptr;
    cudaDriverEntryPointQueryResult result {};
#if CUDART_VERSION >= 12050
    CUDA(cudaGetDriverEntryPointByVersion("cuMemAlloc", &found, 12000, cudaEnableDefault, &result));
#else
    CUDA(cudaGetDriverEntryPoint("cuMemAlloc", &found, cudaEnableDefault, &result));
#endif
    CHECK(found == dlsym(library, "cuMemAlloc_v2") && result == cudaDriverEntryPointSuccess);

    // The form of a function depends on the version for which the program asks: `cuCtxGetDevice_v2` has one more parameter.
    const auto query = function<CUresult (*)(const char*, void**, int, cuuint64_t, int*)>("cuGetProcAddress_v2");
    CHECK(query("cuCtxGetDevice", &found, 12000, 0, nullptr) == CUDA_SUCCESS && found == dlsym(library, "cuCtxGetDevice"));
    CHECK(query("cuCtxGetDevice", &found, 13000, 0, nullptr) == CUDA_SUCCESS && found == dlsym(library, "cuCtxGetDevice_v2"));
    CHECK(query("cuNone", &found, 13000, 0, nullptr) == CUDA_ERROR_NOT_FOUND);
    // A captured graph, which keeps an object of the program.
    CUstream stream = nullptr;
    CUgraph graph = nullptr, captured = nullptr;
    CUgraphExec executable = nullptr;
    CUuserObject object = nullptr;
    CUstreamCaptureStatus state {};
    size_t nodes = 0;
    CHECK(DRIVER(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CHECK(function<CUresult (*)(CUstream, CUstreamCaptureMode)>("cuStreamBeginCapture_v2")(stream, CU_STREAM_CAPTURE_MODE_GLOBAL) == CUDA_SUCCESS);
    CHECK(DRIVER(cuLaunchKernel)(scale, 1, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr) == CUDA_SUCCESS);
    const auto info = function<CUresult (*)(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*, const CUgraphNode**, size_t*)>(
        "cuStreamGetCaptureInfo_v2");
    CHECK(info(stream, &state, nullptr, &captured, nullptr, &nodes) == CUDA_SUCCESS);
    CHECK(state == CU_STREAM_CAPTURE_STATUS_ACTIVE && nodes == 1);
    CHECK(DRIVER(cuStreamEndCapture)(stream, &graph) == CUDA_SUCCESS && graph == captured);
    CHECK(DRIVER(cuUserObjectCreate)(&object, &count, [](void* number) { *static_cast<int*>(number) = 77; }, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC) == CUDA_SUCCESS);
    CHECK(DRIVER(cuGraphRetainUserObject)(graph, object, 1, 0) == CUDA_SUCCESS && DRIVER(cuUserObjectRelease)(object, 1) == CUDA_SUCCESS);
    CHECK(count == 128);
    CUDA_GRAPH_INSTANTIATE_PARAMS instantiation {};
    CHECK(DRIVER(cuGraphInstantiateWithParams)(&executable, graph, &instantiation) == CUDA_SUCCESS && instantiation.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS);
    CHECK(DRIVER(cuGraphLaunch)(executable, stream) == CUDA_SUCCESS && DRIVER(cuStreamSynchronize)(stream) == CUDA_SUCCESS);
    CHECK(copy(values.data(), reinterpret_cast<CUdeviceptr>(x), values.size() * sizeof(float)) == CUDA_SUCCESS);
    CHECK(values.front() == 45.0F && values.back() == 45.0F);
    CHECK(DRIVER(cuGraphReleaseUserObject)(graph, object, 1) == CUDA_SUCCESS && count == 77);
    CHECK(function<CUresult (*)(CUfunction, int, int, int)>("cuFuncSetBlockShape")(scale, 32, 1, 1) == CUDA_SUCCESS);
    CHECK(function<CUresult (*)(CUfunction, int, int, int)>("cuFuncSetBlockShape")(scale, 0, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    size_t offset = 1, size = 0;
    CHECK(DRIVER(cuFuncGetParamInfo)(scale, 0, &offset, &size) == CUDA_SUCCESS && offset == 0 && size == 8);
    CHECK(DRIVER(cuFuncGetParamInfo)(scale, 1, &offset, &size) == CUDA_ERROR_INVALID_VALUE);
    CHECK(DRIVER(cuModuleUnload)(module) == CUDA_SUCCESS);

    // Files that do not exist, and a folder.
    CUlinkState linker = nullptr;
    const auto create = function<CUresult (*)(unsigned int, CUjit_option*, void**, CUlinkState*)>("cuLinkCreate_v2");
    const auto add_file = function<CUresult (*)(CUlinkState, CUjitInputType, const char*, unsigned int, CUjit_option*, void**)>(
        "cuLinkAddFile_v2");
    CHECK(create(0, nullptr, nullptr, &linker) == CUDA_SUCCESS);
    for (const char* path : { "/nonexistent.ptx", "/" }) {
        CHECK(DRIVER(cuModuleLoad)(&module, path) == CUDA_ERROR_FILE_NOT_FOUND);
        CHECK(add_file(linker, CU_JIT_INPUT_PTX, path, 0, nullptr, nullptr) == CUDA_ERROR_FILE_NOT_FOUND);
    }
    CHECK(DRIVER(cuModuleLoad)(&module, nullptr) == CUDA_ERROR_INVALID_VALUE);
    CHECK(add_file(linker, CU_JIT_INPUT_PTX, nullptr, 0, nullptr, nullptr) == CUDA_ERROR_INVALID_VALUE);
    // Two texts are linked: the first one calls a function of the second one.
    const char* const caller = ".version 7.0\n.target sm_70\n.address_size 64\n.extern .func (.param .b32 r) answer ();\n.visible .entry ask(.param .u64 x)\n{\n"
                               ".reg .b64 %rd<2>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [x];\n{\n.param .b32 r;\ncall.uni (r), answer, ();\nld.param.b32 %r1, [r];\n}\n"
                               "st.global.u32 [%rd1], %r1;\nret;\n}\n";
    const char* const callee = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .func (.param .b32 r) answer ()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, 43;\n"
                               "st.param.b32 [r], %r1;\nret;\n}\n";
    const auto add_data = function<CUresult (*)(CUlinkState, CUjitInputType, void*, size_t, const char*, unsigned int, CUjit_option*, void**)>(
        "cuLinkAddData_v2");
    for (const char* text : { caller, callee })
        CHECK(add_data(linker, CU_JIT_INPUT_PTX, const_cast<char*>(text), std::strlen(text) + 1, "x", 0, nullptr, nullptr) == CUDA_SUCCESS);
    void* image = nullptr;
    CUfunction ask = nullptr;
    CHECK(DRIVER(cuLinkComplete)(linker, &image, &bytes) == CUDA_SUCCESS && DRIVER(cuModuleLoadData)(&module, image) == CUDA_SUCCESS);
    CHECK(DRIVER(cuModuleGetFunction)(&ask, module, "ask") == CUDA_SUCCESS);
    CHECK(DRIVER(cuLaunchKernel)(ask, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == CUDA_SUCCESS);
    CHECK(copy(&count, reinterpret_cast<CUdeviceptr>(x), sizeof count) == CUDA_SUCCESS && count == 43);
    CHECK(DRIVER(cuLinkDestroy)(linker) == CUDA_SUCCESS);
    std::puts("driver passed");
}
