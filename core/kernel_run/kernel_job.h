// Launches from the command line, in order: checked against the kernels' parameters, then run on a GPU or on the virtual machine.
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/vm_engine.h"
#include "core/kernel_run/argument_spec.h"
#include "core/kernel_run/kernel_source.h"
#include "core/kernel_run/symbols.h"
#include "core/problem/plan.h"
#include "core/ptx/demangle.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

// A launch after the first one.
struct FurtherLaunch {
    std::string grid = "1"; // as in LaunchRequest
    std::string block = "1";
    std::string shared = "0";
    std::vector<std::string> arguments {};
};

struct LaunchRequest {
    std::string grid = "1"; // "X[,Y[,Z]]"; expressions of the arguments' names
    std::string block = "1";
    std::string shared = "0"; // bytes of dynamic shared memory
    std::vector<std::string> arguments; // see argument_spec.h
    Names names; // the #defines with integer values
    std::vector<std::string> symbols {}; // variables of the module to set; see symbols.h
    std::vector<std::string> printed_symbols {};
    std::vector<FurtherLaunch> further {}; // of the kernels in KernelSource::further
    std::vector<std::string> buffers {}; // that no parameter is, for addresses: as arguments, each with a name
};

struct JobBuffer {
    std::string name;
    ptx::Type type = ptx::Type::f32;
    std::uint64_t count = 0; // elements
    bool output = false; // printed by default
};

struct KernelJob {
    KernelSource source;
    std::shared_ptr<const problem::Plan> plan; // its step consists of the launches; its variables are the set symbols
    std::vector<JobBuffer> buffers; // same order as plan->buffers
    std::vector<SymbolValue> printed_symbols;
    std::vector<std::string> unset_symbols; // variables that the kernels read; source names

    [[nodiscard]] std::size_t launches() const { return plan->step.size(); }
    [[nodiscard]] const problem::KernelLaunch& launch(std::size_t number = 0) const
    {
        return std::get<problem::KernelLaunch>(plan->step[number]);
    }
    [[nodiscard]] const ptx::Function& kernel(std::size_t number = 0) const
    {
        return number == 0 ? *source.kernel : *source.further[number - 1];
    }
    // "twice", or "twice(int*)" if the module has several kernels with that name.
    [[nodiscard]] std::string kernel_name(std::size_t number = 0) const
    {
        return ptx::shown_name(*source.lesson->module, kernel(number));
    }
};

// Errors: an argument, extent or size that cannot be parsed, a number of arguments that differs from the number of parameters, an
// argument of a different size or kind, an unknown buffer or an address outside it, a launch shape that no GPU supports, a
// variable that the module does not have.
[[nodiscard]] Result<KernelJob> make_job(KernelSource source, const LaunchRequest& request);

// Estimated time of the launches on a GPU, by the SM model.
struct JobEstimate {
    std::string gpu; // "H200"
    std::chrono::nanoseconds time { 0 }; // 0: none
    std::string range; // "12–17 µs", in which eight of ten measured times are; empty: not known
    std::string limiter; // "DRAM bandwidth"
    std::string caches {}; // hits and traffic of the longest launch, in words; empty: it makes no request to memory
    std::string reason {}; // reason for a missing estimate
};

struct JobOutcome {
    engine::Description machine;
    std::vector<std::chrono::nanoseconds> times; // one per repetition; on the virtual machine a single, emulated time
    std::uint64_t warp_instructions = 0; // 0 on a GPU, which does not count them
    std::uint64_t lane_instructions = 0;
    std::optional<simt::Trap> trap; // fault of the kernel, with its location (virtual machine only)
    std::optional<std::string> fault; // message of `trap`, or of the GPU, which has less detail
    std::optional<std::string> stopped; // by a request: where the launch was and how far it had come
    std::string output; // output of printf on the virtual machine; on a GPU the driver writes it to standard output
    std::vector<std::vector<std::byte>> contents; // by buffer; empty after a fault of the GPU
    std::vector<std::vector<std::byte>> symbols; // same order as KernelJob::printed_symbols
    std::vector<JobEstimate> estimates {}; // for the selected GPUs; the emulated time is unrelated to a GPU's
};

struct VmOptions {
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    std::uint32_t warp_width = 32;
    engine::VmSettings settings {};
    std::stop_token stop {};
    simt::RunProgress* progress = nullptr; // updated during the run
};

// Errors: an instruction that the virtual machine does not support.
[[nodiscard]] Result<JobOutcome> run_on_vm(const KernelJob& job, const VmOptions& options);

// Each repetition starts with the initial contents; an additional first run warms up. A launch that takes longer than half a
// second is not repeated. Errors: the engine cannot load or launch the kernel.
[[nodiscard]] Result<JobOutcome> run_on_gpu(const KernelJob& job, engine::Engine& gpu, std::uint32_t repetitions);

} // namespace warpstage::kernel_run
