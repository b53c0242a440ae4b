#include "app/serve/class_work.h"

#include "app/shell/publish/publish_target.h"
#include "core/base/json_text.h"
#include "core/exercise/assessment_text.h"
#include "core/exercise/submission.h"
#include "core/live/compiled_kernels.h"
#include "core/session/link/link.h"

#include <algorithm>
#include <utility>

namespace warpstage::serve {

namespace {

using nlohmann::json;

json diagnostics_of(const std::vector<gpu::Diagnostic>& diagnostics)
{
    constexpr std::size_t kMax = 50;
    auto all = json::array();
    for (std::size_t i = 0; i < std::min(diagnostics.size(), kMax); ++i)
        all.push_back({ { "line", diagnostics[i].line }, { "text", diagnostics[i].text },
            { "error", diagnostics[i].severity == gpu::Diagnostic::Severity::error } });
    return all;
}

} // namespace

ClassWork::ClassWork(const std::vector<exercise::Exercise>& exercises, exercise::GradingOptions grading,
    std::filesystem::path shown, ClassStore& store, Events& events)
    : m_exercises(exercises)
    , m_store(store)
    , m_events(events)
    , m_shown(std::move(shown))
    , m_grader(grading)
    , m_queue({ .workers = grading.jobs })
{
    std::error_code ignored;
    std::filesystem::remove_all(m_shown, ignored);
    std::filesystem::create_directories(m_shown, ignored);
    m_compiler.prepare();
}

const exercise::Exercise* ClassWork::find(const std::string& id) const
{
    const auto found = std::ranges::find(m_exercises, id, &exercise::Exercise::id);
    return found == m_exercises.end() ? nullptr : &*found;
}

std::string ClassWork::show(const exercise::Exercise& exercise, const std::string& source, const std::string& ptx)
{
    const auto edited = live::with_kernels(*exercise.lesson, { .source = source, .ptx = ptx, .builds = {}, .partial = {} });
    if (!edited)
        return {};
    constexpr std::size_t kMaxShown = 1000;
    const auto name = random_digits(8);
    std::error_code failed;
    std::filesystem::create_directories(m_shown / name, failed);
    const auto place = shell::place_of({ m_shown / name / "state", {}, {} });
    const auto kernels = place->put_kernels(**edited, {});
    if (failed || !kernels)
        return {};
    session::PublishedLink published { name, 1, *kernels, {} };
    published.link.lesson = exercise.lesson->id;
    published.link.variant = exercise.variant().id;
    published.link.edited = true;
    if (!place->put_state(to_text(published), {}))
        return {};
    const std::scoped_lock lock(m_shown_mutex);
    m_shown_names.push_back(name);
    if (m_shown_names.size() > kMaxShown) {
        std::filesystem::remove_all(m_shown / m_shown_names.front(), failed);
        m_shown_names.pop_front();
    }
    return name + "/state";
}

WorkQueue::Accepted ClassWork::compile(std::int64_t student, const exercise::Exercise* exercise, const std::string& source)
{
    const auto key = "compile\n" + (exercise == nullptr ? std::string {} : exercise->id) + "\n" + source;
    return m_queue.add(student, key, [this, exercise, source](const std::stop_token& stop) {
        const auto compiled = exercise::compile_submission(m_compiler, source, stop);
        if (stop.stop_requested() || compiled.timed_out)
            return std::string {};
        json answer { { "messages", diagnostics_of(compiled.diagnostics) } };
        if (compiled.ptx)
            answer["ptx"] = *compiled.ptx;
        if (compiled.ptx && exercise != nullptr)
            answer["shown"] = show(*exercise, source, *compiled.ptx);
        if (!compiled.ptx)
            answer["error"] = compiled.ptx.error().message;
        return json_text(answer);
    });
}

std::string ClassWork::assessed(
    const exercise::Exercise& exercise, const std::string& source, const std::stop_token& stop, Progress& progress)
{
    const auto assessment = m_grader.grade(exercise, source, stop);
    if (!assessment || assessment->overloaded)
        return {};
    progress.exercise = exercise.id;
    progress.points = points_of(exercise, *assessment);
    progress.possible = exercise.points();
    progress.result = json_text(to_json(exercise, *assessment));
    return progress.result;
}

WorkQueue::Accepted ClassWork::check(std::int64_t student, const exercise::Exercise& exercise, const std::string& source)
{
    return m_queue.add(student, "check\n" + exercise.id + "\n" + source, [this, &exercise, source](const std::stop_token& stop) {
        Progress progress;
        return assessed(exercise, source, stop, progress);
    });
}

void ClassWork::grade(const Submission& submission)
{
    const auto* const exercise = find(submission.exercise);
    if (exercise == nullptr)
        return; // of another set of exercises
    static_cast<void>(m_queue.add(0, {}, [this, exercise, submission](const std::stop_token& stop) {
        Progress progress;
        auto graded = submission;
        graded.result = assessed(*exercise, submission.source, stop, progress);
        if (graded.result.empty())
            return std::string {}; // graded after the next start
        graded.points = progress.points;
        graded.possible = progress.possible;
        progress.student = submission.student;
        progress.submitted = true;
        static_cast<void>(m_store.set_result(graded));
        static_cast<void>(m_store.set_progress(progress));
        m_events.note_class();
        return graded.result;
    }));
}

} // namespace warpstage::serve
