#include "app/stage/input/key_table.h"

#include "app/stage/input/absent_commands.h"
#include "app/stage/input/command_actions.h"
#include "core/base/text.h"

namespace warpstage::stage {

namespace {

using namespace actions;

constexpr std::optional<Shift> kAny {};
constexpr Key kNoKey = static_cast<Key>(0);

constexpr Key digit(std::size_t n)
{
    return static_cast<Key>(static_cast<std::uint32_t>(Key::digit_0) + n);
}

bool shows_published(const session::Snapshot& shown)
{
    return shown.setup->published != nullptr;
}

using analysis::LayoutField;
using views::KeyGroup;

constexpr std::array kTable {
    // clang-format off
    // Walk
    CommandRow { { Key::k, kAny, Control::down }, { "Ctrl K  /", marked("commands"), marked("All commands"), KeyGroup::walk }, toggle_list<ListId::palette>, "commands", marked("All commands…"), "key-line top-bar narrow-bar scene",
        {}, {}, "palette menu search" },
    CommandRow { { Key::slash }, {}, toggle_list<ListId::palette> },
    CommandRow { { digit(1) }, { "1–9", marked("variant"), marked("Variant or answer"), KeyGroup::walk }, variant<0> },
    CommandRow { { digit(2) }, {}, variant<1> },
    CommandRow { { digit(3) }, {}, variant<2> },
    CommandRow { { digit(4) }, {}, variant<3> },
    CommandRow { { digit(5) }, {}, variant<4> },
    CommandRow { { digit(6) }, {}, variant<5> },
    CommandRow { { digit(7) }, {}, variant<6> },
    CommandRow { { digit(8) }, {}, variant<7> },
    CommandRow { { digit(9) }, {}, variant<8> },
    CommandRow { { Key::v, Shift::up }, { "V", "", marked("Variants (Shift: next)"), KeyGroup::walk }, toggle_list<ListId::variants>, "choose-variant", marked("Choose variant…"), "variants",
        {}, { "variant ID|NUMBER", read_variant }, "kernel version" },
    CommandRow { { Key::v, Shift::down }, {}, step_variant<kNext>, "next-variant", marked("Next variant"), "variants",
        { marked("&Next Variant"), "Ctrl+PgDown", 22 }, {}, "kernel version" },
    CommandRow { { kNoKey }, {}, step_variant<kPrevious>, "previous-variant", marked("Previous variant"), "variants",
        { marked("&Previous Variant"), "Ctrl+PgUp", 21 } },
    CommandRow { { Key::left, Shift::up }, { "← →", marked("cue"), marked("Previous / next cue"), KeyGroup::walk }, step_cue<kPrevious>, "previous-cue", marked("Previous cue"), "cue-caption",
        { marked("Previous C&ue"), "PgUp Left", 11, ToolIcon::backward }, {}, "back step slide" },
    CommandRow { { Key::right, Shift::up }, {}, step_cue<kNext>, "next-cue", marked("Next cue"), "top-bar narrow-bar cue-caption",
        { marked("Next Cu&e"), "PgDown Right", 12, ToolIcon::forward }, { "cue N|next|previous", read_cue }, "forward step slide walkthrough" },
    CommandRow { { Key::f6 }, { "F6", marked("hall"), marked("Hall mode"), KeyGroup::present }, call<&StageParts::presentation, &Presentation::toggle_hall>, "hall", marked("Hall mode: large text, three panels"), "key-line",
        {}, {}, "projector large presentation lecture auditorium big" },
    CommandRow { { Key::page_down }, { "PgDn PgUp", "", marked("Clicker: hall mode, cues"), KeyGroup::walk }, step_cue<kNext> },
    CommandRow { { Key::page_up }, {}, step_cue<kPrevious> },
    CommandRow { { Key::tab, Shift::up }, { "Tab", marked("lesson"), marked("Next lesson (Shift: back)"), KeyGroup::walk }, step<session::SelectLesson, kNext>, "next-lesson", marked("Next lesson"), "top-bar narrow-bar",
        { marked("Next &Lesson"), "Ctrl+Tab", 24 }, {}, "chapter" },
    CommandRow { { Key::tab, Shift::down }, {}, step<session::SelectLesson, kPrevious>, "previous-lesson", marked("Previous lesson"), "top-bar narrow-bar",
        { marked("Pre&vious Lesson"), "Ctrl+Shift+Tab", 23 }, {}, "chapter" },
    CommandRow { { Key::l, kAny, Control::down }, { "Ctrl L", "", marked("Lessons"), KeyGroup::walk }, toggle_list<ListId::lessons>, "choose-lesson", marked("Choose lesson…"), "top-bar narrow-bar",
        {}, { "lesson ID|next|previous", read_lesson }, "chapter topic" },
    CommandRow { { Key::space }, { "Space", marked("pause"), marked("Pause / resume"), KeyGroup::walk }, request<session::TogglePause>, "pause", marked("Pause or resume"), "scene variants",
        { marked("Pa&use or Resume"), "Ctrl+Space", 31, ToolIcon::pause }, { "pause", read_alone<session::TogglePause> }, "stop halt freeze continue run" },
    CommandRow { { Key::z, Shift::up, Control::down }, { "Ctrl Z", marked("undo"), marked("Undo (Shift: redo)"), KeyGroup::walk }, undo, "undo", marked("Undo the last change"), "scene variants parameters",
        {}, {}, "back revert previous state" },
    CommandRow { { Key::z, Shift::down, Control::down }, {}, redo, "redo", marked("Redo the change"), "",
        {}, {}, "again repeat" },
    CommandRow { { kNoKey }, {}, reset_lesson, "reset-lesson", marked("Reset lesson"), "variants parameters top-bar narrow-bar",
        {}, {}, "initial default start over beginning" },
    CommandRow { { Key::home, kAny, Control::down }, { "Ctrl Home", "", marked("First cue"), KeyGroup::walk }, first_cue, "first-cue", marked("First cue"), "cue-caption",
        {}, {}, "begin beginning start walkthrough" },
    CommandRow { { Key::o, kAny, Control::down }, { "Ctrl O", "", marked("Open a file"), KeyGroup::walk }, open_file, "open-file", marked("Open a file…"), "top-bar narrow-bar",
        {}, {}, "load cu ptx cuda session capture" },
    CommandRow { { Key::q, kAny, Control::down }, { "Ctrl Q", "", marked("Quit"), KeyGroup::walk }, quit, "quit", marked("Quit"), "",
        {}, {}, "exit close leave end program" },
    CommandRow { { Key::r }, { "R", marked("restart"), marked("Restart"), KeyGroup::walk }, request<session::Restart>, "restart", marked("Restart"), "scene variants",
        { marked("&Restart"), "Ctrl+R", 32, ToolIcon::reload }, { "restart", read_alone<session::Restart> }, "reset rerun again" },
    CommandRow { { Key::backspace }, { "Backspace", "", marked("Last good kernels"), KeyGroup::walk }, request<session::RestoreKernels>, "last-good", marked("Restore the last good version of the edited kernels"), "source",
        {}, {}, "revert undo edit fix" },
    CommandRow { { Key::enter }, { "Enter", "", marked("Edit parameter / votes"), KeyGroup::walk }, edit_parameter, "edit-parameter", marked("Edit parameter…"), "parameters",
        {}, { "set PARAMETER VALUE", read_set }, "size block grid input setting" },
    CommandRow { { kNoKey }, {}, count_votes, "votes", marked("Count votes…"), "cue-caption hall-caption hall-question",
        {}, { "votes N N … (one number per answer)", read_votes }, "poll quiz audience answers" },
    CommandRow { { Key::g, Shift::up }, { "G", marked("device"), marked("Device (Shift: other)"), KeyGroup::walk }, toggle_list<ListId::engines>, "choose-engine", marked("Choose device…"), "top-bar narrow-bar",
        {}, { "engine gpu [INDEX]|vm", read_engine }, "gpu virtual machine vm cpu card" },
    CommandRow { { Key::g, Shift::down }, {}, request<session::ToggleEngine>, "switch-engine", marked("Switch device"), "",
        { marked("Switch Device (&GPU or Virtual Machine)"), "Ctrl+G", 33 }, {}, "gpu virtual machine vm" },
    CommandRow { { Key::question }, { "?", marked("keys"), marked("Show all keys"), KeyGroup::walk }, overlay<&OverlayView::toggle_help>, "help", marked("Show all keys"), "key-line",
        {}, {}, "keys shortcuts manual" },
    CommandRow { { Key::f1, Shift::up }, {}, overlay<&OverlayView::toggle_help> },
    CommandRow { { Key::f1, Shift::down }, { "Shift F1", "", marked("Introductory tour"), KeyGroup::walk }, start_tour, "tour", marked("Introductory tour"), "key-line",
        {}, {}, "introduction tutorial guide" },
    CommandRow { { Key::f4 }, { "F4", "", marked("Start page"), KeyGroup::walk }, open_start, "start-page", marked("Start page"), "top-bar narrow-bar",
        {}, {}, "home welcome" },
    CommandRow { { Key::f8 }, { "F8", "", marked("Launch of your file"), KeyGroup::walk }, ask_for_file<FileRequest::form>, "launch-form", marked("Set grid, block and arguments of the file…"), "top-bar narrow-bar parameters",
        {}, {}, "grid block arguments" },
    CommandRow { { kNoKey }, {}, ask_for_file<FileRequest::lesson>, "turn-into-lesson", marked("Turn the file into a lesson"), "",
        {}, {}, "save own" },
    CommandRow { { kNoKey }, {}, request<session::TrustLesson>, "run-on-gpu", marked("Run this file on the GPU"), "top-bar narrow-bar",
        {}, {}, "trust" },
    CommandRow { { Key::escape }, { "Esc", "", marked("Close / go back"), KeyGroup::walk }, leave_mode, "leave-mode", marked("Leave the current mode") },

    // Look
    CommandRow { { Key::a, Shift::up }, { "A", marked("architecture"), marked("Architecture (Shift: next)"), KeyGroup::look }, toggle_list<ListId::architectures>, "choose-architecture", marked("Choose architecture…"), "banks sectors partitions source top-bar narrow-bar compare sm variants layout",
        {}, { "architecture NAME (such as 9.0 or GTX280)", read_architecture }, "compute capability cc gpu generation sm" },
    CommandRow { { Key::a, Shift::down }, {}, step<session::SelectArchitecture, kNext>, "next-architecture", marked("Next architecture"), "banks sectors partitions",
        {}, {}, "compute capability cc" },
    CommandRow { { kNoKey }, {}, step<session::SelectArchitecture, kPrevious>, "previous-architecture", marked("Previous architecture") },
    CommandRow { { kNoKey }, {}, toggle_list<ListId::warp_widths>, "choose-warp-width", marked("Choose warp width…"), "lanes top-bar narrow-bar",
        {}, { "warp-width 2|4|8|16|32", read_number<session::SelectWarpWidth> }, "lanes" },
    CommandRow { { Key::tab, kAny, Control::down }, { "Ctrl Tab", "", marked("Next tab"), KeyGroup::look },
        overlay<&OverlayView::next_tab>, "next-tab", marked("Next tab of a narrow window"), "tabs" },
    CommandRow { { Key::o }, { "O", marked("maximize"), marked("Maximize panel"), KeyGroup::look }, toggle_maximized, "maximize", marked("Maximize panel"), "",
        {}, {}, "enlarge zoom full big panel" },
    CommandRow { { Key::s, Shift::up }, { "S", marked("compare"), marked("Compare (Shift: with…)"), KeyGroup::look }, toggle_sheet, "compare", marked("Compare variants"), "variants banks sectors compare",
        {}, {}, "difference side by versus diff" },
    CommandRow { { Key::s, Shift::down }, {}, choose_compared, "choose-compared", marked("Compare with…"), "compare variants",
        {}, { "compare N (counted from 0)", read_number<session::SelectCompared> }, "difference versus" },
    CommandRow { { kNoKey }, {}, step<session::SelectCompared, kNext>, "next-compared", marked("Compare with the next variant"), "compare" },
    CommandRow { { kNoKey }, {}, next_compared_figure, "compared-figure", marked("Compare: next figure"), "compare",
        {}, {}, "timeline sm source lanes access two side" },
    CommandRow { { Key::c }, { "C", marked("counters"), marked("Hardware counters"), KeyGroup::look }, toggle_sheet, "counters", marked("Hardware counters"), "counters variants",
        {}, { "count", read_alone<session::CountHardware> }, "nsight ncu profiler metrics hardware" },
    CommandRow { { Key::m }, { "M", "", marked("Shared memory cells"), KeyGroup::look }, toggle_sheet, "memory", marked("Shared memory, cell by cell"), "banks memory",
        {}, {}, "cells words shared" },
    CommandRow { { Key::z }, { "Z", "", marked("Heat map of the kernel"), KeyGroup::look }, toggle_sheet, "heat",
        marked("Heat map of the kernel"), "lanes heat",
        {}, {}, "whole kernel blocks grid" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "waves", marked("Waves of blocks"), "waves heat occupancy variants",
        {}, {}, "tail l2 cache order of blocks dram" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "rounding", marked("Rounding errors"), "rounding source variants",
        {}, {}, "ulp precision accuracy float double cancellation error" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "occupancy", marked("Occupancy"), "variants sm occupancy",
        {}, {}, "resident warps limiter" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "hierarchy", marked("Memory hierarchy"), "banks sectors hierarchy",
        {}, {}, "cache levels l1 l2 dram latency" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "index", marked("Index arithmetic"), "banks sectors index",
        {}, {}, "address formula thread" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "retirement", marked("Active warps per iteration"), "lanes retirement",
        {}, {}, "active warps tree" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "pipeline", marked("Pipeline"), "timeline lanes pipeline",
        {}, {}, "asynchronous copies mbarrier phases stages tma groups" },
    CommandRow { { kNoKey }, {}, switch_pipeline_axis, "pipeline-axis", marked("Pipeline: recorded order or cycles"), "pipeline",
        {}, {}, "sm model time" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "waits", marked("Waiting warps"), "timeline lanes pipeline waits",
        {}, {}, "who waits hang deadlock barrier phase arrivals missing" },
    CommandRow { { kNoKey }, {}, request<session::AskWaits>, "ask-waits", marked("Ask the running kernel which warps wait"), "timeline lanes pipeline waits",
        {}, { "ask-waits", read_alone<session::AskWaits> }, "who waits hang lock flag poll spin long" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "fragments", marked("Fragments of a matrix instruction"), "banks lanes fragments path",
        {}, {}, "matrix tensor core mma wgmma ldmatrix lane register" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "path", marked("Path of an element of a matrix"), "banks sectors fragments path",
        {}, {}, "matrix tensor core hops shared global accumulator" },
    CommandRow { { kNoKey }, {}, overlay<&OverlayView::toggle_fragment_colors>, "fragment-colors", marked("Fragments: colors by register or by lane"), "fragments" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "layout", marked("Layout of a matrix in shared memory"), "banks fragments layout",
        {}, {}, "cute swizzle tensor core tma wgmma descriptor ldmatrix" },
    CommandRow { { kNoKey }, {}, edit_layout<LayoutField::layout>, "edit-layout", marked("Layout: layout or instruction…"), "layout",
        {}, { "layout TEXT", read_layout<LayoutField::layout> }, "cute shape stride" },
    CommandRow { { kNoKey }, {}, edit_layout<LayoutField::swizzle>, "edit-swizzle", marked("Layout: swizzle…"), "layout",
        {}, { "swizzle B,M,S|none", read_layout<LayoutField::swizzle> } },
    CommandRow { { kNoKey }, {}, edit_layout<LayoutField::type>, "edit-element-type", marked("Layout: type of the elements…"), "layout",
        {}, { "element-type TYPE", read_layout<LayoutField::type> } },
    CommandRow { { kNoKey }, {}, edit_layout<LayoutField::access>, "edit-layout-access", marked("Layout: access, tensor copy or descriptor…"), "layout",
        {}, { "layout-access NAME", read_layout<LayoutField::access> } },
    CommandRow { { Key::x, Shift::up }, { "X", "", marked("Code (Shift: host code)"), KeyGroup::look }, next_code_columns, "ptx", marked("PTX, then machine code next to the source"), "source",
        {}, {}, "assembly code instructions" },
    CommandRow { { kNoKey }, {}, show_machine_code, "machine-code", marked("Machine code next to the source"), "source counters",
        {}, {}, "sass assembly disassembly" },
    CommandRow { { Key::x, Shift::down }, {}, overlay<&OverlayView::toggle_host_code>, "host-code", marked("Host code instead of the kernels"), "source",
        {}, {}, "cpu main launch" },
    CommandRow { { Key::p }, { "P", "", marked("Published results"), KeyGroup::look }, toggle_sheet, "published", marked("Published results and estimates"), "variants published",
        {}, {}, "paper reference literature gtx" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "throughput-curve", marked("Curve of the throughput"), "variants throughput-curve",
        {}, {}, "bandwidth sweep plot graph" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "pipes", marked("Instructions per operation"), "source pipes",
        {}, {}, "pipes units throughput operations" },
    CommandRow { { kNoKey }, {}, request<session::TogglePublished>, "published-values", marked("Show published results next to the measurement"), "variants",
        { marked("Show &Published Results"), "Ctrl+Alt+P", 51, ToolIcon::none, shows_published }, {}, "paper reference literature gtx" },
    CommandRow { { kNoKey }, {}, switch_time_axis, "time-axis", marked("Linear or logarithmic time axis"), "variants",
        {}, {}, "log scale logarithmic linear times bars" },
    CommandRow { { Key::plus }, { "+ −", "", marked("Zoom in / out"), KeyGroup::look }, zoom<2>, "zoom-in", marked("Zoom in"), "scene",
        {}, {}, "larger closer" },
    CommandRow { { Key::minus }, {}, zoom<-2>, "zoom-out", marked("Zoom out"), "scene",
        {}, {}, "smaller" },
    CommandRow { { Key::digit_0 }, { "0", "", marked("Reset camera"), KeyGroup::look }, reset_camera, "reset-camera", marked("Reset camera"), "scene",
        {}, {}, "view" },
    CommandRow { { kNoKey }, { marked("drag"), "", marked("Move camera"), KeyGroup::look }, drag },
    CommandRow { { kNoKey }, { marked("right drag"), "", marked("Rotate 3-D scene"), KeyGroup::look }, drag },
    CommandRow { { kNoKey }, { marked("right click"), "", marked("Panel commands"), KeyGroup::look }, drag },
    CommandRow { { Key::e, Shift::up }, { "E", "", marked("Colors (Shift: trails)"), KeyGroup::look }, control_scene<&SceneControl::next_coloring>, "coloring", marked("Next coloring of bodies"), "bodies",
        {}, {}, "color bodies" },
    CommandRow { { Key::e, Shift::down }, {}, control_scene<&SceneControl::toggle_trails>, "trails", marked("Body trails"), "bodies",
        {}, {}, "path tracks" },

    // Step
    CommandRow { { Key::k }, { "K", marked("play"), marked("Play the recorded run"), KeyGroup::step }, request<session::TogglePlayback>, "play", marked("Play the recorded run"), "lanes history timeline source memory",
        {}, { "play", read_alone<session::TogglePlayback> }, "animate animation run" },
    CommandRow { { Key::j }, { "J L", marked("step"), marked("Step back / forward"), KeyGroup::step }, step<session::SeekPlayback, kPrevious>, "step-back", marked("Step back"), "lanes history timeline source memory",
        {}, {}, "previous instruction" },
    CommandRow { { Key::l }, {}, step<session::SeekPlayback, kNext>, "step-forward", marked("Step forward"), "lanes history timeline source memory",
        {}, { "step next|previous", read_direction<session::SeekPlayback> }, "next instruction" },
    CommandRow { { Key::home }, { "Home End", "", marked("First / last step"), KeyGroup::step }, first_instruction,
        "first-step", marked("First step"), "timeline",
        {}, { "seek STEP", read_number<session::SeekPlayback> } },
    CommandRow { { Key::end }, {}, last_instruction, "last-step", marked("Last step"), "timeline" },
    CommandRow { { Key::u, Shift::up }, { "U", "", marked("Step size (Shift: back)"), KeyGroup::step }, step<session::SelectStride, kNext>,
        "step-size", marked("Next step size"), "timeline",
        {}, { "stride instruction|line|barrier|iteration", read_stride } },
    CommandRow { { Key::u, Shift::down }, {}, step<session::SelectStride, kPrevious>, "previous-step-size", marked("Previous step size") },
    CommandRow { { Key::f, Shift::up }, { "F", "", marked("Faster (Shift: slower)"), KeyGroup::step }, step<session::SelectPace, kNext>,
        "faster", marked("Play faster"), "timeline" },
    CommandRow { { Key::f, Shift::down }, {}, step<session::SelectPace, kPrevious>, "slower", marked("Play slower"), "timeline" },
    CommandRow { { Key::up }, { "↑ ↓", marked("warp"), marked("Previous / next warp"), KeyGroup::step }, step_warp<kPrevious>, "previous-warp",
        marked("Previous warp"), "lanes",
        { marked("Previous &Warp"), "Alt+Up", 43 } },
    CommandRow { { Key::down }, {}, step_warp<kNext>, "next-warp", marked("Next warp"), "lanes",
        { marked("Next War&p"), "Alt+Down", 44 }, { "warp N", read_number<session::SelectWarp> } },
    CommandRow { { Key::left, Shift::down }, { "Shift ← →", marked("access"), marked("Previous / next access"), KeyGroup::step },
        step<session::SelectAccess, kPrevious>, "previous-access", marked("Previous access"), "banks sectors",
        { marked("Previous &Access"), "Alt+Left", 41 } },
    CommandRow { { Key::right, Shift::down }, {}, step<session::SelectAccess, kNext>, "next-access", marked("Next access"), "banks sectors",
        { marked("Next A&ccess"), "Alt+Right", 42 }, { "access next|previous", read_direction<session::SelectAccess> } },
    CommandRow { { Key::q, Shift::up }, { "Q", marked("SM"), marked("SM, cycle by cycle"), KeyGroup::step }, toggle_sheet, "sm", marked("SM, cycle by cycle"), "lanes sm",
        {}, {}, "multiprocessor scheduler timeline cycles stalls pipeline" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "why", marked("Causes of the time"), "variants source why", {}, {},
        "slow bottleneck advice cause what-if" },
    CommandRow { { Key::t, kAny, Control::down }, {}, try_advice, "try-advice", marked("Try the advice: edit a copy, check, compare"), "why source",
        {}, {}, "why apply edit pad unroll what-if" },
    CommandRow { { Key::q, Shift::down }, { "Shift Q", "", marked("Half as many cycles"), KeyGroup::step }, step<session::SelectCycles, kNext>,
        "fewer-cycles", marked("Show half as many cycles"), "sm",
        {}, { "cycles N (0: all)", read_number<session::SelectCycles> } },
    CommandRow { { kNoKey }, {}, step<session::SelectCycles, kPrevious>, "more-cycles", marked("Show twice as many cycles"), "sm" },
    CommandRow { { Key::y, Shift::up }, { "Y", "", marked("More warps; Shift: fewer"), KeyGroup::step },
        step<session::SelectResidentBlocks, kNext>, "more-blocks", marked("More resident warps"), "sm",
        {}, { "resident BLOCKS (0: as many as fit)", read_number<session::SelectResidentBlocks> } },
    CommandRow { { Key::y, Shift::down }, {}, step<session::SelectResidentBlocks, kPrevious>, "fewer-blocks", marked("Fewer resident warps"),
        "sm" },

    CommandRow { { kNoKey }, {}, wrong_element, "wrong-element", {}, {},
        { marked("Go to the First Wrong &Element"), "Ctrl+Alt+E", 45 } },
    CommandRow { { kNoKey }, {}, {}, {}, {}, {}, {}, { "lane N", read_number<session::SelectLane> } },
    CommandRow { { kNoKey }, {}, {}, {}, {}, {}, {}, { "line N", read_number<session::SelectLine> } },
    CommandRow { { kNoKey }, {}, {}, {}, {}, {}, {}, { "cell ELEMENT [BUFFER] (default: shared memory)", read_cell } },
    CommandRow { { kNoKey }, {}, {}, {}, {}, {}, {}, { "element MATRIX ROW COLUMN [LANE]", read_element } },

    // Present
    CommandRow { { Key::h }, { "H", marked("panels"), marked("Hide panels"), KeyGroup::present }, toggle_display<views::Display::nothing>, "hide-panels", marked("Hide or show panels"), "scene",
        {}, {}, "scene only clean" },
    CommandRow { { Key::d }, { "D", marked("headline"), marked("Headline figure, large"), KeyGroup::present }, toggle_display<views::Display::number>, "headline", marked("Headline figure, large"), "variants",
        {}, {}, "number big" },
    CommandRow { { Key::b }, { "B .", marked("blank"), marked("Blank screen"), KeyGroup::present }, call<&StageParts::presentation, &Presentation::blank_screen>, "blank-screen", marked("Blank screen"), "",
        {}, {}, "black blackout dark off" },
    CommandRow { { Key::period }, {}, call<&StageParts::presentation, &Presentation::blank_screen> },
    CommandRow { { Key::plus, kAny, Control::down }, { "Ctrl + −", marked("text size"), marked("Larger / smaller text"), KeyGroup::present }, call<&StageParts::presentation, &Presentation::larger_text>, "larger-text", marked("Larger text"), "",
        {}, {}, "font size zoom" },
    CommandRow { { Key::minus, kAny, Control::down }, {}, call<&StageParts::presentation, &Presentation::smaller_text>, "smaller-text", marked("Smaller text"), "",
        {}, {}, "font size" },
    CommandRow { { Key::digit_0, kAny, Control::down }, { "Ctrl 0", "", marked("Reset text size"), KeyGroup::present }, call<&StageParts::presentation, &Presentation::usual_text>, "usual-text", marked("Reset text size"), "",
        {}, {}, "font size default" },
    CommandRow { { Key::t }, { "T", marked("theme"), marked("Theme"), KeyGroup::present }, call<&StageParts::presentation, &Presentation::next_theme>, "theme", marked("Next theme: dark, light, high contrast"), "",
        {}, {}, "light dark contrast colors white" },
    CommandRow { { kNoKey }, {}, toggle_reduced_motion, "reduced-motion", marked("Reduced motion: start paused"), "",
        {}, {}, "animation accessibility still" },
    CommandRow { { Key::i }, { "I", "", marked("Laser pointer"), KeyGroup::present }, toggle_laser, "laser", marked("Laser pointer"), "",
        {}, {}, "pointer dot" },
    CommandRow { { Key::w }, { "W", "", marked("Highlighter (Esc clears)"), KeyGroup::present }, toggle_pen, "highlighter", marked("Highlighter"), "",
        {}, {}, "pen draw marker annotate" },
    CommandRow { { Key::n }, { "N", marked("notes"), marked("Speaker's notes"), KeyGroup::present }, overlay<&OverlayView::toggle_notes>, "notes", marked("Speaker's notes"), "",
        {}, {}, "speaker script" },
    CommandRow { { Key::f7 }, { "F7", "", marked("Hall mode: next figure"), KeyGroup::present }, next_hall_figure, "hall-figure",
        marked("Hall mode: next figure") },
#define LANGUAGE(code, name, command, mark) CommandRow { { kNoKey }, {}, speak, "language-" code, "Language: " command },
#include "core/base/languages.inc"
#undef LANGUAGE
    CommandRow { { Key::f10 }, { "F10", "", marked("QR code for followers"), KeyGroup::present }, toggle_follow_code, "follow-code", marked("QR code of the address that followers open"), "top-bar narrow-bar",
        {}, {}, "qr link students phone" },
    CommandRow { { kNoKey }, {}, toggle_sheet, "class", marked("How far the class is"), "class top-bar",
        {}, {}, "students exercises points progress" },
    CommandRow { { Key::f11 }, { "F11", marked("full screen"), marked("Full screen in hall mode"), KeyGroup::present }, toggle_full_screen, "full-screen", marked("Full screen in hall mode"), "key-line",
        {}, {}, "projector fullscreen presentation" },
    CommandRow { { Key::f2 }, { "F2", "", marked("Presenter's console"), KeyGroup::present }, request_console, "console", marked("Presenter's console"), "key-line",
        {}, {}, "presenter second window editor" },
    CommandRow { { Key::f3 }, { "F3", "", marked("CPU time per frame"), KeyGroup::present }, toggle_profile, "profile", marked("CPU time per frame"), "",
        {}, {}, "performance frame time" },

    // Save
    CommandRow { { Key::f12, Shift::up }, { "F12", marked("screenshot"), marked("Save screenshot"), KeyGroup::save }, capture<&Captures::save_picture>, "screenshot", marked("Save screenshot"), "scene",
        {}, {}, "picture image png save" },
    CommandRow { { Key::f12, Shift::down }, { "Shift F12", "", marked("Save figure"), KeyGroup::save }, save_figure, "save-figure", marked("Save figure"), "",
        {}, {}, "export pdf svg png image picture slide" },
    CommandRow { { Key::c, Shift::down, Control::down }, { "Ctrl Shift C", "", marked("Copy figure"), KeyGroup::save }, copy_figure, "copy-figure", marked("Copy figure"), "",
        {}, {}, "clipboard image slide png" },
    CommandRow { { Key::c, Shift::up, Control::down }, { "Ctrl C", "", marked("Copy screenshot"), KeyGroup::save }, capture<&Captures::copy_picture>, "copy-screenshot", marked("Copy screenshot"), "",
        {}, {}, "clipboard picture image" },
    CommandRow { { kNoKey }, {}, copy_link, "copy-link", marked("Copy link to what is shown"), "top-bar narrow-bar layout",
        {}, {}, "url address share web" },
    CommandRow { { Key::f9 }, { "F9", "", marked("Start / stop clip"), KeyGroup::save }, capture<&Captures::toggle_clip>, "clip", marked("Start or stop recording a clip"), "",
        {}, {}, "video record movie film" },
    // clang-format on
};

} // namespace

std::span<const CommandRow> command_table()
{
    static const std::vector<CommandRow> rows = [] {
        std::vector<CommandRow> all;
        const auto among = [](std::span<const std::string_view> ids, std::string_view id) {
            return !id.empty() && std::ranges::find(ids, id) != ids.end();
        };
        for (CommandRow row : kTable) {
            if (among(absent_commands(), row.id))
                continue;
            if (among(keyless_commands(), row.id)) {
                row.stroke = { kNoKey };
                row.words = {};
            }
            all.push_back(row);
        }
        return all;
    }();
    return rows;
}

const std::vector<views::KeyWords>& key_words()
{
    static const std::vector<views::KeyWords> words = [] {
        std::vector<views::KeyWords> all;
        for (const CommandRow& row : command_table())
            if (!row.words.keys.empty())
                all.push_back(row.words);
        return all;
    }();
    return words;
}

const CommandRow* key_row(Key key, Shift shift, Control control)
{
    if (key == kNoKey)
        return nullptr;
    for (const CommandRow& row : command_table())
        if (row.stroke.key == key && row.stroke.control == control && row.stroke.shift.value_or(shift) == shift)
            return &row;
    return nullptr;
}

const CommandRow* find_command(std::string_view id)
{
    const auto rows = command_table();
    const auto row = id.empty() ? rows.end() : std::ranges::find(rows, id, &CommandRow::id);
    return row == rows.end() ? nullptr : &*row;
}

const CommandRow* row_of_verb(std::string_view name)
{
    const auto rows = command_table();
    const auto row =
        std::ranges::find_if(rows, [&](const CommandRow& each) { return each.verb.read != nullptr && each.verb.name() == name; });
    return row == rows.end() ? nullptr : &*row;
}

void invoke(StageParts& stage, const Invocation& invocation)
{
    const CommandAction& action = invocation.command->action;
    if (action.effect != nullptr)
        action.effect(stage);
    else if (action.figure_effect != nullptr)
        action.figure_effect(stage, invocation.figure != nullptr ? *invocation.figure : figure_below_pointer(stage));
    else if (action.row_effect != nullptr)
        action.row_effect(stage, *invocation.command);
    else if (stage.state.snapshot != nullptr)
        if (auto command = action.request(*stage.state.snapshot))
            stage.state.commands.push_back(*std::move(command));
}

} // namespace warpstage::stage
