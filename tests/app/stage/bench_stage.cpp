// Measures the time of a frame, drawn off screen with all panels.
#include "app/stage/stage.h"
#include "tests/app/stage/sample_snapshot.h"

#include <benchmark/benchmark.h>
#include <glad/gl.h>

#include <cstdint>

namespace warpstage::stage {
namespace {

void draw_bodies(benchmark::State& state)
{
    StageOptions options;
    options.size = { 1280, 720 };
    options.shaders = std::filesystem::path(WARPSTAGE_SOURCE) / "shaders";
    const auto opened = Stage::open_offscreen(options);
    if (!opened) {
        state.SkipWithError(opened.error().message.c_str());
        return;
    }
    auto& stage = **opened;
    const auto first = sample_bodies(static_cast<std::size_t>(state.range(0)));
    if (state.range(1) == 0) {
        stage.draw(first, Stage::Time {});
        stage.receive(KeyPress { Key::e, Shift::down }); // no trails
    }
    std::uint64_t serial = 0;
    for (auto _ : state) {
        // New bodies and a new snapshot in each frame, as with a GPU.
        const auto snapshot = std::make_shared<session::Snapshot>(*first);
        auto frame = std::make_shared<session::ParticleFrame>(*first->scene->particles);
        frame->serial = ++serial;
        snapshot->scene.edit().particles = std::move(frame);
        stage.draw(snapshot, Stage::Time { std::chrono::milliseconds(16 * serial) });
        glFinish();
    }
}
BENCHMARK(draw_bodies)
    ->ArgNames({ "bodies", "trails" })
    ->Args({ 4096, 1 })
    ->Args({ 4096, 0 })
    ->Args({ 65536, 1 })
    ->Args({ 1 << 20, 1 })
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

} // namespace
} // namespace warpstage::stage
