// Gives lectures off screen with an accelerated clock: every lesson with its cues, variants, figures, sheets, files and an edit
// of its kernels, again and again, with another language for each cue and each variant. Measures memory, open files, threads,
// frame time and the drift of the playback from the simulated clock after each lesson, and fails if they grow from one lecture to
// another. `long_run --hours 8` is a working day; the test runs a few short lectures.
// `long_run --hours 2 --frames-per-second 12` takes two hours: the clock is that of the computer.
#include "app/export/export.h"
#include "app/shell/application.h"
#include "app/shell/editing.h"
#include "app/stage/input/keys.h"
#include "app/stage/stage.h"
#include "core/base/process/large_blocks.h"
#include "core/base/temporary_folder.h"
#include "core/base/words.h"
#include "core/gpu/nvrtc/nvrtc_compiler.h"
#include "core/timing/estimate.h"
#include "tests/app/long_run/process_size.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpstage::long_run {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using session::Direction;

constexpr std::chrono::milliseconds kFrame { 100 }; // the longest that the playback takes for one frame
constexpr double kSettled = 0.5; // hours
constexpr double kAllowedGrowth = 1.05; // of memory, after the first lectures
constexpr double kFragmentation = 32.0; // MiB of resident memory; what is allocated is exact
constexpr double kLateThreads = 2.0; // oneTBB starts its threads when they find work
constexpr stage::gl::PixelSize kSize { 640, 360 };
constexpr int kPlayedFrames = 40;
constexpr int kClipFrames = 5;

struct Options {
    double hours = 0.0; // simulated; 0: as many as `lectures` take
    std::size_t lectures = 0; // 0: as many as `hours` take
    std::size_t warm_up = 3; // lectures
    int talked_frames = 300; // 30 s for each cue and each variant
    double frames_per_second = 0.0; // of the computer's clock; 0: accelerated, a frame is 0.1 s
    std::vector<std::string> lessons; // ids; empty: all
    bool on_gpu = false;
};

// The measurement after one lesson.
struct Sample {
    std::string lesson;
    double hours = 0.0;
    ProcessSize size;
    double drift = 0.0; // seconds of playback, in all lectures
    double frame = 0.0; // milliseconds of a frame of this lesson, on average
};

template <typename Value> Value or_end(Result<Value> result)
{
    if (!result) {
        fmt::print(stderr, "long_run: {}\n", result.error().message);
        std::exit(2); // NOLINT(concurrency-mt-unsafe)
    }
    if constexpr (!std::is_void_v<Value>)
        return *std::move(result);
}

class Lecture {
public:
    explicit Lecture(const Options& options)
        : m_catalog(std::make_shared<const lesson::Catalog>(
            lesson::Catalog::load(std::vector<fs::path> { fs::path { WARPSTAGE_ASSETS } / "lessons" })))
        , m_stage(or_end(stage::Stage::open_offscreen(stage_options())))
        , m_application(m_catalog, or_end(session::Session::create(m_catalog, session_options(options))), shell::Pace::immediate)
        , m_session(m_application.session())
        , m_editing(m_application.add<shell::Editing>(m_session).live())
        , m_edits(gpu::NvrtcCompiler::load().ok())
        , m_talked_frames(options.talked_frames)
    {
        if (options.frames_per_second > 0.0) {
            m_interval =
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / options.frames_per_second));
            m_begin = m_now = m_next = Clock::now();
        }
        for (const auto& lesson : m_catalog->lessons())
            if (options.lessons.empty() || std::ranges::find(options.lessons, lesson->id) != options.lessons.end())
                m_lessons.push_back(lesson->id);
    }

    template <typename After> void give(const After& after_lesson)
    {
        for (const auto& id : m_lessons) {
            m_frames = 0;
            m_drawing = {};
            present(id);
            after_lesson(sample(id));
        }
        ++m_given;
    }

    [[nodiscard]] bool edits() const { return m_edits; }

private:
    [[nodiscard]] Sample sample(const std::string& lesson) const
    {
        return { lesson, std::chrono::duration<double, std::ratio<3600>>(m_now - m_begin).count(), process_size(), m_drift,
            std::chrono::duration<double, std::milli>(m_drawing).count()
                / static_cast<double>(std::max<std::size_t>(m_frames, 1)) };
    }
    [[nodiscard]] stage::StageOptions stage_options() const
    {
        stage::StageOptions options;
        options.size = kSize;
        options.shaders = fs::path { WARPSTAGE_SOURCE } / "shaders";
        options.pictures = m_folder.path();
        options.save_figure = [](const draw::DrawList& page, const fs::path& path, const std::string& title,
                                  const std::string& description) {
            return exporter::save(page, path, { title, description });
        };
        return options;
    }
    static session::SessionOptions session_options(const Options& wanted)
    {
        session::SessionOptions options;
        options.engine = wanted.on_gpu ? engine::EngineKind::gpu : engine::EngineKind::vm;
        options.trial = editing::launch_trial(editing::TrialProcess::none);
        options.estimate = timing::estimate_step;
        return options;
    }

    // The next frame's time. Waits for it if the clock is the computer's; frames that are late are not made up for.
    void advance_clock()
    {
        const auto before = m_now;
        if (m_interval == Clock::duration::zero()) {
            m_now += kFrame;
        } else {
            m_next = std::max(m_next + m_interval, Clock::now());
            std::this_thread::sleep_until(m_next);
            m_now = Clock::now();
        }
        m_playable += std::min<Clock::duration>(m_now - before, kFrame);
    }
    void frame()
    {
        advance_clock();
        const auto begin = Clock::now();
        m_application.frame(*m_stage, m_now);
        m_drawing += Clock::now() - begin;
        ++m_frames;
    }
    // Each with the results of all computations.
    void frames(int count)
    {
        for (int i = 0; i < count; ++i) {
            m_session.settle();
            frame();
        }
        m_session.settle();
    }
    // The lecturer explains what is shown, each time in the next language, while time steps run as fast as they can.
    void talk()
    {
        const auto languages = words::languages();
        words::set_language(languages[m_talks++ % languages.size()]);
        for (int i = 0; i < m_talked_frames; ++i)
            frame();
    }
    void submit(session::Command command, int count = 2)
    {
        m_session.submit(std::move(command));
        frames(count);
    }
    void press(std::string_view key)
    {
        for (const auto& event : stage::events_of(*stage::key_named(key)))
            m_stage->receive(event);
        frames(2);
    }

    void present(const std::string& id)
    {
        submit(session::SelectLesson { id });
        shrink();
        submit(session::Restart {});
        walk();
        const std::size_t variants = m_session.snapshot()->setup->variants.size();
        for (std::size_t i = 0; i < variants; ++i) {
            submit(session::SelectVariant { i });
            talk();
        }
        submit(session::SelectVariant { 0 });
        submit(session::MapKernel {});
        submit(session::ModelSm {});
        submit(session::SelectArchitecture { session::Direction::next });
        for (const std::string_view sheet : { "M", "Z", "Q", "C", "S", "P", "X", "N", "F1" }) {
            press(sheet);
            press("Esc");
        }
        edit();
        play();
        take_pictures();
    }

    // The smallest sizes: a lecture, not a measurement.
    void shrink()
    {
        const auto snapshot = m_session.snapshot();
        for (const auto& parameter : snapshot->setup->parameters)
            if (!parameter.is_text && !parameter.is_choice && !parameter.suggestions.empty())
                m_session.submit(session::SetParameter { parameter.id, parameter.suggestions.front() });
    }

    // All cues with their questions.
    void walk()
    {
        const std::size_t cues = m_session.snapshot()->cue->count;
        for (std::size_t i = 0; i < cues; ++i) {
            m_session.submit(session::CueStep { Direction::next, i });
            shrink(); // before the size of the cue is computed
            frames(2);
            if (m_session.snapshot()->cue->numbers == session::CueNumbers::hidden) {
                submit(session::ChooseAnswer { 0 });
                submit(session::CueStep {});
            }
            talk();
        }
    }

    // Another comment in each lecture, so that the text differs.
    void edit()
    {
        if (!m_edits)
            return;
        m_editing.edit(fmt::format("{}\n// Lecture {}\n", m_session.snapshot()->setup->lesson->source, m_given));
        m_editing.wait_until_idle();
        frames(3);
    }

    // The playback moves five steps per second of the simulated clock.
    void play()
    {
        submit(session::SeekPlayback { 0 });
        submit(session::SelectPace { session::Pace::five });
        const auto before = m_session.snapshot()->playback->run.view;
        const auto begin = m_playable;
        if (!before.step || before.steps < 40)
            return;
        submit(session::TogglePlayback {}, kPlayedFrames);
        const double played = std::chrono::duration<double>(m_playable - begin).count();
        submit(session::TogglePlayback {}, 1);
        const auto after = m_session.snapshot()->playback->run.view;
        const double rate = session::per_second(session::Pace::five);
        m_drift += (static_cast<double>(*after.step - *before.step) - std::floor(played * rate)) / rate;
    }

    void take_pictures()
    {
        m_stage->ask_for_miniature(160);
        frames(4);
        static_cast<void>(m_stage->take_miniature());
        or_end(m_stage->screenshot(m_folder.path() / "screenshot.png"));
        m_stage->receive(stage::PointerMove { { 0.5F * kSize.width, 0.5F * kSize.height } });
        press("Shift+F12");
        press("F9");
        frames(kClipFrames);
        press("F9");
        for (const auto& file : fs::directory_iterator(m_folder.path()))
            fs::remove_all(file.path());
        m_stage->resize({ 480, 300 });
        frames(1);
        m_stage->resize(kSize);
        frames(1);
    }

    TemporaryFolder m_folder;
    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::unique_ptr<stage::Stage> m_stage; // must outlive the session
    shell::Application m_application;
    session::Session& m_session;
    editing::LiveEditing& m_editing;
    bool m_edits; // NVRTC is installed
    int m_talked_frames;
    std::vector<std::string> m_lessons;
    Clock::duration m_interval {}; // between frames, of the computer's clock; zero: accelerated
    Clock::time_point m_begin {};
    Clock::time_point m_now { kFrame };
    Clock::time_point m_next {}; // when the next frame is due
    Clock::duration m_playable {}; // sum of the frames' durations, each limited to kFrame as in the playback
    double m_drift = 0.0;
    std::size_t m_given = 0;
    std::size_t m_talks = 0;
    std::size_t m_frames = 0; // of this lesson
    Clock::duration m_drawing {};
};

// Sentences; none: nothing grew.
std::vector<std::string> growth(const Sample& warm, const Sample& last)
{
    std::vector<std::string> found;
    const auto compare = [&](std::string_view what, double before, double after, double most) {
        if (after > most)
            found.push_back(fmt::format("{} grew from {:.1f} to {:.1f}.", what, before, after));
    };
    const auto& before = warm.size;
    const auto& after = last.size;
    compare("Resident memory in MiB", before.resident, after.resident, before.resident * kAllowedGrowth + kFragmentation);
    compare("Allocated memory in MiB", before.allocated, after.allocated, before.allocated * kAllowedGrowth);
    const auto files = static_cast<double>(before.descriptors);
    compare("The number of open files", files, static_cast<double>(after.descriptors), files);
    const auto threads = static_cast<double>(before.threads);
    compare("The number of threads", threads, static_cast<double>(after.threads), threads + kLateThreads);
    if (std::abs(last.drift) > std::chrono::duration<double>(kFrame).count())
        found.push_back(fmt::format("The playback drifted by {:.2f} s from the clock.", last.drift));
    return found;
}

// How much memory and frame time differ between the lectures after the first half hour: the largest difference of a lesson from
// itself, because lessons need different amounts.
void print_differences(const std::vector<Sample>& samples)
{
    const auto print = [&](std::string_view what, const auto& value) {
        std::map<std::string, std::pair<double, double>> ranges;
        for (const Sample& sample : samples) {
            if (sample.hours < kSettled)
                continue;
            const double now = value(sample);
            auto& range = ranges.try_emplace(sample.lesson, now, now).first->second;
            range = { std::min(range.first, now), std::max(range.second, now) };
        }
        const auto growth = [](const auto& entry) {
            return entry.second.second / entry.second.first;
        };
        const auto most = std::ranges::max_element(ranges, {}, growth);
        if (most != ranges.end())
            fmt::print("After {:.1f} h, {} differ most in {}: {:.1f} to {:.1f} (+{:.1f} %).\n", kSettled, what, most->first,
                most->second.first, most->second.second, 100.0 * (growth(*most) - 1.0));
    };
    print("resident MiB", [](const Sample& sample) { return sample.size.resident; });
    print("allocated MiB", [](const Sample& sample) { return sample.size.allocated; });
    print("ms for a frame", [](const Sample& sample) { return sample.frame; });
}

int run(const Options& options)
{
    ::setenv("PATH", "", 1); // NOLINT(concurrency-mt-unsafe): does not use this computer's encoder and clipboard
    ::setenv("WARPSTAGE_COMPILER", WARPSTAGE_BUILT_COMPILER, 0); // NOLINT(concurrency-mt-unsafe): in its own process
    words::set_catalogs(fs::path { WARPSTAGE_ASSETS } / "languages");
    Lecture lecture(options);
    if (!lecture.edits())
        fmt::print("NVRTC is not installed: kernels are not edited.\n");
    fmt::print("lecture lesson hours resident_MiB allocated_MiB descriptors threads drift_s frame_ms\n");
    std::vector<Sample> samples;
    Sample warm;
    for (std::size_t given = 1; given <= std::max<std::size_t>(options.lectures, 1) || samples.back().hours < options.hours;
         ++given) {
        lecture.give([&](const Sample& now) {
            samples.push_back(now);
            fmt::print("{} {} {:.3f} {:.1f} {:.1f} {} {} {:.3f} {:.2f}\n", given, now.lesson, now.hours, now.size.resident,
                now.size.allocated, now.size.descriptors, now.size.threads, now.drift, now.frame);
            std::fflush(stdout);
        });
        if (given == options.warm_up)
            warm = samples.back();
    }
    print_differences(samples);
    if (warm.hours == 0.0) {
        fmt::print(stderr, "long_run: The run ended during the first {} lectures. Set more hours.\n", options.warm_up);
        return 2;
    }
    const auto found = growth(warm, samples.back());
    for (const auto& sentence : found)
        fmt::print(stderr, "long_run: {}\n", sentence);
    return found.empty() ? 0 : 1;
}

} // namespace
} // namespace warpstage::long_run

int main(int argc, char** argv)
{
    warpstage::return_large_blocks(); // as the program does
    CLI::App app { "Gives lectures off screen with an accelerated clock, and fails if memory, open files or threads grow." };
    warpstage::long_run::Options options;
    app.add_option("--hours", options.hours, "Simulated hours, in whole lectures");
    app.add_option("--lectures", options.lectures, "Number of lectures at least");
    app.add_option("--frames-per-second", options.frames_per_second,
           "Frames per second of the computer's clock, at least 11: hours are real (default: accelerated clock)")
        ->check(CLI::Range(11.0, 60.0));
    app.add_option("--warm-up", options.warm_up, "Lectures before the comparison of lectures (default: 3)");
    app.add_option("--talk", options.talked_frames, "Frames of 0.1 s for each cue and each variant (default: 300)");
    app.add_option("--lesson", options.lessons, "Id of a lesson; may be repeated (default: all lessons)");
    app.add_flag("--gpu", options.on_gpu, "Run the kernels on the GPU of this computer");
    CLI11_PARSE(app, argc, argv);
    return warpstage::long_run::run(options);
}
