#include "core/session_file/restore.h"

#include "core/analysis/block_timeline.h"
#include "core/arch/traits.h"
#include "core/base/text.h"
#include "core/engine/vm_plan.h"
#include "core/ptx/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace warpstage::session_file {

namespace {

constexpr std::string_view kNothingChanged = "Nothing was changed.";

// The installed lesson with the source and the PTX of the file.
Result<std::shared_ptr<const lesson::Lesson>> lesson_of(
    const Document& document, const lesson::Lesson& installed, std::string_view name)
{
    auto lesson = std::make_shared<lesson::Lesson>(installed);
    lesson->source = document.source;
    lesson->source_lines.clear();
    for (const auto line : text::split(document.source, '\n'))
        lesson->source_lines.emplace_back(line);
    if (!lesson->source_lines.empty() && lesson->source_lines.back().empty())
        lesson->source_lines.pop_back();
    lesson->builds.clear();
    for (const auto& build : document.builds) {
        auto module = ptx::parse(build.ptx, build.name.empty() ? "kernels.ptx" : "kernels." + build.name + ".ptx");
        if (!module)
            return Error { fmt::format("{} is damaged: {} {}", name, module.error().message, kNothingChanged) };
        auto shared = std::make_shared<const ptx::Module>(*std::move(module));
        if (build.name.empty()) {
            lesson->ptx_text = build.ptx;
            lesson->module = std::move(shared);
        } else {
            lesson->builds.push_back({ build.name, build.ptx, std::move(shared) });
        }
    }
    for (const problem::Relaunch& launch : document.launches)
        lesson->problem = problem::relaunched(lesson->problem, launch);
    return std::shared_ptr<const lesson::Lesson>(std::move(lesson));
}

// A timeline needs memory for each warp at each time and for each barrier: a damaged file could exceed the available memory.
analysis::BlockTimeline timeline_of(const trace::Trace& trace)
{
    constexpr std::uint64_t kMaxPlaces = std::uint64_t { 1 } << 27; // 32 warps with four million steps
    constexpr std::uint64_t kMaxEpochs = std::uint64_t { 1 } << 22;
    std::uint64_t epochs = 1;
    for (const auto& step : trace.steps)
        epochs = std::max(epochs, std::uint64_t { step.epoch } + 1);
    if (trace.steps.size() * std::uint64_t { trace.warps } > kMaxPlaces || epochs * trace.warps > kMaxEpochs)
        return {};
    return analysis::block_timeline(trace);
}

// Empty if the kernel has every program counter of the run.
std::string misfit(const Run& run, const ptx::Listing& listing)
{
    if (run.totals.instructions.size() != listing.size())
        return fmt::format("its run has {} instructions, but its kernel `{}` has {}", run.totals.instructions.size(), run.kernel,
            listing.size());
    for (std::uint32_t pc = 0; pc < listing.size(); ++pc) {
        if (run.totals.instructions[pc].executions != 0 && listing.find(pc) == nullptr)
            return fmt::format("its kernel `{}` has no instruction {}", run.kernel, pc);
    }
    for (const auto& step : run.trace.steps) {
        if (listing.find(step.pc) == nullptr)
            return fmt::format("its kernel `{}` has no instruction {}", run.kernel, step.pc);
    }
    return {};
}

Result<std::shared_ptr<const session::Recording>> recording_of(
    const Document& document, std::shared_ptr<const lesson::Lesson> lesson, std::string_view name)
{
    const Run& run = *document.run;
    const engine::VmPrograms programs(lesson);
    const auto program = programs.find(run.kernel);
    if (!program)
        return Error { fmt::format("{} is damaged: {} {}", name, program.error().message, kNothingChanged) };
    const auto& listing = (*program)->listing();
    if (const std::string reason = misfit(run, listing); !reason.empty())
        return Error { fmt::format("{} is damaged: {}. {}", name, reason, kNothingChanged) };
    auto recording = std::make_shared<session::Recording>();
    recording->variant = run.variant;
    recording->kernel = run.kernel;
    recording->trace = run.trace;
    recording->totals = run.totals;
    recording->report = analysis::report_kernel(
        listing, run.totals, arch::traits_of({ document.origin.capability_major, document.origin.capability_minor }));
    recording->trap = run.trap;
    recording->lesson = std::move(lesson);
    recording->listing = listing;
    recording->block_size = run.block_size;
    recording->shared_bytes = run.shared_bytes;
    for (const auto& buffer : run.buffers)
        recording->buffers.push_back({ buffer.name, buffer.address, static_cast<std::size_t>(buffer.bytes) });
    recording->timeline = timeline_of(recording->trace);
    return std::shared_ptr<const session::Recording>(std::move(recording));
}

} // namespace

Document document_of(const session::Snapshot& snapshot, std::string saved_at, std::string program)
{
    Document document;
    const auto& lesson = *snapshot.setup->lesson;
    document.lesson = lesson.id;
    document.variant = snapshot.setup->variants[snapshot.setup->variant].id;
    for (const auto& parameter : snapshot.setup->parameters)
        document.parameters.emplace_back(parameter.id, parameter.value);
    // The recorded lesson contains the text that ran; a lesson with edited text is another object.
    const auto& ran = snapshot.run->recording != nullptr && snapshot.run->recording->lesson != nullptr
        ? *snapshot.run->recording->lesson
        : snapshot.setup->replayed != nullptr ? *snapshot.setup->replayed
                                              : lesson;
    document.source = ran.source;
    document.launches = problem::relaunches_of(*ran.problem);
    document.builds.push_back({ "", ran.ptx_text });
    for (const auto& build : ran.builds) {
        // After an edit possibly only the running kernels are compiled; the recorded run uses one of them.
        const auto known = std::ranges::find(document.builds, build.name, &Build::name);
        if (known == document.builds.end())
            document.builds.push_back({ build.name, build.ptx_text });
        else if (build.partial)
            known->ptx = build.ptx_text;
    }
    for (std::size_t i = 0; i < snapshot.setup->variants.size(); ++i) {
        const auto& variant = snapshot.setup->variants[i];
        const auto timing = snapshot.timing->of(i).timing;
        if (timing.samples == 0)
            continue;
        VariantTimes times { variant.id, timing, {} };
        if (i == snapshot.setup->variant) {
            for (const auto& work : snapshot.timing->works)
                times.works.push_back({ work.label, work.on_host, work.timing });
        }
        document.times.push_back(std::move(times));
    }
    if (const auto& recording = snapshot.run->recording; recording != nullptr) {
        document.run = Run { recording->variant, recording->kernel, recording->trace, recording->totals, recording->trap,
            recording->block_size, recording->shared_bytes, {} };
        for (const auto& buffer : recording->buffers)
            document.run->buffers.push_back({ buffer.name, buffer.address, buffer.bytes });
    }

    Origin& origin = document.origin;
    if (snapshot.device->timing_origin) { // saving a file again keeps its origin
        origin.machine = snapshot.device->timing_origin->machine;
        origin.detail = snapshot.device->timing_origin->detail;
        origin.emulated = snapshot.device->timing_origin->emulated;
        origin.saved_at = snapshot.device->timing_origin->when;
        origin.capability_major = snapshot.device->timing_origin->capability_major;
        origin.capability_minor = snapshot.device->timing_origin->capability_minor;
    } else {
        origin.machine = snapshot.device->engine.name;
        origin.detail = snapshot.device->engine.detail;
        origin.emulated = snapshot.device->engine.kind == engine::EngineKind::vm;
        origin.saved_at = std::move(saved_at);
        if (snapshot.device->engine.capability_major != 0) {
            origin.capability_major = snapshot.device->engine.capability_major;
            origin.capability_minor = snapshot.device->engine.capability_minor;
        }
    }
    origin.architecture = snapshot.run->architecture;
    origin.program = std::move(program);
    return document;
}

Result<session::Replay> restore(const Document& document, const lesson::Catalog& catalog, std::string_view name)
{
    const auto lesson = catalog.find(document.lesson);
    if (!lesson)
        return Error { fmt::format("{} cannot be shown: {} {}", name, lesson.error().message, kNothingChanged) };
    if ((*lesson)->find_variant(document.variant) == nullptr)
        return Error { fmt::format("{} cannot be shown: lesson `{}` has no variant `{}` here. {}", name, document.lesson,
            document.variant, kNothingChanged) };
    session::Replay replay;
    replay.lesson = document.lesson;
    replay.variant = document.variant;
    replay.settings = (*lesson)->initial_settings();
    for (const auto& [id, value] : document.parameters) {
        if (auto set = replay.settings.set((*lesson)->problem->parameters(), id, value); !set)
            return Error { fmt::format("{} cannot be shown: {} {}", name, set.error().message, kNothingChanged) };
    }
    auto kernels = lesson_of(document, **lesson, name);
    if (!kernels)
        return kernels.error();
    replay.kernels = *std::move(kernels);
    if (document.run) {
        auto recording = recording_of(document, replay.kernels, name);
        if (!recording)
            return recording.error();
        replay.recording = *std::move(recording);
    }
    for (const auto& times : document.times) {
        session::Replay::Times shown { times.variant, times.timing, {} };
        for (const auto& work : times.works)
            shown.works.push_back({ work.label, work.on_host, work.timing });
        replay.times.push_back(std::move(shown));
    }
    const Origin& origin = document.origin;
    replay.origin = { origin.machine, origin.detail, origin.emulated, origin.saved_at, origin.capability_major,
        origin.capability_minor };
    return replay;
}

} // namespace warpstage::session_file
