// The state of the fake driver: live objects, calls, and calls to fail.
#pragma once

#include "core/gpu/driver/driver_functions.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// The structures of the driver's handles, which cuda.h only declares.
// NOLINTBEGIN(readability-identifier-naming)
struct CUctx_st { };

struct CUgraph_st {
    std::vector<std::function<CUresult()>> work;
};

struct CUgraphExec_st {
    std::vector<std::function<CUresult()>> work;
};

struct CUstream_st {
    std::deque<std::function<CUresult()>> work; // not done yet
    std::unique_ptr<CUgraph_st> recording; // receives the work instead, during a capture

    void add(std::function<CUresult()> one)
    {
        if (recording != nullptr)
            recording->work.push_back(std::move(one));
        else
            work.push_back(std::move(one));
    }
};

struct CUevent_st {
    bool timing = true;
    bool recorded = false;
    bool reached = false;
    int queries_left = 0; // queries answered with "not ready"
    double milliseconds = 0.0;
    CUstream stream = nullptr;
};

struct CUfunc_st {
    std::string name;
    int dynamic_shared = 48 * 1024;
};

struct CUmod_st {
    std::map<std::string, CUfunc_st> functions;
};

struct CUgraphicsResource_st {
    unsigned gl_name = 0;
    bool mapped = false;
    CUdeviceptr shadow = 0; // memory of the content while mapped: different each time
};

struct CUarray_st {
    std::size_t row_bytes = 0;
    std::size_t rows = 1; // of a slice or layer
    std::vector<std::byte> content;
};

// NOLINTEND(readability-identifier-naming)

namespace fake {

struct Switches {
    int version = 13000;
    int devices = 1;
    int newest_ptx = 90;
    int pending = 0;
    double kernel_milliseconds = 1.0;
    bool gl_elsewhere = false;
    std::size_t memory_bytes = std::size_t { 1 } << 30;
    std::map<std::string, std::map<std::size_t, int>, std::less<>> failures; // function -> which call -> status
    std::set<std::string, std::less<>> lacking;
};

[[nodiscard]] Switches read_switches();

struct State {
    bool initialised = false;
    Switches switches;
    CUresult fault = CUDA_SUCCESS; // returned by all later calls
    std::map<std::string, std::size_t, std::less<>> calls;
    std::string violations;

    CUctx_st context;
    int context_users = 0;
    std::map<CUdeviceptr, std::vector<std::byte>> memory;
    std::map<const std::byte*, std::vector<std::byte>> pinned;
    std::set<std::unique_ptr<CUmod_st>> modules;
    std::map<CUstream, std::unique_ptr<CUstream_st>> streams;
    std::map<CUevent, std::unique_ptr<CUevent_st>> events;
    std::map<CUgraph, std::unique_ptr<CUgraph_st>> recorded_graphs;
    std::map<CUgraphExec, std::unique_ptr<CUgraphExec_st>> graphs;
    std::map<CUgraphicsResource, std::unique_ptr<CUgraphicsResource_st>> graphics;
    std::map<unsigned, std::vector<std::byte>> gl_buffers;
    std::map<CUarray, std::unique_ptr<CUarray_st>> arrays;
    std::map<CUtexObject, CUDA_RESOURCE_DESC> textures;
    double milliseconds = 0.0; // milliseconds of the fake clock: each kernel takes one by default
};

[[nodiscard]] State& state();

// Common start of every function: counts the call and returns its error, if any.
[[nodiscard]] CUresult enter(std::string_view function);
// The same for functions that require a current context.
[[nodiscard]] CUresult enter_context(std::string_view function);

CUresult violation(std::string_view what, CUresult status);

[[nodiscard]] CUdeviceptr allocate(std::size_t bytes);
[[nodiscard]] std::size_t free_memory(); // bytes
// Whether a range lies in memory of the fake GPU.
[[nodiscard]] bool is_on_device(CUdeviceptr address, std::size_t bytes);
[[nodiscard]] std::byte* host_pointer(CUdeviceptr address);

// Executes all pending work of the streams.
CUresult drain(CUstream stream);
void drain_all();

// The work of a kernel of tests/fixtures/gpu/steps.cu with these arguments; empty for an unknown one.
[[nodiscard]] std::function<CUresult()> kernel_work(const std::string& mangled_name, void** arguments);

// One function for each entry of the table, of exactly the driver's type.
#define WARPSTAGE_FAKE_FUNCTION(member, symbol, version) std::remove_pointer_t<PFN_##symbol##_v##version> member;
using warpstage::gpu::PFN_cuGLGetDevices_v6050;
using warpstage::gpu::PFN_cuGraphicsGLRegisterBuffer_v3000;
WARPSTAGE_DRIVER_FUNCTIONS(WARPSTAGE_FAKE_FUNCTION)
std::remove_pointer_t<warpstage::gpu::TensorMapEncode> tensor_map_encode;
#undef WARPSTAGE_FAKE_FUNCTION

} // namespace fake
