// Measures the time from the request of a step in a recording of 64 MB and more, several times a session's limit, until all views
// of it are composed: from the timeline, and by line, barrier and iteration.
#include "app/stage/input/key_table.h"
#include "app/stage/render/frame_time.h"
#include "core/lesson/catalog.h"
#include "core/session/recording/replay.h"
#include "core/session/recording/sector_traffic.h"
#include "core/session/session.h"
#include "tests/app/views/overlay.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace warpstage::stage {
namespace {

using session::Stride;

constexpr std::size_t kSeeks = 200;
constexpr std::size_t kTimesLarger = 5; // accesses relative to a session's recordings
constexpr std::size_t kTimesLonger = 24; // likewise, steps
constexpr double kLeastMegabytes = 64.0;

struct Case {
    const char* lesson;
    const char* variant;
    std::vector<std::pair<std::string, std::string>> parameters;
};

const Case& case_of(std::int64_t index)
{
    // The second also shows shared memory, the third the elements of matrices.
    static const std::vector<Case> cases { { "nbody", "shared", { { "n", "262144" } } },
        { "reduction", "one_block", { { "n", "2^25" } } }, { "matmul", "smem1", { { "n", "2048" } } } };
    return cases.at(static_cast<std::size_t>(index));
}

double megabytes_of(const trace::Trace& trace)
{
    return static_cast<double>(trace.steps.size() * sizeof(trace::StepRecord) + trace.accesses.size() * sizeof(simt::Access))
        / 1e6;
}

// A recording with larger limits, as from a file.
Result<std::shared_ptr<const session::Replay>> large_recording(const lesson::Catalog& catalog, const Case& wanted)
{
    const auto lesson = catalog.find(wanted.lesson);
    if (!lesson)
        return lesson.error();
    auto replay = std::make_shared<session::Replay>();
    replay->lesson = wanted.lesson;
    replay->variant = wanted.variant;
    replay->settings = (*lesson)->initial_settings(EngineKind::vm);
    for (const auto& [name, value] : wanted.parameters)
        if (auto set = replay->settings.set((*lesson)->problem->parameters(), name, value); !set)
            return set.error();
    const auto variant = std::ranges::find((*lesson)->variants, replay->variant, &problem::Variant::id);
    auto plan = (*lesson)->problem->plan(*variant, replay->settings);
    if (!plan)
        return plan.error();
    analysis::RecordingRequest request;
    request.lesson = *lesson;
    request.programs = std::make_shared<const engine::VmPrograms>(*lesson);
    request.variant = wanted.variant;
    request.work = plan->recorded_work;
    request.plan = std::make_shared<const problem::Plan>(*std::move(plan));
    request.traits = &arch::traits_of({ 9, 0 });
    request.serial = 1;
    request.limits.steps *= kTimesLonger;
    request.limits.accesses *= kTimesLarger;
    auto recorded = analysis::record(request);
    if (!recorded)
        return recorded.error();
    replay->recording = *std::move(recorded);
    return std::shared_ptr<const session::Replay>(std::move(replay));
}

void seek_recording(benchmark::State& state)
{
    const Case& shown = case_of(state.range(0));
    const auto stride = static_cast<Stride>(state.range(1));
    const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
    const auto catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
    const auto replay = large_recording(*catalog, shown);
    if (!replay) {
        state.SkipWithError(replay.error().message.c_str());
        return;
    }
    const trace::Trace& trace = (*replay)->recording->trace;
    const double megabytes = megabytes_of(trace);
    state.counters["MB"] = megabytes;
    state.counters["steps"] = static_cast<double>(trace.gapless);
    state.SetLabel(std::string { shown.lesson } + " " + shown.variant + ", by " + std::string { session::name_of(stride) });
    if (megabytes < kLeastMegabytes) {
        state.SkipWithError("the recording is too small");
        return;
    }

    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    auto opened = session::Session::create(catalog, options);
    if (!opened) {
        state.SkipWithError(opened.error().message.c_str());
        return;
    }
    session::Session& session = **opened;
    std::chrono::steady_clock::time_point now {};
    const auto tick = [&] {
        now += std::chrono::milliseconds(1);
        session.tick(now);
    };
    session.submit(session::TogglePause {}); // the lesson's steps are not part of the measurement
    session.submit(session::ShowReplay { *replay });
    session.submit(session::SelectStride { stride });
    tick();
    session.settle();
    tick();

    const draw::Style style = draw::make_style(draw::Theme::dark, 1.0F);
    views::WindowState overlay;
    overlay.size = { 1920, 1080 };
    overlay.keys = key_words();
    session::SectorTraffic traffic;
    traffic.follow(*session.snapshot());
    std::mt19937_64 random { 1 };
    std::vector<double> times; // ms
    for (auto _ : state) {
        const std::size_t step = random() % std::max<std::size_t>(1, trace.gapless);
        if (stride != Stride::instruction) { // from there
            session.submit(session::SeekPlayback { step });
            tick();
            session.submit(
                session::SeekPlayback { random() % 2 == 0 ? session::Direction::next : session::Direction::previous, {} });
        } else {
            session.submit(session::SeekPlayback { step });
        }
        const auto began = thread_time(); // other processes are not part of the measurement
        tick();
        const auto snapshot = session.snapshot();
        traffic.follow(*snapshot);
        benchmark::DoNotOptimize(views::testing::compose_overlay(*snapshot, overlay, style));
        const std::chrono::duration<double> took = thread_time() - began;
        state.SetIterationTime(took.count());
        times.push_back(1000.0 * took.count());
        if (!snapshot->playback->run.view.step || (stride == Stride::instruction && *snapshot->playback->run.view.step != step)) {
            state.SkipWithError("the playback is not at the step");
            return;
        }
    }
    std::ranges::sort(times);
    state.counters["min_ms"] = times.front();
    state.counters["median_ms"] = times[times.size() / 2];
    state.counters["max_ms"] = times.back();
}
BENCHMARK(seek_recording)
    ->ArgsProduct({ { 0, 1, 2 },
        { static_cast<std::int64_t>(Stride::instruction), static_cast<std::int64_t>(Stride::line),
            static_cast<std::int64_t>(Stride::barrier), static_cast<std::int64_t>(Stride::iteration) } })
    ->Unit(benchmark::kMillisecond)
    ->Iterations(kSeeks)
    ->UseManualTime();

} // namespace
} // namespace warpstage::stage
