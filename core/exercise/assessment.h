// A student's kernels against the requirements of an exercise, on the virtual machine.
#pragma once

#include "core/base/result.h"
#include "core/exercise/exercise.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::exercise {

enum class Verdict : std::uint8_t { passed, failed, not_checked };
[[nodiscard]] std::string_view name_of(Verdict verdict); // "passed"

struct Finding {
    Verdict verdict = Verdict::not_checked;
    std::string message; // what was found, as a sentence
    std::uint32_t line = 0; // of kernels.cu; 0: none
};

struct Assessment {
    std::vector<Finding> findings; // of each requirement, in their order
    std::optional<std::chrono::nanoseconds>
        time; // estimated; nothing without a requirement of a time, or if it was not estimated

    // False: the worker process did not answer or a limit of the time was reached, which may have other reasons than the kernels.
    bool conclusive = true;

    [[nodiscard]] bool passed() const;
    // Of the first requirement that is not passed; null if all are.
    [[nodiscard]] const Finding* first_failure() const;
};
[[nodiscard]] std::uint32_t points_of(const Exercise& exercise, const Assessment& assessment);

// The same failure for each requirement: the kernels could not be run.
[[nodiscard]] Assessment failed_assessment(const Exercise& exercise, const std::string& message, std::uint32_t line = 0);

enum class Sizes : std::uint8_t { known, with_hidden };

struct AssessmentOptions {
    Sizes sizes = Sizes::known;
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 22; // warp instructions of one block
    std::chrono::milliseconds run { 20'000 }; // of one run; beyond it the kernels count as endless
    std::stop_token stop {};
};

// `ptx`: compiled from `source`. Other requirements are passed only if all results are right: a kernel that does nothing is
// fast. The reference runs in other memory than the student's kernels. Errors: a stop request.
[[nodiscard]] Result<Assessment> assess(
    const Exercise& exercise, const std::string& source, const std::string& ptx, const AssessmentOptions& options);

} // namespace warpstage::exercise
