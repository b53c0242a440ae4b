// One launch of one kernel, as somebody typed it: checked against the kernel's parameters, then run on either machine.
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
#include <string>
#include <vector>

namespace warpstage::kernel_run {

struct LaunchRequest {
    std::string grid = "1"; // "X[,Y[,Z]]"; expressions of the arguments' names
    std::string block = "1";
    std::string shared = "0"; // bytes of dynamic shared memory
    std::vector<std::string> arguments; // see argument_spec.h
    Names names; // those of the #defines that are whole numbers
    std::vector<std::string> symbols {}; // variables of the module to set; see symbols.h
    std::vector<std::string> printed_symbols {};
};

struct JobBuffer {
    std::string name;
    ptx::Type type = ptx::Type::f32;
    std::uint64_t count = 0; // elements
    bool output = false; // printed unasked
};

struct KernelJob {
    KernelSource source;
    std::shared_ptr<const problem::Plan> plan; // its step is the one launch
    std::vector<JobBuffer> buffers; // as plan->buffers
    std::vector<SymbolValue> symbols; // set before the launch
    std::vector<SymbolValue> printed_symbols;
    std::vector<std::string> unset_symbols; // that the kernel reads; by the name that people know

    // "twice", or "twice(int*)" where the module has several kernels of that name.
    [[nodiscard]] std::string kernel_name() const { return ptx::shown_name(*source.lesson->module, *source.kernel); }

    [[nodiscard]] const problem::KernelLaunch& launch() const { return std::get<problem::KernelLaunch>(plan->step.front()); }
};

// Errors: an argument, extent or size that cannot be read, another number of arguments than the kernel has parameters, one of
// another size or kind, a shape that no GPU would launch, a variable that the module does not have.
[[nodiscard]] Result<KernelJob> make_job(KernelSource source, const LaunchRequest& request);

// How long the launch would take on a GPU, by the SM model.
struct JobEstimate {
    std::string gpu; // "H200"
    std::chrono::nanoseconds time { 0 }; // 0: none
    std::string limiter; // "DRAM bandwidth"
    std::string reason; // why there is none
};

struct JobOutcome {
    engine::Description machine;
    std::vector<std::chrono::nanoseconds> times; // one for each repetition; of the virtual machine one, emulated
    std::uint64_t warp_instructions = 0; // 0 on a GPU, which does not count them
    std::uint64_t lane_instructions = 0;
    std::optional<simt::Trap> trap; // the kernel did wrong, and the virtual machine knows where
    std::optional<std::string> fault; // the sentence of `trap`, or the GPU's, which knows less
    std::string output; // of printf on the virtual machine; a GPU's goes to the standard output by itself
    std::vector<std::vector<std::byte>> contents; // by buffer; empty after a fault of the GPU
    std::vector<std::vector<std::byte>> symbols; // as KernelJob::printed_symbols
    std::optional<JobEstimate> estimate {}; // of a run on the virtual machine, whose own time says nothing about a GPU
};

struct VmOptions {
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    std::uint32_t warp_width = 32;
    engine::VmSettings settings {};
};

// Errors: an instruction that the virtual machine does not execute.
[[nodiscard]] Result<JobOutcome> run_on_vm(const KernelJob& job, const VmOptions& options);

// Each repetition begins with the initial contents; one more before them warms up. A launch that takes longer than half a second
// is repeated no more. Errors: the engine cannot load or launch the kernel.
[[nodiscard]] Result<JobOutcome> run_on_gpu(const KernelJob& job, engine::Engine& gpu, std::uint32_t repetitions);

} // namespace warpstage::kernel_run
