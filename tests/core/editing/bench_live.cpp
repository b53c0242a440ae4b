// Measures the time from a key press until the new kernel runs: the editor's pause, compiler, trial, worker on a GPU, and the
// session's first step with the kernels. Needs no display: the session's frames are counted at 60 per second.
#include "core/editing/live_editing.h"
#include "core/lesson/catalog.h"
#include "core/live/worker_side.h"
#include "core/session/session.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace warpstage::editing {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

struct Wanted {
    std::string lesson = "nbody";
    std::string variant;
    std::string engine = "vm";
    int gpu = 0;
    std::uint32_t edits = 10;
    std::uint32_t settle = 30; // milliseconds; the pause of the console's editor
    std::string assets = WARPSTAGE_ASSETS;
};

struct Lap {
    std::map<live::Stage, double> stages {}; // number of frames, milliseconds per frame
    double adopted = 0.0; // milliseconds after the key press: the session has adopted the kernels
    double running = 0.0; // their first step has ended
    double processor = 0.0; // milliseconds of all threads
    double longest_frame = 0.0; // maximum waiting time of the stage's thread
};

double processor_milliseconds()
{
    std::timespec time {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

class Measurement {
public:
    Measurement(session::Session& session, const Wanted& wanted)
        : m_session(session)
        , m_settle(wanted.settle)
        , m_editing(session)
    {
        m_editing.on_outcome = [this](const live::Outcome& outcome) {
            if (outcome.finding)
                m_refused = outcome.finding->message;
            if (outcome.of_the_rest)
                return;
            m_stages.clear();
            for (const auto& [stage, time] : outcome.times)
                m_stages[stage] = Milliseconds(time).count();
        };
    }

    void prepare() { m_editing.prepare(); }

    void let_frames_pass(std::chrono::milliseconds time)
    {
        for (const auto end = Clock::now() + time; Clock::now() < end;)
            frame();
    }

    // Errors: the kernels were rejected.
    Result<Lap> edit(const std::string& source)
    {
        m_refused.reset();
        m_longest = {};
        const double processor = processor_milliseconds();
        const auto key = Clock::now();
        std::this_thread::sleep_for(m_settle); // the editor's pause, without computation
        m_editing.edit(source);
        std::optional<Clock::time_point> adopted;
        std::uint64_t steps = 0;
        while (!m_refused) {
            frame();
            const auto snapshot = m_session.snapshot();
            if (snapshot->setup->lesson->source != source)
                continue;
            if (!adopted) {
                adopted = Clock::now();
                steps = snapshot->timing->steps;
            } else if (snapshot->timing->steps > steps) {
                const auto now = Clock::now();
                return Lap { m_stages, Milliseconds(*adopted - key).count(), Milliseconds(now - key).count(),
                    processor_milliseconds() - processor, Milliseconds(m_longest).count() };
            }
        }
        return Error { *m_refused };
    }

    void wait_until_idle() { m_editing.wait_until_idle(); }

private:
    void frame()
    {
        constexpr auto kFrame = std::chrono::microseconds(16667);
        std::this_thread::sleep_until(m_next);
        const auto begin = Clock::now();
        m_editing.tick(begin);
        m_session.tick(begin);
        m_longest = std::max(m_longest, Clock::now() - begin);
        m_next = std::max(m_next + kFrame, begin);
    }

    session::Session& m_session;
    std::chrono::milliseconds m_settle;
    LiveEditing m_editing;
    std::optional<std::string> m_refused;
    std::map<live::Stage, double> m_stages;
    Clock::time_point m_next = Clock::now();
    Clock::duration m_longest { 0 };
};

void print_row(std::string_view title, std::vector<double> sorted)
{
    std::ranges::sort(sorted);
    const auto middle = sorted.size() / 2;
    const double median = sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    fmt::print("{:34} {:8.1f} ms   {:8.1f} to {:8.1f}\n", title, median, sorted.front(), sorted.back());
}

Result<void> measure(const Wanted& wanted)
{
    const std::vector<std::filesystem::path> roots { std::filesystem::path { wanted.assets } / "lessons" };
    const auto catalog = std::make_shared<const lesson::Catalog>(lesson::Catalog::load(roots));
    session::SessionOptions options;
    options.engine = wanted.engine == "gpu" ? engine::EngineKind::gpu : engine::EngineKind::vm;
    options.lesson = wanted.lesson;
    options.variant = wanted.variant;
    options.gpu = wanted.gpu;
    auto session = session::Session::create(catalog, options);
    if (!session)
        return session.error();

    const auto variants = (*session)->snapshot()->setup->variants;
    if (wanted.variant.empty()) { // the first variant that runs a kernel
        const auto first = std::ranges::find(variants, false, &session::VariantView::on_host_only);
        (*session)->submit(session::SelectVariant { static_cast<std::size_t>(first - variants.begin()) });
    }
    Measurement measurement { **session, wanted };
    measurement.prepare(); // like an open console
    measurement.let_frames_pass(std::chrono::seconds(2)); // all variants are recorded
    const auto snapshot = (*session)->snapshot();
    const auto original = snapshot->setup->lesson->source;
    fmt::print("{}, variant {}, {}, {} edits\n", snapshot->setup->lesson->title,
        snapshot->setup->variants[snapshot->setup->variant].id, snapshot->device->engine.name, wanted.edits);
    // Every text is unique, so that no compiler cache has it from this or an earlier run.
    const auto stamp = std::chrono::system_clock::now().time_since_epoch().count();
    std::vector<Lap> laps;
    for (std::uint32_t i = 0; i <= wanted.edits; ++i) {
        auto lap = measurement.edit(fmt::format("{}// edit {} of {}\n", original, i, stamp));
        if (!lap)
            return lap.error();
        if (i == 0)
            fmt::print("first edit of the process: adopted after {:.1f} ms, runs after {:.1f} ms\n", lap->adopted, lap->running);
        else
            laps.push_back(*lap);
        measurement.wait_until_idle(); // compilation for the other variants must not count for the next edit
        measurement.let_frames_pass(std::chrono::seconds(1));
    }
    fmt::print("{:34} {:>11}   {:>11}\n", "", "median", "spread");
    const auto print = [&](std::string_view title, const auto& part) {
        std::vector<double> values;
        for (const auto& lap : laps)
            values.push_back(part(lap));
        print_row(title, std::move(values));
    };
    for (const auto& [stage, time] : laps.front().stages)
        print(fmt::format("  {}", live::name_of(stage)), [stage = stage](const Lap& lap) { return lap.stages.at(stage); });
    print("key to adopted", [](const Lap& lap) { return lap.adopted; });
    print("key to the first step's end", [](const Lap& lap) { return lap.running; });
    print("CPU time, all threads", [](const Lap& lap) { return lap.processor; });
    print("longest session tick", [](const Lap& lap) { return lap.longest_frame; });
    return {};
}

} // namespace

} // namespace warpstage::editing

int main(int count, char** words)
{
    using namespace warpstage;
    CLI::App app { "Measures the time from a key press until the new kernel runs" };
    editing::Wanted wanted;
    app.add_option("--lesson", wanted.lesson);
    app.add_option("--variant", wanted.variant);
    app.add_option("--engine", wanted.engine)->check(CLI::IsMember({ "vm", "gpu" }));
    app.add_option("--gpu", wanted.gpu);
    app.add_option("--assets", wanted.assets);
    app.add_option("--settle", wanted.settle, "Pause in ms between the key press and the compilation");
    app.add_option("--edits", wanted.edits)->check(CLI::Range(1, 1000));
    // LiveEditing starts this program again as the worker process.
    const auto* const worker = app.add_subcommand(live::kWorkerCommand);
    CLI11_PARSE(app, count, words);
    if (worker->parsed())
        return live::serve_trials(wanted.gpu);
    if (const auto measured = editing::measure(wanted); !measured) {
        fmt::print(stderr, "bench_live: {}\n", measured.error().message);
        return 1;
    }
    return 0;
}
