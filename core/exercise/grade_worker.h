// The process that checks one submission: it reads the exercise, gives up all rights, and only then looks at what was handed in.
#pragma once

#include "core/base/result.h"
#include "core/exercise/assessment.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace warpstage::exercise {

// Name of the hidden subcommand.
inline constexpr const char* kGradeWorkerCommand = "grade-worker";

inline constexpr std::uint64_t kWorkerMemory = std::uint64_t { 2 } << 30U; // bytes

struct WorkerRequest {
    std::filesystem::path exercise; // its folder
    std::string source;
    std::string ptx;
    std::chrono::milliseconds limit { 0 }; // processor time of one run; the process has a multiple of it
    std::uint64_t seed = 0; // as in AssessmentOptions
    Hidden hidden = Hidden::masked;
};

// One line each. Errors: a line of another version of the program, or only a part; an assessment that was not possible.
[[nodiscard]] std::string to_line(const WorkerRequest& request);
[[nodiscard]] Result<WorkerRequest> request_of(const std::string& line);
[[nodiscard]] std::string to_line(const Assessment& assessment);
[[nodiscard]] Result<Assessment> assessment_of(const std::string& line);

// Reads one request from standard input and writes the assessment to standard output. Returns the exit status of the process.
[[nodiscard]] int serve_grading();

} // namespace warpstage::exercise
