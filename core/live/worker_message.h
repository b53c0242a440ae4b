// Messages between the program and its worker process: one line of JSON in each direction.
#pragma once

#include "core/base/result.h"
#include "core/live/compiled_kernels.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpstage::live {

struct WorkerRequest {
    std::filesystem::path folder; // folder of the lesson, from which the other files are read
    std::string variant;
    std::map<std::string, std::string, std::less<>> settings; // in the format of --set
    KernelTexts texts;
    std::vector<problem::Relaunch> launches; // which the lesson of the folder does not have
};

struct WorkerAnswer {
    std::string fault; // error message; empty: the kernels ran
};

// Without a line end. Errors: invalid JSON or another form, which only a worker of a different version sends.
[[nodiscard]] std::string to_line(const WorkerRequest& request);
[[nodiscard]] Result<WorkerRequest> request_of(const std::string& line);
[[nodiscard]] std::string to_line(const WorkerAnswer& answer);
[[nodiscard]] Result<WorkerAnswer> answer_of(const std::string& line);

} // namespace warpstage::live
