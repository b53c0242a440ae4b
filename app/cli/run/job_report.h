// What the words of `warpstage run` mean, and what it says about a kernel that ran, as text and as JSON.
#pragma once

#include "app/cli/command_line.h"
#include "core/kernel_run/kernel_job.h"

#include <nlohmann/json_fwd.hpp>

namespace warpstage::cli {

// "4x1x1"
[[nodiscard]] std::string extent_text(const Dim3& extent);

// A buffer to print, and how many of its elements.
struct PrintedBuffer {
    std::string name;
    std::uint64_t count = kDefaultCount;

    static constexpr std::uint64_t kDefaultCount = 8;
};

using Define = std::pair<std::string, std::string>; // name and value

// "y" or "y:20". Errors: neither.
[[nodiscard]] Result<PrintedBuffer> parse_print(const std::string& text);
// "TILE=16"; "FAST", which is 1. Errors: no name.
[[nodiscard]] Result<Define> parse_define(const std::string& text);
// "compute_90", "sm_90" or "90". Errors: none of these.
[[nodiscard]] Result<std::uint32_t> parse_virtual_architecture(const std::string& text);

// A buffer of the job to show.
struct ShownBuffer {
    std::size_t index = 0; // into KernelJob::buffers
    std::uint64_t count = PrintedBuffer::kDefaultCount; // first elements; never more than there are
};

// Those of --print in that order, then the outputs. Refuses: no such buffer, with those that there are.
[[nodiscard]] std::vector<ShownBuffer> shown_buffers(const kernel_run::KernelJob& job, const std::vector<PrintedBuffer>& prints);

[[nodiscard]] std::string to_text(
    const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const std::vector<ShownBuffer>& shown);

[[nodiscard]] nlohmann::json to_json(
    const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const std::vector<ShownBuffer>& shown);

} // namespace warpstage::cli
