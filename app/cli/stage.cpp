// `warpstage`: the stage in a window, or the same frames without a display.
#include "app/cli/captures.h"
#include "app/cli/command.h"
#include "app/cli/crash_report.h"
#include "app/cli/did_you_mean.h"
#include "app/cli/figure/figure.h"
#include "app/cli/publish/follow_code.h"
#include "app/cli/publish/publish_target.h"
#include "app/cli/stage/recent_files.h"
#include "app/cli/stage/stage_links.h"
#include "app/cli/stage/start_page.h"
#include "app/cli/standard_streams.h"
#include "app/console/console.h"
#include "app/console/files/autosave_file.h"
#include "app/export/export.h"
#include "app/stage/input/key_table.h"
#include "app/stage/script/script.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/base/words.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <unistd.h>

#include <csignal>

namespace warpstage::cli {

namespace {

using Clock = std::chrono::steady_clock;
using Sides = std::pair<std::uint32_t, std::uint32_t>; // width and height

// A key pressed before a frame is drawn, for screenshots and measurements from a script.
struct ScriptedKey {
    std::uint64_t frame = 0;
    std::string key; // a name that stage::key_named() accepts
};

struct ShowOptions {
    std::string lesson;
    std::string variant;
    std::optional<Sides> offscreen; // nothing: in a window
    std::uint64_t frames = 0; // 0: until the window is closed
    std::filesystem::path screenshot;
    float scale = 1.0F;
    bool hall = false;
    bool light = false;
    bool hide_overlay = false;
    std::optional<stage::Drawing> drawing; // nothing: depends on where OpenGL runs
    std::filesystem::path pictures; // folder for F12 and Shift+F12; empty: the user's pictures folder
    std::vector<ScriptedKey> keys;
    std::filesystem::path script; // commands to run, see app/stage/script/script.h; empty: none
    std::filesystem::path file; // session file, CUDA or PTX file to open; empty: none
    std::string published; // file or address for the state that web pages follow; empty: none
    std::filesystem::path publish_token; // file with the token of that server; empty: none
    std::string site; // address of a web edition, for links
    std::optional<bool> start_page; // nothing: in a window, if no lesson, file or script is given
    std::optional<bool> console; // open the presenter's console; nothing: if there is a second screen
};

// "1920x1080", within the sizes that OpenGL supports.
Result<Sides> parse_offscreen(const std::string& text)
{
    constexpr std::uint32_t kSmallest = 64;
    constexpr std::uint32_t kLargest = 16384;
    if (const auto sides = parse_sides(text)) {
        const auto [smaller, larger] = std::minmax(sides->first, sides->second);
        if (smaller >= kSmallest && larger <= kLargest)
            return *sides;
    }
    return Error { fmt::format("`--offscreen` requires WIDTHxHEIGHT, for example 1920x1080, each side from {} to {}, not `{}`.",
        kSmallest, kLargest, text) };
}

// "60:Tab".
Result<ScriptedKey> parse_press(const std::string& text)
{
    const auto colon = text.find(':');
    const auto frame = number_in<std::uint64_t>(std::string_view { text }.substr(0, colon));
    if (colon == std::string::npos || colon + 1 == text.size() || !frame)
        return Error { fmt::format("`--press` requires FRAME:KEY, for example 60:2 or 90:Tab, not `{}`.", text) };
    return ScriptedKey { *frame, text.substr(colon + 1) };
}

void check_show(const ShowOptions& options)
{
    if (options.offscreen && options.console == true)
        refuse("`--console` opens a window, but `--offscreen` draws without windows. Remove one of the two options.");
    if (options.offscreen && options.frames == 0 && options.script.empty())
        refuse("`--offscreen` requires `--frames N`, the number of frames to draw.");
    if (!options.screenshot.empty() && options.frames == 0)
        refuse(
            "`--screenshot` saves the last frame and requires `--frames N`. In the window, F12 saves a screenshot at any time.");
    static_cast<void>(or_refuse(parse_publish_target(options.published, options.publish_token)));
    if (options.file.empty())
        return;
    if (options.file.extension() != session_file::kEnding && !is_kernel_file(options.file))
        refuse(neither_command_nor_file(options.file.string()));
    if (std::error_code ignored; is_kernel_file(options.file) && !std::filesystem::is_regular_file(options.file, ignored))
        refuse(fmt::format("`{}` does not exist.", options.file.string()));
}

// Off screen only scripted keys save files that are painted by Qt.
Desktop desktop_of(const ShowOptions& options)
{
    if (!options.offscreen)
        return Desktop::needed;
    return options.keys.empty() && options.script.empty() ? Desktop::unused : Desktop::useful;
}

// Whether the options name what to show.
bool names_contents(const Common& common, const ShowOptions& options)
{
    return !options.lesson.empty() || !options.variant.empty() || !options.file.empty() || !options.script.empty()
        || !options.keys.empty() || !common.settings.empty() || options.frames != 0 || options.offscreen;
}

// The start page opens if nothing to show is given.
bool begins_with_page(const Common& common, const ShowOptions& options)
{
    return options.start_page.value_or(!names_contents(common, options));
}

// A presentation or a chosen lesson begins without the tour, which opens at the first start without them.
bool may_open_tour(const Common& common, const ShowOptions& options)
{
    return !names_contents(common, options) && options.console != true && !options.hall && !options.hide_overlay
        && options.published.empty();
}

stage::StageOptions stage_options(const Assets& assets, const Common& common, const ShowOptions& command)
{
    stage::StageOptions options;
    options.scale = command.scale;
    options.hall = command.hall;
    options.tour = may_open_tour(common, command);
    if (command.light)
        options.theme = draw::Theme::light;
    if (command.hide_overlay)
        options.display = views::Display::nothing;
    if (command.offscreen)
        options.size = { static_cast<int>(command.offscreen->first), static_cast<int>(command.offscreen->second) };
    else { // screenshots from a script must not depend on saved preferences
        options.settings = settings_folder() / "stage.txt";
        options.state = state_folder() / "window.txt";
    }
    options.shaders = assets.shaders;
    options.drawing = command.drawing;
    options.pictures = command.pictures;
    options.site = command.site;
    const auto link = follow_link(command.site, or_refuse(parse_publish_target(command.published, command.publish_token)));
    const auto code = link ? follow_code_of(*link) : Result<std::shared_ptr<const views::FollowCode>> { link.error() };
    if (code)
        options.follow_code = *code;
    else
        options.no_follow_code = code.error().message;
    options.save_figure = [](const draw::DrawList& page, const std::filesystem::path& path, const std::string& title,
                              const std::string& description) {
        return exporter::save(page, path, { title, description }, kUsualScale);
    };
    return options;
}

double milliseconds(std::chrono::nanoseconds time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

// Frame times since the previous report. The first frame compiles and uploads and is excluded from the rate.
std::string rate_sentence(const std::vector<Clock::time_point>& ends)
{
    if (ends.size() < 2)
        return "1 frame";
    Clock::duration slowest { 0 };
    for (std::size_t i = 1; i < ends.size(); ++i)
        slowest = std::max(slowest, ends[i] - ends[i - 1]);
    return fmt::format("{} frames, {:.1f} frames per second, slowest frame {:.1f} ms", ends.size(),
        static_cast<double>(ends.size() - 1) * 1e3 / milliseconds(ends.back() - ends.front()), milliseconds(slowest));
}

std::string overlay_sentence(const stage::OverlayView::Cost& cost)
{
    return fmt::format("overlay, {} frames: {:.3f} ms per frame on average, {:.2f} ms in the slowest frame; {} views built",
        cost.frames, milliseconds(cost.all) / static_cast<double>(std::max<std::size_t>(cost.frames, 1)),
        milliseconds(cost.worst), cost.views);
}

void press_scripted_keys(stage::Stage& stage, const ShowOptions& command, std::uint64_t frame)
{
    for (const auto& scripted : command.keys) {
        if (scripted.frame != frame)
            continue;
        for (const stage::Event& event : stage::events_of(*stage::key_named(scripted.key)))
            stage.receive(event);
    }
}

// Off screen each frame advances time by 1/60 s, however long it takes, and the virtual machine finishes one time step per frame,
// so that the same options give the same image on every computer. Without a number of frames the script ends them.
void draw_frames(stage::Stage& stage, session::Session& session, editing::LiveEditing& editing, const ShowOptions& command,
    stage::ScriptPlayer& script, StartPage& page)
{
    constexpr std::chrono::nanoseconds kFrame { 1'000'000'000 / 60 };
    auto now = Clock::now();
    std::vector<Clock::time_point> ends;
    const auto goes_on = [&](std::uint64_t frame) {
        return command.frames == 0 ? !script.done() : frame < command.frames;
    };
    for (std::uint64_t frame = 0; goes_on(frame) && !stage.should_close(); ++frame) {
        press_scripted_keys(stage, command, frame);
        or_refuse(script.before_frame(stage, session));
        page.follow(stage, session, now);
        for (std::string& sentence : page.take_refused())
            refuse(std::move(sentence));
        if (command.offscreen)
            page.wait();
        stage.poll_input(session);
        editing.tick(now);
        if (command.offscreen)
            editing.wait_until_idle(); // the kernels of a session file are loaded at the same frame everywhere
        now = command.offscreen ? now + kFrame : Clock::now();
        session.tick(now);
        if (command.offscreen && session.snapshot()->device->engine.kind == engine::EngineKind::vm)
            session.settle();
        stage.draw(session.snapshot(), now);
        ends.push_back(Clock::now());
    }
    fmt::print("{} ({}): {}; {}\n", session.snapshot()->device->engine.name, stage.renderer().renderer, rate_sentence(ends),
        overlay_sentence(stage.overlay().cost()));
    std::fflush(stdout); // what follows may take some time
    // The last image includes everything that was still being computed.
    session.settle();
    session.tick(now);
    session.settle();
    stage.draw(session.snapshot(), now);
}

// The options with which another instance of the program finds the same lessons.
std::vector<std::string> arguments_again(const Assets& assets, const Common& common)
{
    std::vector<std::string> words { "--assets", assets.root.string() };
    for (const auto& folder : common.lessons) {
        words.emplace_back("--lessons");
        words.push_back(folder.string());
    }
    return words;
}

// The stage alone until the console is opened; then the console's loop draws the frames until it is closed.
void draw_until_closed(stage::Stage& stage, session::Session& session, editing::LiveEditing& editing, const ShowOptions& command,
    stage::ScriptPlayer& script, StartPage& page, console::ConsoleOptions console_options)
{
    std::uint64_t frame = 0;
    LiveSource source { editing, session };
    console_options.editor = &source;
    ConsoleStage beside(stage, session, [&] {
        press_scripted_keys(stage, command, frame++);
        // The presentation must not stop: errors of the script are printed on the terminal.
        if (const auto obeyed = script.before_frame(stage, session); !obeyed)
            warn(obeyed.error().message);
        page.follow(stage, session, Clock::now());
        for (const std::string& sentence : page.take_refused())
            warn(sentence);
        editing.tick(Clock::now());
    });
    std::unique_ptr<console::Console> console;
    const auto place = stage.place();
    bool wanted = command.console.value_or(place && place->screens > 1 && console::Console::possible().ok());
    for (;;) {
        if (std::exchange(wanted, false)) {
            if (console == nullptr) {
                console = or_refuse(console::Console::open(console_options, session, beside));
                editing.prepare();
            }
            if (console->run() == console::Ended::program_left)
                return;
        }
        switch (beside.draw_frame()) {
        case console::StageState::open:
            break;
        case console::StageState::console_key:
            wanted = true;
            break;
        case console::StageState::closed:
            return;
        }
    }
}

// The default lesson: the first one with a simulation, because it moves. Empty if no lesson has one.
std::string first_that_moves(const lesson::Catalog& catalog)
{
    const auto& lessons = catalog.lessons();
    const auto moving = std::ranges::find_if(lessons, [](const auto& lesson) { return lesson->problem->check_steps() > 1; });
    return moving != lessons.end() ? (*moving)->id : std::string();
}

std::shared_ptr<const lesson::Catalog> with_lesson(
    const lesson::Catalog& catalog, const std::shared_ptr<const lesson::Lesson>& lesson)
{
    auto more = std::make_shared<lesson::Catalog>(catalog);
    more->add(lesson);
    return more;
}

// The fault of the shown kernel; empty: none.
std::string fault_of(const session::Snapshot& snapshot)
{
    if (snapshot.run->recording && snapshot.run->recording->trap)
        return snapshot.run->recording->trap->message;
    const auto fault = std::ranges::find(*snapshot.notices, session::Severity::fault, &session::Notice::severity);
    return fault == snapshot.notices->end() ? std::string {} : fault->text;
}

int show(const Common& common, const ShowOptions& options)
{
    if (options.console == true)
        or_refuse(console::Console::possible());
    if (!options.offscreen) { // a lecture goes on when the terminal that it was started from is closed
        static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
        report_crashes(state_folder(), version_with_commit());
        remove_abandoned_files(state_folder());
        remove_abandoned_files(settings_folder());
    }
    auto assets = or_refuse(find_assets(common));
    if (!options.offscreen)
        name_saved_session(console::autosave_file(assets.data / console::kAutosaveFolder, ::getpid()));
    // Screenshots from a script must not depend on the computer.
    if (common.language.empty() && !options.offscreen)
        static_cast<void>(words::set_language(words::system_language()));
    for (const auto& sentence : assets.catalog->replaced())
        warn(sentence);
    for (const auto& scripted : options.keys) {
        if (!stage::key_named(scripted.key))
            refuse(fmt::format("`--press`: unknown key `{}`.", scripted.key));
    }
    stage::ScriptPlayer script { options.script.empty() ? stage::Script {} : or_refuse(stage::load_script(options.script)) };
    std::unique_ptr<stage::Stage> stage; // must outlive the session, which may compute in its vertex buffers
    std::shared_ptr<const session::Replay> replay;
    const bool own_kernels = is_kernel_file(options.file);
    const auto capture = capture_file::is_capture(options.file) ? or_refuse(open_capture(options.file)) : nullptr;
    if (capture != nullptr)
        assets.catalog = with_lesson(*assets.catalog, capture);
    else if (!options.file.empty() && !own_kernels)
        replay = std::make_shared<const session::Replay>(or_refuse(load_replay(options.file, *assets.catalog)));
    // A file with kernels covers the lesson behind it, which should not compute meanwhile: the first one computes little.
    const auto lesson = capture != nullptr       ? capture->id
        : !options.lesson.empty() || own_kernels ? options.lesson
                                                 : first_that_moves(*assets.catalog);
    // A capture runs on the virtual device only.
    const auto device = capture != nullptr && !common.engine ? engine::EngineKind::vm : common.engine;
    session::SessionOptions session_options { device, lesson, options.variant, common.settings, common.gpu, load_tuned(),
        cache_folder(), {}, editing::launch_trial(editing::TrialProcess::of_this_program) };
    if (own_kernels) { // they are meant for the file
        session_options.variant.clear();
        session_options.parameters.clear();
    }
    if (auto published = published_figures(assets); !published)
        warn(published.error().message);
    else
        session_options.published = std::make_shared<const lesson::PublishedFigures>(*std::move(published));
    // Off screen every frame waits for its time step.
    session_options.estimate = timing::estimate_step;
    session_options.urgency = options.offscreen ? Urgency::usual : Urgency::behind_drawing;
    const auto session = or_refuse(session::Session::create(assets.catalog, session_options));
    if (replay != nullptr)
        session->submit(session::ShowReplay { replay });

    const auto memory = options.offscreen ? std::filesystem::path {} : state_folder() / "session.txt";
    const auto urgency = session_options.urgency;
    const auto recent = options.offscreen ? std::filesystem::path {} : assets.data / "recent.txt";
    if ((replay != nullptr || capture != nullptr) && !options.offscreen)
        add_recent(recent, options.file);
    StartPage page { assets.catalog,
        { memory, assets.data, recent, or_refuse(parse_publish_target(options.published, options.publish_token)) }, urgency };
    auto opening = stage_options(assets, common, options);
    const auto choices = start_choices(*assets.catalog, lesson, load_last_session(memory));
    choices->open = begins_with_page(common, options);
    choices->next_picture = [&page] {
        return page.pictures().next();
    };
    choices->recent = [&page] {
        return page.recent();
    };
    opening.start = choices;
    if (const auto possible = console::Console::possible(); !possible && !options.offscreen)
        opening.no_console = possible.error().message;
    stage = or_refuse(options.offscreen ? stage::Stage::open_offscreen(opening) : stage::Stage::open_window(opening));
    for (const auto& warning : stage->warnings())
        warn(warning);
    session->finish_drawing_with(stage::finish_drawing);

    if (own_kernels)
        page.open(*stage, options.file, { options.variant, common.settings });
    editing::LiveEditing editing { *session };
    if (options.frames == 0 && !options.offscreen) {
        draw_until_closed(*stage, *session, editing, options, script, page,
            { assets.catalog, assets.root / "fonts", assets.data, program_version(), arguments_again(assets, common),
                replay != nullptr ? options.file : std::filesystem::path {}, nullptr, stage::key_words() });
        return kSuccess;
    }
    draw_frames(*stage, *session, editing, options, script, page);
    const auto fault = own_kernels ? fault_of(*session->snapshot()) : std::string {};
    if (!options.screenshot.empty()) {
        or_refuse(stage->screenshot(options.screenshot));
        fmt::print("{}\n", options.screenshot.string());
    }
    if (fault.empty())
        return kSuccess;
    warn(fmt::format("{}: {}", options.file.filename().string(), text::sentence(fault)));
    return kDiffers;
}

// A flag that stays unset if neither of its names is given: CLI11 treats an optional as a number and sets it to zero.
void add_choice_flag(CLI::App& app, const std::string& names, std::optional<bool>& choice, const std::string& help)
{
    const auto take = [&choice](std::int64_t given) {
        choice = given > 0;
    };
    app.add_flag_function(names, take, help);
}

} // namespace

void add_stage(CommandLine& line)
{
    auto& app = line.app();
    auto& options = line.options_of(app, show, check_show, desktop_of);
    app.add_option("--lesson", options.lesson, "Id of the lesson to open; `warpstage list` prints all lessons");
    app.add_option("--variant", options.variant, "Id of the variant to start with");
    add_parsed(app, "--offscreen", options.offscreen, parse_offscreen,
        "Draw without a window, WIDTHxHEIGHT in pixels, for example 1920x1080");
    app.add_option("--frames", options.frames, "Number of frames to draw before the program ends")
        ->check(CLI::Range(std::uint64_t { 1 }, std::uint64_t { 1 } << 40));
    app.add_option("--screenshot", options.screenshot, "Save the last frame as PNG");
    app.add_option(
           "--scale", options.scale, "Scale of text and panels relative to the default size for the display (1 to 4, default: 1)")
        ->check(CLI::Range(1.0F, 4.0F))
        ->check([](const std::string& text) { // NaN is in every range of CLI11
            return text.find_first_of("nN") == std::string::npos ? std::string {}
                                                                 : fmt::format("Value {} not in range [1 - 4]", text);
        });
    app.add_flag("--hall", options.hall, "Start in hall mode: large text and three panels (figure, source, caption); key F6");
    app.add_option("--pictures", options.pictures,
        "Folder for files saved with F12 and Shift+F12 (default: warpstage/ in your pictures folder)");
    add_parsed_list(app, "--press", options.keys, parse_press,
        "Press a key before the given frame, FRAME:KEY, for example 60:2; may be repeated");
    app.add_option("--script", options.script,
        "Run commands from a text file, one per line (see docs/scripting.md); off screen the program ends after the last "
        "command");
    app.add_flag("--light", options.light, "Use the light theme");
    add_drawing(app, options.drawing);
    app.add_flag("--no-panels", options.hide_overlay, "Start with the panels hidden");
    app.add_option("--publish", options.published,
        "File, or address for HTTP PUT, to which what is shown is written at most twice per second, for web pages that follow "
        "the "
        "presenter (see docs/web.md)");
    app.add_option("--publish-token", options.publish_token,
        "File with the token of the server of `--publish` (default: environment variable WARPSTAGE_PUBLISH_TOKEN)");
    app.add_option("--site", options.site,
        "Address of a web edition, with which copied links and the QR code for followers begin (see docs/web.md)");
    add_choice_flag(app, "--start-page,!--no-start-page", options.start_page,
        "Open the start page; `--no-start-page` skips it (default: open if no lesson, file or script is given); key F4");
    app.add_option("FILE", options.file,
        "File to open: kernels (.cu or .ptx), with a form for their launch, or a session file or capture (.warpstage), which may "
        "have been made on another computer");
    add_choice_flag(app, "--console,!--no-console", options.console,
        "Open the presenter's console; `--no-console` keeps it closed (default: open if there is a second screen); key F2");
}

} // namespace warpstage::cli
