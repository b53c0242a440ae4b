// The options of `warpstage run`: a kernel of the user's own.
#pragma once

#include "core/engine/vm_engine.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name that CLI11 has
class App;
}

namespace warpstage::cli {

// A buffer of `warpstage run` to print, and how many of its elements.
struct PrintedBuffer {
    std::string name;
    std::uint64_t count = kDefaultPrintCount;

    static constexpr std::uint64_t kDefaultPrintCount = 8;
};

struct RunKernelCommand {
    std::filesystem::path file; // .cu or .ptx
    std::string kernel; // empty: the only one of the file
    std::string grid = "1"; // "X[,Y[,Z]]"
    std::string block = "1";
    std::string shared = "0"; // bytes
    std::vector<std::string> arguments; // see core/kernel_run/argument_spec.h
    std::vector<std::pair<std::string, std::string>> defines;
    std::uint32_t architecture = 75; // compute_75
    std::vector<PrintedBuffer> prints;
    bool trace = false;
    std::uint64_t traced_block = 0;
    bool json = false;
    std::uint64_t budget = std::uint64_t { 1 } << 40; // warp instructions of one block
    std::uint32_t warp_width = 32;
    engine::VmSettings vm;
};

struct RawKernel { // as it is typed
    std::vector<std::string> defines;
    std::vector<std::string> prints;
    std::string architecture = "compute_75";
};

void add_run_kernel(CLI::App& command, RunKernelCommand& run, RawKernel& raw);
// The sentence about what is wrong; empty where nothing is.
[[nodiscard]] std::string finish_run_kernel(RunKernelCommand& run, const RawKernel& raw);

} // namespace warpstage::cli
