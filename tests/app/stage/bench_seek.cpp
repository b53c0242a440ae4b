// How long it takes from the wish to see a step of a recording, as large as one may be, until everything that shows it is
// composed.
#include "app/figure/overlay.h"
#include "core/lesson/catalog.h"
#include "core/session/session.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace warpstage::stage {
namespace {

struct Case {
    const char* lesson;
    const char* variant;
    std::vector<std::pair<std::string, std::string>> parameters;
};

const Case& case_of(std::int64_t index)
{
    // The second tells shared memory as well, the third the elements of matrices.
    static const std::vector<Case> cases { { "nbody", "shared", { { "n", "65536" } } },
        { "reduction", "one_thread", { { "n", "2^18" } } }, { "matmul", "smem1", { { "n", "1024" } } } };
    return cases.at(static_cast<std::size_t>(index));
}

std::size_t bytes_of(const trace::Trace& trace)
{
    return trace.steps.size() * sizeof(trace::StepRecord) + trace.accesses.size() * sizeof(simt::Access);
}

void seek_recording(benchmark::State& state)
{
    const Case& shown = case_of(state.range(0));
    const std::vector<std::filesystem::path> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
    const auto catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
    session::SessionOptions options;
    options.engine = engine::EngineKind::vm;
    options.lesson = shown.lesson;
    options.variant = shown.variant;
    options.parameters = shown.parameters;
    auto opened = session::Session::create(catalog, options);
    if (!opened) {
        state.SkipWithError(opened.error().message.c_str());
        return;
    }
    session::Session& session = **opened;
    session.submit(session::TogglePause {}); // the steps of the lesson itself are not what is measured
    std::chrono::steady_clock::time_point now {};
    for (int i = 0;
         i < 400 && (session.snapshot()->recording == nullptr || session.snapshot()->recording->variant != shown.variant); ++i) {
        now += std::chrono::milliseconds(20);
        session.tick(now);
        session.settle();
    }
    const auto recording = session.snapshot()->recording;
    if (recording == nullptr) {
        state.SkipWithError("nothing was recorded");
        return;
    }
    const std::size_t steps = std::max<std::size_t>(1, recording->trace.gapless);
    const figure::Style style = figure::make_style(figure::Theme::dark, 1.0F);
    figure::OverlayState overlay;
    overlay.size = { 1920, 1080 };
    std::mt19937_64 random { 1 };
    for (auto _ : state) {
        const std::size_t step = random() % steps;
        session.submit(session::SeekPlayback { step });
        now += std::chrono::milliseconds(1);
        session.tick(now);
        const auto snapshot = session.snapshot();
        if (!snapshot->playback.step || *snapshot->playback.step != step) {
            state.SkipWithError("the run does not stand at the step");
            return;
        }
        benchmark::DoNotOptimize(figure::compose_overlay(*snapshot, overlay, style));
    }
    state.counters["MB"] = static_cast<double>(bytes_of(recording->trace)) / 1e6;
    state.counters["steps"] = static_cast<double>(steps);
    state.SetLabel(std::string { shown.lesson } + " " + shown.variant);
}
BENCHMARK(seek_recording)->DenseRange(0, 2)->Unit(benchmark::kMillisecond)->Iterations(200);

} // namespace
} // namespace warpstage::stage
