#include "core/exercise/grading.h"

#include "core/exercise/grade_worker.h"
#include "core/live/worker_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

namespace warpstage::exercise {

std::uint64_t drawn_seed()
{
    std::random_device device;
    return (std::uint64_t { device() } << 31U) ^ device(); // below 2^63: JSON readers keep it
}

Result<void> Grader::check_compiler(const std::stop_token& stop)
{
    const auto compiled = compile_submission(m_compiler, "__global__ void nothing() {}", stop);
    return compiled.ptx ? Result<void> {} : compiled.ptx.error();
}

Result<Assessment> Grader::grade(const Exercise& exercise, const std::string& source, const std::stop_token& stop)
{
    const Error stopped { "The grading was stopped." };
    auto compiled = compile_submission(m_compiler, source, stop);
    if (stop.stop_requested())
        return stopped;
    if (!compiled.ptx) {
        auto without = failed_assessment(exercise, compiled.ptx.error().message, compiled.line);
        without.conclusive = !compiled.timed_out;
        without.overloaded = compiled.timed_out;
        return without;
    }
    auto worker = live::WorkerProcess::start(
        m_options.program, m_options.arguments, { .name = "worker process of the grading", .where = "in the worker process" });
    if (!worker)
        return worker.error();
    const auto line =
        to_line(WorkerRequest { exercise.folder, source, *compiled.ptx, m_options.limit, m_options.seed, m_options.hidden });
    constexpr int kPatience = 12; // times the limit of a run; the processor time is limited by the process itself
    const auto begin = std::chrono::steady_clock::now();
    const auto answer = worker->ask(line, kPatience * m_options.limit, stop);
    if (stop.stop_requested())
        return stopped;
    if (!answer) { // killed by a limit, crashed, or too slow: its message says so
        auto unanswered = failed_assessment(exercise, answer.error().message);
        unanswered.conclusive = false;
        unanswered.overloaded = std::chrono::steady_clock::now() - begin >= kPatience * m_options.limit;
        return unanswered;
    }
    auto assessment = assessment_of(*answer);
    if (assessment && assessment->findings.size() != exercise.requirements.size())
        return failed_assessment(exercise, "The worker process of the grading sent an incomplete answer.");
    return assessment;
}

void Grader::for_each(std::size_t count, const std::function<void(std::size_t)>& work, const std::stop_token& stop) const
{
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < std::max(1U, m_options.jobs); ++i) {
        threads.emplace_back([&] {
            for (std::size_t at = next++; at < count && !stop.stop_requested(); at = next++)
                work(at);
        });
    }
}

} // namespace warpstage::exercise
