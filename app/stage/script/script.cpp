#include "app/stage/script/script.h"

#include "app/stage/script/script_words.h"
#include "app/stage/script/timings_line.h"
#include "app/stage/stage.h"
#include "core/base/text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <charconv>

namespace warpstage::stage {

namespace {

using session::Command;
using session::Direction;
using Order = decltype(ScriptStep::order);

constexpr int kMaxSide = 16384;
constexpr std::size_t kMaxSamples = 200; // limit of the samples that are kept
constexpr std::uint64_t kMaxFramesForSamples = 100'000;

// Each function parses the arguments of one command.
Order read_wait(Words& words)
{
    const auto frames = words.number<std::uint64_t>();
    words.require(frames > 0 && (words.empty() || words.word().starts_with("frame")));
    return WaitFrames { frames };
}

Order read_samples(Words& words)
{
    const auto samples = words.number<std::size_t>();
    words.require(samples > 0 && samples <= kMaxSamples);
    return WaitSamples { samples };
}

void add_press(std::vector<Event>& events, const KeyPress& press)
{
    for (const Event& event : events_of(press))
        events.push_back(event);
}

Order read_key(Words& words)
{
    std::vector<Event> events;
    do {
        const auto press = key_named(words.word());
        words.require(press.has_value());
        add_press(events, press.value_or(KeyPress {}));
    } while (!words.empty());
    return events;
}

Order read_type(Words& words)
{
    std::vector<Event> events;
    for (const char c : words.rest()) {
        words.require(c >= ' ' && c <= '~');
        add_press(events, { static_cast<Key>(static_cast<unsigned char>(c)) });
    }
    return events;
}

Order read_move(Words& words)
{
    return std::vector<Event> { PointerMove { words.point() } };
}

Order read_click(Words& words)
{
    const draw::Point at = words.point();
    return std::vector<Event> { PointerMove { at }, PointerPress { Press::down, at }, PointerPress { Press::up, at } };
}

// A right click.
Order read_menu(Words& words)
{
    const draw::Point at = words.point();
    return std::vector<Event> { PointerMove { at }, PointerPress { Press::down, at, Button::other },
        PointerPress { Press::up, at, Button::other } };
}

Order read_drag(Words& words)
{
    const draw::Point from = words.point();
    const draw::Point to = words.point();
    std::vector<Event> events { PointerMove { from }, PointerPress { Press::down, from } };
    constexpr int kParts = 8;
    for (int i = 1; i <= kParts; ++i) {
        const float share = static_cast<float>(i) / kParts;
        events.emplace_back(PointerMove { { from.x + share * (to.x - from.x), from.y + share * (to.y - from.y) } });
    }
    events.emplace_back(PointerPress { Press::up, to });
    return events;
}

Order read_wheel(Words& words)
{
    const auto steps = words.number<float>();
    return std::vector<Event> { Wheel { steps, words.point() } };
}

// WIDTHxHEIGHT
gl::PixelSize read_size(Words& sides)
{
    std::string text = sides.word();
    std::ranges::replace(text, 'x', ' ');
    Words numbers(text);
    const int width = numbers.number<int>();
    const gl::PixelSize size { width, numbers.number<int>() };
    sides.require(numbers.good() && numbers.empty() && std::min(size.width, size.height) >= 0
        && std::max(size.width, size.height) <= kMaxSide);
    return size;
}

Result<void> resize(const std::string& size, Stage& stage, session::Session&)
{
    Words words(size);
    stage.resize(read_size(words));
    return {};
}

Order read_resize(Words& words)
{
    const std::string size { words.left() };
    static_cast<void>(read_size(words));
    return ScriptAction { resize, ScriptAction::Kind::change, size };
}

Result<void> take_screenshot(const std::string& path, Stage& stage, session::Session&)
{
    return stage.screenshot(path);
}

Order read_screenshot(Words& words)
{
    return ScriptAction { take_screenshot, ScriptAction::Kind::look, words.rest() };
}

// Appends a line, so that one script can record the times of many variants.
Result<void> append_timings(const std::string& path, Stage&, session::Session& session)
{
    std::ofstream file(path, std::ios::app);
    file << timings_line(*session.snapshot()) << '\n';
    file.close();
    return file ? Result<void> {}
                : Error { "Cannot write `" + path + "`. Check that its folder exists and that the disk has free space." };
}

Order read_timings(Words& words)
{
    return ScriptAction { append_timings, ScriptAction::Kind::look, words.rest() };
}

std::optional<Direction> direction_of(std::string_view word)
{
    return word == "next"    ? std::optional(Direction::next)
        : word == "previous" ? std::optional(Direction::previous)
                             : std::nullopt;
}

template <typename Select> Order read_direction(Words& words)
{
    const auto direction = direction_of(words.word());
    words.require(direction.has_value());
    return Command { Select { direction.value_or(Direction::next) } };
}

Order read_lesson(Words& words)
{
    if (direction_of(words.left()))
        return read_direction<session::SelectLesson>(words);
    return Command { session::SelectLesson { words.word() } };
}

// Selects a variant by its id or its number, counted from 1.
Result<void> choose_variant(const std::string& name, Stage&, session::Session& session)
{
    const auto shown = session.snapshot();
    std::vector<std::string> ids;
    for (const session::VariantView& variant : shown->setup->variants) {
        if (variant.id == name || std::to_string(ids.size() + 1) == name) {
            session.submit(session::SelectVariant { ids.size() });
            return {};
        }
        ids.push_back(variant.id);
    }
    return Error { "The lesson has no variant `" + name + "`. Its variants are " + text::alternatives(ids) + "." };
}

Order read_variant(Words& words)
{
    return ScriptAction { choose_variant, ScriptAction::Kind::adjust, words.word() };
}

Order read_set(Words& words)
{
    const std::string parameter = words.word();
    return Command { session::SetParameter { parameter, words.rest() } };
}

Order read_engine(Words& words)
{
    const std::string name = words.word();
    words.require(name == "gpu" || name == "vm");
    if (name == "vm")
        return Command { session::SelectEngine { engine::EngineKind::vm } };
    std::optional<int> gpu;
    if (!words.empty())
        gpu = static_cast<int>(words.number<std::uint8_t>());
    return Command { session::SelectEngine { engine::EngineKind::gpu, gpu } };
}

Order read_architecture(Words& words)
{
    return Command { session::SelectArchitecture { words.rest() } };
}

template <typename Selection> Order read_number(Words& words)
{
    return Command { Selection { words.number<std::uint32_t>() } };
}

// An element of shared memory, or of the named buffer.
Order read_cell(Words& words)
{
    const auto element = words.number<std::uint64_t>();
    return Command { session::SelectCell { words.empty() ? std::string() : words.word(), element } };
}

Order read_cue(Words& words)
{
    if (direction_of(words.left()))
        return read_direction<session::CueStep>(words);
    const auto number = words.number<std::uint32_t>();
    words.require(number > 0);
    return Command { session::CueStep { Direction::next, number - 1 } };
}

Order read_stride(Words& words)
{
    const std::string name = words.word();
    const auto stride = std::ranges::find(session::kStrides, name, [](session::Stride of) { return session::name_of(of); });
    const bool known = stride != std::end(session::kStrides);
    words.require(known);
    return Command { session::SelectStride { known ? *stride : session::Stride {} } };
}

Result<void> speak(const std::string& name, Stage&, session::Session&)
{
    const words::Language* language = words::find_language(name);
    if (language == nullptr || !words::set_language(*language))
        return Error { "No translation found for the language `" + name + "`." };
    return {};
}

Order read_language(Words& words)
{
    return ScriptAction { speak, ScriptAction::Kind::change, words.word() };
}

// For example 12 30 5: one number per answer of the current question.
Order read_votes(Words& words)
{
    std::vector<std::uint32_t> votes;
    while (!words.empty() && words.good())
        votes.push_back(words.number<std::uint32_t>());
    return Command { session::SetVotes { std::move(votes) } };
}

Order read_hall(Words& words)
{
    const std::string state = words.word();
    words.require(state == "on" || state == "off");
    return std::vector<Event> { HallMode { state == "on" } };
}

template <typename Alone> Order read_alone(Words&)
{
    return Command { Alone {} };
}

constexpr std::array<std::string_view, 7> kFacts { "lesson", "variant", "architecture", "engine", "hall", "mode", "notice" };

// The value of a fact that `expect` compares.
std::string fact(std::string_view name, const Stage& stage, const session::Snapshot& shown)
{
    const session::SetupSection& setup = *shown.setup;
    if (name == "lesson")
        return setup.lesson != nullptr ? setup.lesson->id : std::string();
    if (name == "variant")
        return setup.variant < setup.variants.size() ? setup.variants[setup.variant].id : std::string();
    if (name == "architecture")
        return shown.run->architecture;
    if (name == "engine")
        return shown.device->engine.kind == engine::EngineKind::gpu ? "gpu" : "vm";
    if (name == "hall")
        return stage.overlay().window().hall ? "on" : "off";
    if (name == "notice")
        return shown.notices->empty() ? std::string() : shown.notices->back().text;
    return std::string { name_of(stage.mode()) };
}

Result<void> expect(const std::string& argument, Stage& stage, session::Session& session)
{
    Words words(argument);
    const std::string name = words.word();
    const std::string seen = fact(name, stage, *session.snapshot());
    if (seen == words.left())
        return {};
    return Error { fmt::format("`{}` is `{}`; the script expects `{}`.", name, seen, words.left()) };
}

Order read_expect(Words& words)
{
    const std::string argument { words.left() };
    words.require(std::ranges::find(kFacts, words.word()) != kFacts.end());
    static_cast<void>(words.rest());
    return ScriptAction { expect, ScriptAction::Kind::look, argument };
}

struct Verb {
    std::string_view name;
    Order (*read)(Words& words);
    std::string_view usage; // "wait N [frames]"
};

constexpr std::array kVerbs {
    Verb { "wait", read_wait, "wait N [frames]" },
    Verb { "key", read_key, "key NAME (such as Shift+Tab)" },
    Verb { "type", read_type, "type TEXT (printable characters)" },
    Verb { "move", read_move, "move X Y" },
    Verb { "click", read_click, "click X Y" },
    Verb { "menu", read_menu, "menu X Y" },
    Verb { "drag", read_drag, "drag X Y X Y" },
    Verb { "wheel", read_wheel, "wheel STEPS X Y" },
    Verb { "resize", read_resize, "resize WIDTHxHEIGHT" },
    Verb { "language", read_language, "language CODE (such as cs)" },
    Verb { "votes", read_votes, "votes N N … (one number per answer)" },
    Verb { "hall", read_hall, "hall on|off" },
    Verb { "screenshot", read_screenshot, "screenshot FILE" },
    Verb { "samples", read_samples, "samples N (at most 200)" },
    Verb { "timings", read_timings, "timings FILE" },
    Verb { "lesson", read_lesson, "lesson ID|next|previous" },
    Verb { "variant", read_variant, "variant ID|NUMBER" },
    Verb { "set", read_set, "set PARAMETER VALUE" },
    Verb { "engine", read_engine, "engine gpu [INDEX]|vm" },
    Verb { "architecture", read_architecture, "architecture NAME (such as 9.0 or GTX280)" },
    Verb { "warp-width", read_number<session::SelectWarpWidth>, "warp-width 2|4|8|16|32" },
    Verb { "warp", read_number<session::SelectWarp>, "warp N" },
    Verb { "lane", read_number<session::SelectLane>, "lane N" },
    Verb { "line", read_number<session::SelectLine>, "line N" },
    Verb { "cell", read_cell, "cell ELEMENT [BUFFER] (default: shared memory)" },
    Verb { "access", read_direction<session::SelectAccess>, "access next|previous" },
    Verb { "seek", read_number<session::SeekPlayback>, "seek STEP" },
    Verb { "step", read_direction<session::SeekPlayback>, "step next|previous" },
    Verb { "stride", read_stride, "stride instruction|line|barrier|iteration" },
    Verb { "cue", read_cue, "cue N|next|previous" },
    Verb { "resident", read_number<session::SelectResidentBlocks>, "resident BLOCKS (0: as many as fit)" },
    Verb { "cycles", read_number<session::SelectCycles>, "cycles N (0: all)" },
    Verb { "compare", read_number<session::SelectCompared>, "compare N (counted from 0)" },
    Verb { "play", read_alone<session::TogglePlayback>, "play" },
    Verb { "pause", read_alone<session::TogglePause>, "pause" },
    Verb { "restart", read_alone<session::Restart>, "restart" },
    Verb { "count", read_alone<session::CountHardware>, "count" },
    Verb { "expect", read_expect, "expect lesson|variant|architecture|engine|hall|mode|notice VALUE" },
};

std::string unknown_word(const std::string& word)
{
    std::vector<std::string> names;
    for (const Verb& verb : kVerbs)
        names.emplace_back(verb.name);
    const std::string near = text::nearest(word, names);
    constexpr std::size_t kShown = 40; // more than the longest command
    const std::string shown = word.size() > kShown ? word.substr(0, kShown) + "…" : word;
    return "Unknown command `" + shown + "`. "
        + (near.empty() ? "Commands: " + text::alternatives(names) + "." : "Did you mean `" + near + "`?");
}

} // namespace

Result<Script> parse_script(std::string_view text, const std::string& name)
{
    if (const auto excess = excess_of(text, TextFormat::script))
        return Error { name + ", line " + std::to_string(excess->line) + ": " + excess->reason + "." };
    Script script { name, {} };
    std::size_t number = 0;
    for (std::string_view raw : text::split(text, '\n')) {
        ++number;
        if (!text::trim(raw).starts_with("type ")) // `type` may type a #
            raw = raw.substr(0, raw.find(" #"));
        Words words(raw);
        if (words.empty() || words.left().front() == '#')
            continue;
        const auto wrong = [&](const std::string& sentence) {
            return Error { name + ", line " + std::to_string(number) + ": " + sentence };
        };
        const std::string verb = words.word();
        const auto* const known = std::ranges::find(kVerbs, verb, &Verb::name);
        if (known == kVerbs.end())
            return wrong(unknown_word(verb));
        Order order = known->read(words);
        if (!words.good() || !words.empty())
            return wrong("Expected `" + std::string { known->usage } + "`.");
        script.steps.push_back({ number, std::move(order) });
    }
    return script;
}

Result<Script> load_script(const std::filesystem::path& path)
{
    const auto text = read_whole_file(path, kMaxTextBytes);
    if (!text)
        return Error { "Cannot read the script `" + path.string() + "`: " + text.error().message
            + ". Give the path of a text file." };
    return parse_script(*text, path.filename().string());
}

Result<bool> ScriptPlayer::have_samples(const session::Session& session)
{
    const auto shown = session.snapshot();
    const std::size_t samples = shown->timing->of(shown->setup->variant).timing.samples;
    if (samples >= m_samples)
        return true;
    if (++m_waited < kMaxFramesForSamples)
        return false;
    return Error { fmt::format("{}: After {} frames, the variant has only {} of {} time samples.", m_script.name, m_waited,
        samples, std::exchange(m_samples, 0)) };
}

Result<void> ScriptPlayer::before_frame(Stage& stage, session::Session& session)
{
    stage.begin(session);
    if (m_waiting > 0 && --m_waiting > 0)
        return {};
    if (m_samples > 0) {
        const auto have = have_samples(session);
        if (!have) {
            m_next = m_script.steps.size();
            return have.error();
        }
        if (!*have)
            return {};
        m_samples = 0;
    }
    bool changed = false; // whether an order has changed anything since the last frame
    while (m_next < m_script.steps.size()) {
        const ScriptStep& step = m_script.steps[m_next];
        const auto* action = std::get_if<ScriptAction>(&step.order);
        if (changed && action != nullptr && action->kind != ScriptAction::Kind::change)
            return {};
        ++m_next;
        if (const auto* wait = std::get_if<WaitFrames>(&step.order)) {
            m_waiting = wait->frames;
            return {};
        }
        if (const auto* samples = std::get_if<WaitSamples>(&step.order)) {
            m_samples = samples->samples;
            m_waited = 0;
            return {};
        }
        if (const auto* events = std::get_if<std::vector<Event>>(&step.order)) {
            for (const Event& event : *events)
                stage.receive(event);
        } else if (const auto* command = std::get_if<session::Command>(&step.order)) {
            session.submit(*command);
        } else if (const auto done = action->act(action->argument, stage, session); !done) {
            m_next = m_script.steps.size();
            return Error { m_script.name + ", line " + std::to_string(step.line) + ": " + done.error().message };
        }
        changed = changed || action == nullptr || action->kind != ScriptAction::Kind::look;
    }
    return {};
}

} // namespace warpstage::stage
