// A student's kernels against the requirements of an exercise, on the virtual machine.
#pragma once

#include "core/base/result.h"
#include "core/exercise/drawn_sizes.h"
#include "core/exercise/exercise.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::exercise {

enum class Verdict : std::uint8_t { passed, failed, not_checked };
[[nodiscard]] std::string_view name_of(Verdict verdict); // "passed"

// What a requirement compares, and where it comes from.
struct Measure {
    double value = 0.0;
    double limit = 0.0;
    std::string unit; // "wavefronts", "ns"
    std::vector<std::pair<std::uint32_t, double>> lines {}; // of kernels.cu with their values, the largest first; at most 8
};

struct Finding {
    Verdict verdict = Verdict::not_checked;
    std::string message; // what was found, as a sentence
    std::uint32_t line = 0; // of kernels.cu; 0: none
    std::optional<Measure> measure {}; // of a metric or time that was determined
};

struct Assessment {
    std::vector<Finding> findings; // of each requirement, in their order
    std::optional<std::chrono::nanoseconds>
        time; // estimated; nothing without a requirement of a time, or if it was not estimated

    // False: the worker process did not answer or a limit of the time was reached, which may have other reasons than the kernels.
    bool conclusive = true;
    // The computer had so much other work that there is no verdict; not conclusive either.
    bool overloaded = false;

    [[nodiscard]] bool passed() const;
    // Of the first requirement that is not passed; null if all are.
    [[nodiscard]] const Finding* first_failure() const;
};
[[nodiscard]] std::uint32_t points_of(const Exercise& exercise, const Assessment& assessment);

// The same failure for each requirement: the kernels could not be run.
[[nodiscard]] Assessment failed_assessment(const Exercise& exercise, const std::string& message, std::uint32_t line = 0);

struct AssessmentOptions {
    std::uint64_t seed = 0; // of the drawn sizes, of inputs, and of the order of the blocks
    Hidden hidden = Hidden::named;
    std::uint64_t instruction_budget = std::uint64_t { 1 } << 22; // warp instructions of one block
    std::chrono::milliseconds run { 20'000 }; // of one run; beyond it the kernels count as endless
    std::stop_token stop {};
};

// `ptx`: compiled from `source`. Other requirements are passed only if all results are right: a kernel that does nothing is
// fast. So are those of the runs from which metrics and times come. Points for what the start file meets count only if the
// kernels meet another requirement, too. The reference runs in other memory than the student's kernels. Errors: a stop request,
// or an exercise that cannot be checked.
[[nodiscard]] Result<Assessment> assess(
    const Exercise& exercise, const std::string& source, const std::string& ptx, const AssessmentOptions& options);

} // namespace warpstage::exercise
