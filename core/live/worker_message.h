// What the program and its worker process say to each other: one line of JSON each way.
#pragma once

#include "core/base/result.h"
#include "core/live/compiled_kernels.h"

#include <filesystem>
#include <map>
#include <string>

namespace warpstage::live {

struct WorkerRequest {
    std::filesystem::path folder; // of the lesson, whose other files are read there
    std::string variant;
    std::map<std::string, std::string, std::less<>> settings; // as they would be typed
    KernelTexts texts;
};

struct WorkerAnswer {
    std::string fault; // one sentence; empty: the kernels ran
};

// Without a line end. Errors: no JSON, or not of this form; only a worker of another version sends such a thing.
[[nodiscard]] std::string to_line(const WorkerRequest& request);
[[nodiscard]] Result<WorkerRequest> request_of(const std::string& line);
[[nodiscard]] std::string to_line(const WorkerAnswer& answer);
[[nodiscard]] Result<WorkerAnswer> answer_of(const std::string& line);

} // namespace warpstage::live
