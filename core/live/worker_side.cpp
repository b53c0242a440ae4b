#include "core/live/worker_side.h"

#include "core/engine/gpu/gpu_engine.h"
#include "core/live/worker_message.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace warpstage::live {

namespace {

// The lesson of each folder, read once.
using Lessons = std::map<std::filesystem::path, std::shared_ptr<const lesson::Lesson>>;

Result<std::shared_ptr<const lesson::Lesson>> lesson_of(Lessons& lessons, const std::filesystem::path& folder)
{
    auto& known = lessons[folder];
    if (known == nullptr) {
        auto loaded = lesson::load_lesson(folder);
        if (!loaded)
            return loaded.error();
        known = std::make_shared<const lesson::Lesson>(std::move(*loaded));
    }
    return known;
}

// Two steps: the second one uses the results of the first. Errors include the fault.
Result<void> run_on(engine::Engine& gpu, Lessons& lessons, const WorkerRequest& request)
{
    auto base = lesson_of(lessons, request.folder);
    if (!base)
        return base.error();
    auto changed = with_kernels(*lesson::with_launches(**base, request.launches), request.texts);
    if (!changed)
        return changed.error();
    const auto* const variant = (*changed)->find_variant(request.variant);
    if (variant == nullptr)
        return Error { fmt::format("The lesson has no variant `{}`.", request.variant) };
    auto settings = (*changed)->initial_settings(EngineKind::gpu);
    for (const auto& [id, value] : request.settings) {
        if (auto set = settings.set((*changed)->problem->parameters(), id, value); !set)
            return set.error();
    }
    auto plan = (*changed)->problem->plan(*variant, settings);
    if (!plan)
        return plan.error();
    if (auto loaded = gpu.load(*changed); !loaded)
        return loaded.error();
    if (auto adopted = gpu.adopt(std::make_shared<const problem::Plan>(std::move(*plan)), engine::Contents::initial); !adopted)
        return adopted.error();
    for (int step = 0; step < 2; ++step) {
        if (auto started = gpu.start(); !started)
            return started.error();
        if (auto outcome = gpu.wait(); !outcome)
            return outcome.error();
    }
    return {};
}

void answer(int to, const WorkerAnswer& answer)
{
    const auto line = to_line(answer) + '\n';
    std::size_t written = 0;
    while (written < line.size()) {
        const auto count = write(to, line.data() + written, line.size() - written);
        if (count <= 0)
            return; // the program has ended, so there is no receiver
        written += static_cast<std::size_t>(count);
    }
}

} // namespace

int serve_trials(int device)
{
    const int answers = dup(STDOUT_FILENO);
    if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return 1;
    auto gpu = engine::make_gpu_engine(device);
    Lessons lessons;
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto request = request_of(line);
        const auto ran = !gpu ? Result<void> { gpu.error() }
            : !request        ? Result<void> { request.error() }
                              : run_on(**gpu, lessons, *request);
        answer(answers, { ran ? std::string {} : ran.error().message });
        if (!ran)
            return 1;
    }
    return 0;
}

} // namespace warpstage::live
