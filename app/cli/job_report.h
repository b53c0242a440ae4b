// What `warpstage run` says about a kernel that ran, as text and as JSON.
#pragma once

#include "app/cli/options.h"
#include "core/kernel_run/kernel_job.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpstage::cli {

// "4x1x1"
[[nodiscard]] std::string extent_text(const Dim3& extent);

// A buffer of the job to show.
struct ShownBuffer {
    std::size_t index = 0; // into KernelJob::buffers
    std::uint64_t count = PrintedBuffer::kDefaultPrintCount; // first elements; never more than there are
};

// Those of --print in that order, then the outputs. Errors: no such buffer, with those that there are.
[[nodiscard]] Result<std::vector<ShownBuffer>> shown_buffers(
    const kernel_run::KernelJob& job, const std::vector<PrintedBuffer>& prints);

[[nodiscard]] std::string to_text(
    const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const std::vector<ShownBuffer>& shown);

[[nodiscard]] nlohmann::json to_json(
    const kernel_run::KernelJob& job, const kernel_run::JobOutcome& outcome, const std::vector<ShownBuffer>& shown);

} // namespace warpstage::cli
