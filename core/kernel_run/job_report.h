// The report of a kernel run, as text and JSON.
#pragma once

#include "core/kernel_run/kernel_job.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpstage::kernel_run {

// A buffer to print and the number of its elements.
struct PrintedBuffer {
    std::string name;
    std::uint64_t count = kDefaultCount;

    static constexpr std::uint64_t kDefaultCount = 8;
};

// A buffer of the job to show.
struct ShownBuffer {
    std::size_t index = 0; // into KernelJob::buffers
    std::uint64_t count = PrintedBuffer::kDefaultCount; // number of first elements; at most the size of the buffer
};

// The buffers to print in that order, then the outputs. Errors: no such buffer; the message names `option` and lists the existing
// ones.
[[nodiscard]] Result<std::vector<ShownBuffer>> shown_buffers(
    const KernelJob& job, const std::vector<PrintedBuffer>& prints, std::string_view option = "--print");

[[nodiscard]] std::string to_text(const KernelJob& job, const JobOutcome& outcome, const std::vector<ShownBuffer>& shown);
[[nodiscard]] nlohmann::json to_json(const KernelJob& job, const JobOutcome& outcome, const std::vector<ShownBuffer>& shown);

} // namespace warpstage::kernel_run
