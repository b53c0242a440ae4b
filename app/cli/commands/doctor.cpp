// `warpstage doctor`: lists what is available, what is missing and how to install it.
#include "app/cli/assets.h"
#include "app/fonts/font_files.h"
#include "app/stage/stage.h"
#include "core/gpu/driver/probe.h"
#include "core/simt/machine.h"

#include <algorithm>
#include <thread>

namespace warpstage::cli {

namespace {

constexpr std::string_view kGood = "ok";
constexpr std::string_view kMissing = "missing";
constexpr char32_t kOwnScripts = 0x530; // Latin, Greek and Cyrillic end before

void print_finding(std::string_view state, std::string_view subject, const std::string& sentence)
{
    fmt::print("{:<8} {:<18} {}\n", state, subject, sentence);
}

void examine_stage(const std::string& where, const Result<std::unique_ptr<stage::Stage>>& opened)
{
    if (!opened)
        return print_finding(kMissing, "OpenGL", fmt::format("{}: {}", where, opened.error().message));
    const auto& renderer = (*opened)->renderer();
    const auto milliseconds = [](std::chrono::nanoseconds time) {
        return std::chrono::duration<double, std::milli>(time).count();
    };
    const auto& times = (*opened)->opening_times();
    print_finding(kGood, "OpenGL",
        fmt::format("{}: {}, {}{}; opened in {:.0f} ms (context {:.0f} ms, shaders {:.0f} ms, fonts {:.0f} ms)", where,
            renderer.renderer, renderer.version, renderer.software ? ", software rendering" : "",
            milliseconds(times.context + times.shaders + times.fonts), milliseconds(times.context), milliseconds(times.shaders),
            milliseconds(times.fonts)));
}

// The program's fonts, and fonts for the other scripts of lesson texts.
void examine_fonts()
{
    const auto folder = fonts::shipped_folder();
    const auto files = fonts::find_fonts(folder);
    for (const auto& warning : files.warnings)
        print_finding(kMissing, "Fonts", warning);
    if (files.warnings.empty())
        print_finding(kGood, "Fonts",
            fmt::format(
                "Inter and JetBrains Mono{}", folder.empty() ? ", installed on the system" : ", installed with the program"));
    fonts::OtherFonts others;
    std::vector<std::string_view> found;
    std::vector<std::string> missing;
    for (const auto& script : fonts::scripts()) {
        const bool own = !folder.empty() && script.last < kOwnScripts; // Inter has them
        if (script.sample == 0)
            continue;
        if (own || others.find(draw::Face::regular, script.sample) != nullptr) {
            if (std::ranges::find(found, script.name) == found.end())
                found.push_back(script.name);
        } else if (auto sentence = fonts::missing_sentence(script); std::ranges::find(missing, sentence) == missing.end()) {
            missing.push_back(std::move(sentence));
        }
    }
    for (const auto& sentence : missing)
        print_finding(kMissing, "Fonts", sentence);
    if (!found.empty())
        print_finding(kGood, "Fonts", fmt::format("available for {} texts", fmt::join(found, ", ")));
}

void examine_lessons(const Result<Assets>& assets)
{
    if (!assets)
        return print_finding(kMissing, "Lessons", assets.error().message);
    const auto& lessons = assets->catalog->lessons();
    const auto shipped = assets->root / "lessons";
    const auto own = std::ranges::count_if(lessons, [&](const auto& lesson) { return lesson->folder.parent_path() != shipped; });
    print_finding(kGood, "Lessons", fmt::format("{} in {}", lessons.size() - static_cast<std::size_t>(own), shipped.string()));
    if (own != 0)
        print_finding(kGood, "Lessons", fmt::format("{} in other folders", own));
    for (const auto& broken : assets->catalog->broken())
        print_finding("broken", "Lessons", fmt::format("{}: {}", broken.folder.string(), broken.reason));
}

int doctor(const Common& common, const NoOptions& /*options*/)
{
    print_finding(kGood, "Virtual machine",
        fmt::format("built for {}, {} threads", simt::instruction_set(), std::max(1U, std::thread::hardware_concurrency())));
    for (const auto& finding : gpu::probe().findings)
        print_finding(finding.state == gpu::Finding::State::good ? kGood : kMissing, finding.subject, finding.sentence);
    const auto assets = find_assets(common);
    if (assets) {
        stage::StageOptions options;
        options.shaders = assets->shaders;
        options.size = { 640, 360 };
        examine_stage("off screen", stage::Stage::open_offscreen(options));
        if (!common.no_desktop.empty())
            print_finding(kMissing, "Window", common.no_desktop);
        else if (const auto window = stage::Stage::open_window(options); window)
            print_finding(kGood, "Window", fmt::format("{} on this display", (*window)->renderer().renderer));
        else
            print_finding(kMissing, "Window", window.error().message);
    }
    examine_fonts();
    examine_lessons(assets);
    return kSuccess;
}

} // namespace

void add_doctor(CommandLine& line)
{
    line.options_of(
        line.add("doctor", "Check the driver, libraries, graphics and fonts that warpstage uses, and report what is missing"),
        doctor, [](const NoOptions&) {}, [](const NoOptions&) { return Desktop::useful; });
}

} // namespace warpstage::cli
