// What a kernel that ran is reported as, in text and JSON.
#pragma once

#include "core/kernel_run/kernel_job.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

// A buffer to print, and how many of its elements.
struct PrintedBuffer {
    std::string name;
    std::uint64_t count = kDefaultCount;

    static constexpr std::uint64_t kDefaultCount = 8;
};

// A buffer of the job to show.
struct ShownBuffer {
    std::size_t index = 0; // into KernelJob::buffers
    std::uint64_t count = PrintedBuffer::kDefaultCount; // first elements; never more than there are
};

// Those to print in that order, then the outputs. Errors: no such buffer, with those that there are.
[[nodiscard]] Result<std::vector<ShownBuffer>> shown_buffers(const KernelJob& job, const std::vector<PrintedBuffer>& prints);

[[nodiscard]] std::string to_text(const KernelJob& job, const JobOutcome& outcome, const std::vector<ShownBuffer>& shown);
[[nodiscard]] nlohmann::json to_json(const KernelJob& job, const JobOutcome& outcome, const std::vector<ShownBuffer>& shown);

} // namespace warpstage::kernel_run
