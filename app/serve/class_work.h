// What students ask the processor for: compile, check, grade a submission.
#pragma once

#include "app/serve/class_store.h"
#include "app/serve/events.h"
#include "app/serve/work_queue.h"
#include "core/exercise/exercise.h"
#include "core/exercise/grading.h"

#include <deque>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace warpstage::serve {

class ClassWork {
public:
    // All of them outlive it.
    // `shown`: folder for kernels that pages show on the stage; it is emptied.
    ClassWork(const std::vector<exercise::Exercise>& exercises, exercise::GradingOptions grading, std::filesystem::path shown,
        ClassStore& store, Events& events);

    [[nodiscard]] Result<void> check_compiler() { return m_grader.check_compiler({}); }

    // The text of a result is JSON. `exercise`: null or that whose kernels these are; then `shown` is the state that a page
    // follows to show them.
    [[nodiscard]] WorkQueue::Accepted compile(
        std::int64_t student, const exercise::Exercise* exercise, const std::string& source);
    [[nodiscard]] WorkQueue::Accepted check(std::int64_t student, const exercise::Exercise& exercise, const std::string& source);
    void grade(const Submission& submission);
    [[nodiscard]] const exercise::Exercise* find(const std::string& id) const; // null: none has this id
    [[nodiscard]] std::size_t waiting() const { return m_queue.waiting(); }

private:
    // The name of the state below the folder; empty: the kernels do not match the exercise.
    [[nodiscard]] std::string show(const exercise::Exercise& exercise, const std::string& source, const std::string& ptx);
    [[nodiscard]] std::string assessed(
        const exercise::Exercise& exercise, const std::string& source, const std::stop_token& stop, Progress& progress);

    const std::vector<exercise::Exercise>& m_exercises;
    ClassStore& m_store;
    Events& m_events;
    std::filesystem::path m_shown;
    std::mutex m_shown_mutex;
    std::deque<std::string> m_shown_names; // the oldest first
    exercise::Grader m_grader;
    gpu::CompileProcess m_compiler;
    WorkQueue m_queue; // last: its work uses the members above
};

} // namespace warpstage::serve
