// `warpstage`: the stage in a window, or the same frames without a display.
#include "app/cli/command.h"
#include "app/cli/did_you_mean.h"
#include "app/cli/stage/end_within.h"
#include "app/cli/stage/hosts.h"
#include "app/cli/standard_streams.h"
#include "app/console/files/autosave_file.h"
#include "app/export/export.h"
#include "app/figures/page.h"
#include "app/shell/crash_report.h"
#include "app/shell/editing.h"
#include "app/shell/files/captures.h"
#include "app/shell/files/recent_files.h"
#include "app/shell/files/recorded.h"
#include "app/shell/publish/class_progress.h"
#include "app/shell/publish/follow_code.h"
#include "app/shell/publish/publishing.h"
#include "app/shell/start/file_choices.h"
#include "app/shell/start/start_pictures.h"
#include "app/stage/context/motion_preference.h"
#include "app/stage/input/key_table.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/base/words.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"
#include "core/timing/estimate.h"

#include <unistd.h>

#include <csignal>

namespace warpstage::cli {

namespace {

constexpr std::chrono::milliseconds kMaxEndTime { 500 }; // until the window closes, after everything is saved

using Sides = std::pair<std::uint32_t, std::uint32_t>; // width and height

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
    constexpr std::uint32_t kMax = 16384;
    if (const auto sides = parse_sides(text)) {
        const auto [smaller, larger] = std::minmax(sides->first, sides->second);
        if (smaller >= kSmallest && larger <= kMax)
            return *sides;
    }
    return Error { fmt::format("`--offscreen` requires WIDTHxHEIGHT, for example 1920x1080, each side from {} to {}, not `{}`.",
        kSmallest, kMax, text) };
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
    static_cast<void>(or_refuse(shell::parse_publish_target(options.published, options.publish_token)));
    if (options.file.empty())
        return;
    if (options.file.extension() != session_file::kEnding && !shell::is_kernel_file(options.file))
        refuse(neither_command_nor_file(options.file.string()));
    if (std::error_code ignored; shell::is_kernel_file(options.file) && !std::filesystem::is_regular_file(options.file, ignored))
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
        options.reduced_motion = stage::prefers_reduced_motion();
        options.settings = settings_folder() / "stage.txt";
        options.state = state_folder() / "window.txt";
    }
    options.shaders = assets.shaders;
    options.drawing = command.drawing;
    options.pictures = command.pictures;
    options.site = command.site;
    const auto link =
        shell::follow_link(command.site, or_refuse(shell::parse_publish_target(command.published, command.publish_token)));
    const auto code = link ? shell::follow_code_of(*link) : Result<std::shared_ptr<const views::FollowCode>> { link.error() };
    if (code)
        options.follow_code = *code;
    else
        options.no_follow_code = code.error().message;
    options.save_figure = [](const draw::DrawList& page, const std::filesystem::path& path, const std::string& title,
                              const std::string& description) {
        return exporter::save(page, path, { title, description }, figures::kUsualScale);
    };
    return options;
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

// The fault of the shown kernel; empty: none.
std::string fault_of(const session::Snapshot& snapshot)
{
    if (snapshot.run->recording && snapshot.run->recording->trap)
        return snapshot.run->recording->trap->message;
    const auto fault = std::ranges::find(*snapshot.notices, session::Severity::fault, &session::Notice::severity);
    return fault == snapshot.notices->end() ? std::string {} : fault->text;
}

// What the program was asked to open, read before anything is shown.
struct Opened {
    std::shared_ptr<const lesson::Lesson> capture; // null: no capture
    std::optional<session::ShowReplay> replay; // of a session file
    bool kernels = false; // a file with kernels, which the opener compiles
};

Opened read_file(const ShowOptions& options, Assets& assets)
{
    Opened opened;
    opened.kernels = shell::is_kernel_file(options.file);
    if (capture_file::is_capture(options.file)) {
        opened.capture = or_refuse(shell::open_capture(options.file));
        auto catalog = std::make_shared<lesson::Catalog>(*assets.catalog);
        catalog->add(opened.capture);
        assets.catalog = std::move(catalog);
    } else if (!options.file.empty() && !opened.kernels) {
        opened.replay = or_refuse(shell::replay_of(options.file, *assets.catalog, options.file.string()));
    }
    return opened;
}

session::SessionOptions session_options(
    const Assets& assets, const Common& common, const ShowOptions& options, const Opened& opened)
{
    // A capture runs on the virtual device only.
    const auto device = opened.capture != nullptr && !common.engine ? engine::EngineKind::vm : common.engine;
    // A file with kernels covers the lesson behind it, which should not compute meanwhile: the first one computes little.
    const auto lesson = opened.capture != nullptr   ? opened.capture->id
        : !options.lesson.empty() || opened.kernels ? options.lesson
                                                    : shell::first_that_moves(*assets.catalog);
    session::SessionOptions session { device, lesson, options.variant, common.settings, common.gpu, load_tuned(), cache_folder(),
        {}, editing::launch_trial(editing::TrialProcess::of_this_program) };
    if (opened.kernels) { // they are meant for the file
        session.variant.clear();
        session.parameters.clear();
    }
    if (auto published = published_figures(assets); !published)
        warn(published.error().message);
    else
        session.published = std::make_shared<const lesson::PublishedFigures>(*std::move(published));
    session.estimate = timing::estimate_step;
    session.tries_advice = true;
    // Off screen every frame waits for its time step.
    session.urgency = options.offscreen ? Urgency::usual : Urgency::behind_drawing;
    return session;
}

// In a window: a lecture goes on when the terminal that it was started from is closed, and nothing is lost when the program ends
// unexpectedly.
void prepare_lecture()
{
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    shell::report_crashes(state_folder(), version_with_commit());
    remove_abandoned_files(state_folder());
    remove_abandoned_files(settings_folder());
}

int show(const Common& common, const ShowOptions& options)
{
    if (options.console == true)
        or_refuse(console::Console::possible());
    if (!options.offscreen)
        prepare_lecture();
    auto assets = or_refuse(find_assets(common));
    if (!options.offscreen)
        shell::name_saved_session(console::autosave_file(assets.data / console::kAutosaveFolder, ::getpid()));
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
    const Opened opened = read_file(options, assets);
    const auto settings = session_options(assets, common, options, opened);
    const auto pace = options.offscreen ? shell::Pace::repeatable : shell::Pace::immediate;
    std::unique_ptr<stage::Stage> stage; // must outlive the session, which may compute in its vertex buffers
    shell::Application application { assets.catalog, or_refuse(session::Session::create(assets.catalog, settings)), pace };
    session::Session& session = application.session();
    if (opened.replay)
        session.submit(*opened.replay);

    const auto memory = options.offscreen ? std::filesystem::path {} : state_folder() / "session.txt";
    const auto recent = options.offscreen ? std::filesystem::path {} : assets.data / "recent.txt";
    if ((opened.replay || opened.capture != nullptr) && !options.offscreen)
        shell::add_recent(recent, options.file);
    auto& opener =
        application.add<shell::Opener>(assets.catalog, shell::Opener::Places { assets.data, recent }, settings.urgency);
    if (auto target = or_refuse(shell::parse_publish_target(options.published, options.publish_token)); !target.is_empty()) {
        if (!target.url.empty())
            application.add<shell::ClassProgress>(target);
        application.add<shell::Publishing>(std::move(target));
    }
    if (!memory.empty())
        application.add<shell::SessionMemory>(memory);
    auto& pictures = application.add<shell::StartPictures>(assets.catalog->lessons(), settings.urgency);
    auto& editing = application.add<shell::Editing>(session);

    auto opening = stage_options(assets, common, options);
    const auto choices = shell::file_choices(*assets.catalog, settings.lesson, shell::load_last_session(memory), recent);
    choices->open = options.start_page.value_or(!names_contents(common, options));
    choices->next_picture = [&pictures] {
        return pictures.next();
    };
    opening.start = choices;
    if (const auto possible = console::Console::possible(); !possible && !options.offscreen)
        opening.no_console = possible.error().message;
    stage = or_refuse(options.offscreen ? stage::Stage::open_offscreen(opening) : stage::Stage::open_window(opening));
    for (const auto& warning : stage->warnings())
        warn(warning);
    session.finish_drawing_with(stage::finish_drawing);

    if (opened.kernels)
        opener.open(stage->parts().launch, options.file, { options.variant, common.settings });
    Hosted hosted { application, *stage, opener, std::move(script), options.keys };
    if (options.frames == 0 && !options.offscreen) {
        const console::ConsoleOptions console_options { assets.catalog, assets.root / "fonts", assets.data, program_version(),
            arguments_again(assets, common), opened.replay ? options.file : std::filesystem::path {}, nullptr,
            stage::key_words() };
        run_windows(hosted, editing.live(), console_options, options.console);
        application.save();
        end_within(kMaxEndTime, kSuccess);
        return kSuccess;
    }
    // Only a screenshot and the fault of an opened file need what is still being computed.
    const auto rest = opened.kernels || !options.screenshot.empty() ? Rest::computed : Rest::left;
    draw_frames(hosted, options.frames == 0 ? std::nullopt : std::optional(options.frames), pace, rest);
    const auto fault = opened.kernels ? fault_of(*session.snapshot()) : std::string {};
    if (!options.screenshot.empty()) {
        or_refuse(stage->screenshot(options.screenshot));
        fmt::print("{}\n", options.screenshot.string());
    }
    application.save();
    end_within(kMaxEndTime, fault.empty() ? kSuccess : kDiffers);
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
        "the presenter (see docs/web.md)");
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
