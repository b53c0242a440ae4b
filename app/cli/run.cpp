// `warpstage`: the stage in a window, or the same frames without a display.
#include "app/cli/assets.h"
#include "app/cli/commands.h"
#include "app/cli/console_stage.h"
#include "app/cli/drawing_option.h"
#include "app/cli/live_source.h"
#include "app/cli/opened_session.h"
#include "app/cli/tuned_file.h"
#include "app/cli/user_folders.h"
#include "app/console/console.h"
#include "app/export/export.h"
#include "app/stage/input/key_names.h"
#include "app/stage/script/player.h"
#include "app/stage/stage.h"
#include "core/editing/live_editing.h"
#include "core/session/replay.h"
#include "core/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage::cli {

namespace {

using Clock = std::chrono::steady_clock;

stage::StageOptions stage_options(const Assets& assets, const RunCommand& command)
{
    stage::StageOptions options;
    options.size = { static_cast<int>(command.width), static_cast<int>(command.height) };
    options.scale = command.scale;
    if (command.light)
        options.theme = draw::Theme::light;
    if (command.hide_overlay)
        options.display = views::Display::nothing;
    if (!command.offscreen) // pictures from a script do not depend on what somebody liked yesterday
        options.settings = settings_folder() / "stage.txt";
    options.shaders = assets.shaders;
    options.drawing = drawing_named(command.drawing);
    options.pictures = command.pictures;
    options.save_figure = [](const draw::DrawList& page, const std::filesystem::path& path, const std::string& title,
                              const std::string& description) {
        return exporter::save(page, path, { title, description }, FigureCommand::kUsualScale);
    };
    return options;
}

// What the frames took, by the wall clock.
class FrameTimes {
public:
    void frame_done()
    {
        const auto now = Clock::now();
        if (m_count++ == 0)
            m_first = now;
        else
            m_slowest = std::max(m_slowest, now - m_last);
        m_last = now;
    }

    // The first frame compiles and uploads; it is not part of the rate.
    [[nodiscard]] std::string sentence() const
    {
        if (m_count < 2)
            return "1 frame";
        const std::chrono::duration<double> span = m_last - m_first;
        return fmt::format("{} frames, {:.1f} a second, the slowest {:.1f} ms", m_count,
            static_cast<double>(m_count - 1) / span.count(), std::chrono::duration<double, std::milli>(m_slowest).count());
    }

private:
    std::uint64_t m_count = 0;
    Clock::time_point m_first;
    Clock::time_point m_last;
    Clock::duration m_slowest { 0 };
};

std::string overlay_sentence(const stage::OverlayView::Cost& cost)
{
    const auto milliseconds = [](std::chrono::nanoseconds time) {
        return std::chrono::duration<double, std::milli>(time).count();
    };
    return fmt::format("overlay of {} frames in {:.3f} ms on average, {:.2f} ms at most, {} views built", cost.frames,
        milliseconds(cost.all) / static_cast<double>(std::max<std::size_t>(cost.frames, 1)), milliseconds(cost.worst),
        cost.views);
}

void press_scripted_keys(stage::Stage& stage, const RunCommand& command, std::uint64_t frame)
{
    for (const auto& scripted : command.keys) {
        if (scripted.frame != frame)
            continue;
        for (const stage::Event& event : stage::events_of(*stage::key_named(scripted.key)))
            stage.receive(event);
    }
}

// Off screen a sixtieth of a second passes with each frame, however long it takes, and the virtual machine finishes a step a
// frame: the same words give the same picture on every machine. A script ends the frames where their number is not given.
Result<void> draw_frames(stage::Stage& stage, session::Session& session, editing::LiveEditing& editing, const RunCommand& command,
    stage::ScriptPlayer& script)
{
    constexpr std::chrono::nanoseconds kFrame { 1'000'000'000 / 60 };
    const auto start = Clock::now();
    auto now = start;
    FrameTimes times;
    const auto goes_on = [&](std::uint64_t frame) {
        return command.frames == 0 ? !script.done() : frame < command.frames;
    };
    for (std::uint64_t frame = 0; goes_on(frame) && !stage.should_close(); ++frame) {
        press_scripted_keys(stage, command, frame);
        if (auto obeyed = script.before_frame(stage, session); !obeyed)
            return obeyed;
        stage.poll_input(session);
        editing.tick(now);
        if (command.offscreen)
            editing.wait_until_idle(); // the kernels of a session file come at the same frame everywhere
        now = command.offscreen ? now + kFrame : Clock::now();
        session.tick(now);
        if (command.offscreen && session.snapshot()->device->engine.kind == engine::EngineKind::vm)
            session.settle();
        stage.draw(session.snapshot(), now);
        times.frame_done();
    }
    fmt::print("{} ({}): {}; {}\n", session.snapshot()->device->engine.name, stage.renderer().renderer, times.sentence(),
        overlay_sentence(stage.overlay_cost()));
    std::fflush(stdout); // what follows may take a while
    // The last picture shows everything that was on its way.
    session.settle();
    session.tick(now);
    session.settle();
    stage.draw(session.snapshot(), now);
    return {};
}

bool wants_console(const stage::Stage& stage, const RunCommand& command)
{
    const auto place = stage.place();
    return command.console.value_or(place && place->screens > 1);
}

// With which this program, started again, finds the same lessons.
std::vector<std::string> arguments_again(const Assets& assets, const Common& common)
{
    std::vector<std::string> words { "--assets", assets.root.string() };
    for (const auto& folder : common.lessons) {
        words.emplace_back("--lessons");
        words.push_back(folder.string());
    }
    return words;
}

// The stage alone, until somebody wants the console; then the console's loop draws the frames, until it is closed.
Result<void> draw_until_closed(stage::Stage& stage, session::Session& session, editing::LiveEditing& editing,
    const RunCommand& command, stage::ScriptPlayer& script, console::ConsoleOptions console_options)
{
    std::uint64_t frame = 0;
    LiveSource source { editing, session };
    console_options.editor = &source;
    const auto catalog = console_options.catalog;
    ConsoleStage beside(stage, session, [&] {
        press_scripted_keys(stage, command, frame++);
        // In front of people the show goes on: what is wrong with the script is said on the terminal.
        if (const auto obeyed = script.before_frame(stage, session); !obeyed)
            fmt::print(stderr, "warpstage: {}\n", obeyed.error().message);
        for (const auto& path : stage.take_dropped())
            session.submit(command_of_dropped(path, *catalog));
        editing.tick(Clock::now());
    });
    std::unique_ptr<console::Console> console;
    bool wanted = wants_console(stage, command);
    for (;;) {
        if (std::exchange(wanted, false)) {
            if (console == nullptr) {
                auto opened = console::Console::open(console_options, session, beside);
                if (!opened)
                    return opened.error();
                console = *std::move(opened);
                editing.prepare();
            }
            if (console->run() == console::Ended::program_left)
                return {};
        }
        switch (beside.draw_frame()) {
        case console::StageState::open:
            break;
        case console::StageState::console_key:
            wanted = true;
            break;
        case console::StageState::closed:
            return {};
        }
    }
}

} // namespace

int run_stage(const Common& common, const RunCommand& command)
{
    const auto assets = find_assets(common);
    if (!assets)
        return refuse(assets.error().message);
    for (const auto& sentence : assets->catalog->replaced())
        fmt::print(stderr, "warpstage: {}\n", sentence);
    for (const auto& scripted : command.keys) {
        if (!stage::key_named(scripted.key))
            return refuse(fmt::format("--press: `{}` is no key of the stage.", scripted.key));
    }
    stage::Script lines;
    if (!command.script.empty()) {
        auto loaded = stage::load_script(command.script);
        if (!loaded)
            return refuse(loaded.error().message);
        lines = *std::move(loaded);
    }
    stage::ScriptPlayer script { std::move(lines) };
    std::unique_ptr<stage::Stage> stage; // outlives the session, which may compute in its vertex buffers
    std::shared_ptr<const session::Replay> replay;
    if (!command.session.empty()) {
        auto restored = load_replay(command.session, *assets->catalog);
        if (!restored)
            return refuse(restored.error().message);
        replay = std::make_shared<const session::Replay>(std::move(*restored));
    }
    // Whoever names no lesson wants to see something move.
    const auto lesson = command.lesson.empty() && assets->catalog->find("nbody") ? "nbody" : command.lesson;
    session::SessionOptions session_options { common.engine, lesson, command.variant, common.settings, common.gpu, load_tuned(),
        cache_folder(), {}, editing::trial_of_edited() };
    if (auto published = published_figures(*assets); !published)
        fmt::print(stderr, "warpstage: {}\n", published.error().message);
    else
        session_options.published = std::make_shared<const lesson::PublishedFigures>(std::move(*published));
    // Off screen every frame waits for its step.
    session_options.urgency = command.offscreen ? Urgency::usual : Urgency::behind_drawing;
    auto created = session::Session::create(assets->catalog, session_options);
    if (!created)
        return refuse(created.error().message);
    const auto session = *std::move(created);
    if (replay != nullptr)
        session->submit(session::ShowReplay { replay });

    const auto options = stage_options(*assets, command);
    auto opened = command.offscreen ? stage::Stage::open_offscreen(options) : stage::Stage::open_window(options);
    if (!opened)
        return refuse(opened.error().message);
    stage = *std::move(opened);
    for (const auto& warning : stage->warnings())
        fmt::print(stderr, "warpstage: {}\n", warning);

    editing::LiveEditing editing { *session, common.gpu };
    if (command.frames == 0 && !command.offscreen) {
        const console::ConsoleOptions console_options { assets->catalog, assets->data, program_version(),
            arguments_again(*assets, common), command.session, nullptr };
        if (auto drawn = draw_until_closed(*stage, *session, editing, command, script, console_options); !drawn)
            return refuse(drawn.error().message);
        return kSuccess;
    }
    if (auto drawn = draw_frames(*stage, *session, editing, command, script); !drawn)
        return refuse(drawn.error().message);
    if (!command.screenshot.empty()) {
        if (auto saved = stage->screenshot(command.screenshot); !saved)
            return refuse(saved.error().message);
        fmt::print("{}\n", command.screenshot.string());
    }
    return kSuccess;
}

} // namespace warpstage::cli
