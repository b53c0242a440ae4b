// Grades submissions: compiles each one in the compiler's process and checks it in a worker process of its own, several at once.
#pragma once

#include "core/exercise/assessment.h"
#include "core/exercise/exercise.h"
#include "core/exercise/submission.h"
#include "core/gpu/nvrtc/compile_process.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpstage::exercise {

struct GradingOptions {
    std::filesystem::path program; // started as the worker process with `arguments`
    std::vector<std::string> arguments { "grade-worker" };
    unsigned jobs = 1;
    std::chrono::milliseconds limit { 10'000 }; // processor time of one run of a kernel; a submission has four times as much
    std::uint64_t seed = 0; // of the drawn sizes, of inputs, and of the order of the blocks: the same for all submissions
    Hidden hidden = Hidden::masked;
};

// Another one for each run, which nobody can know before.
[[nodiscard]] std::uint64_t drawn_seed();

class Grader {
public:
    explicit Grader(GradingOptions options)
        : m_options(std::move(options))
    {
    }

    // Whether kernels can be compiled at all: without a compiler each submission would fail. Errors: the reason.
    [[nodiscard]] Result<void> check_compiler(const std::stop_token& stop);

    // Errors of a submission are failures of its requirements; those of the program, for example a worker that cannot be started
    // or confined, are errors.
    [[nodiscard]] Result<Assessment> grade(const Exercise& exercise, const std::string& source, const std::stop_token& stop);

    // Calls work(0) to work(count - 1), `jobs` at the same time, in this order, until a stop is requested.
    void for_each(std::size_t count, const std::function<void(std::size_t)>& work, const std::stop_token& stop) const;

private:
    GradingOptions m_options;
    gpu::CompileProcess m_compiler { std::chrono::seconds { 60 } }; // its processor time is limited, too
};

} // namespace warpstage::exercise
