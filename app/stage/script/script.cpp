#include "app/stage/script/script.h"

#include "app/stage/input/command_words.h"
#include "app/stage/input/key_table.h"
#include "app/stage/script/timings_line.h"
#include "app/stage/stage.h"
#include "core/base/text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <charconv>

namespace warpstage::stage {

namespace {

using Order = decltype(ScriptStep::order);

constexpr int kMaxSide = 16384;
constexpr std::size_t kMaxSamples = 200; // limit of the samples that are kept
constexpr std::uint64_t kMaxFrames = 100'000; // that one command waits for; half an hour at 60 per second

// Each function parses the arguments of one command.
Order read_wait(Words& words)
{
    const auto frames = words.number<std::uint64_t>();
    words.require(frames > 0 && frames <= kMaxFrames && (words.empty() || words.word().starts_with("frame")));
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

Order read_hall(Words& words)
{
    const std::string state = words.word();
    words.require(state == "on" || state == "off");
    return std::vector<Event> { HallMode { state == "on" } };
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

// What a script does beside the commands of the table.
struct OwnVerb {
    std::string_view name;
    Order (*read)(Words& words);
    std::string_view usage; // "wait N [frames]"
};

constexpr std::array kOwnVerbs {
    OwnVerb { "wait", read_wait, "wait N [frames] (at most 100000)" },
    OwnVerb { "key", read_key, "key NAME (such as Shift+Tab)" },
    OwnVerb { "type", read_type, "type TEXT (printable characters)" },
    OwnVerb { "move", read_move, "move X Y" },
    OwnVerb { "click", read_click, "click X Y" },
    OwnVerb { "menu", read_menu, "menu X Y" },
    OwnVerb { "drag", read_drag, "drag X Y X Y" },
    OwnVerb { "wheel", read_wheel, "wheel STEPS X Y" },
    OwnVerb { "resize", read_resize, "resize WIDTHxHEIGHT" },
    OwnVerb { "language", read_language, "language CODE (such as cs)" },
    OwnVerb { "hall", read_hall, "hall on|off" },
    OwnVerb { "screenshot", read_screenshot, "screenshot FILE" },
    OwnVerb { "samples", read_samples, "samples N (at most 200)" },
    OwnVerb { "timings", read_timings, "timings FILE" },
    OwnVerb { "expect", read_expect, "expect lesson|variant|architecture|engine|hall|mode|notice VALUE" },
};

std::string unknown_word(const std::string& word)
{
    std::vector<std::string> names;
    for (const OwnVerb& verb : kOwnVerbs)
        names.emplace_back(verb.name);
    for (const CommandRow& row : command_table())
        if (row.verb.read != nullptr)
            names.emplace_back(row.verb.name());
    const std::string near = text::nearest(word, names);
    constexpr std::size_t kShown = 40; // more than the longest command
    const std::string shown = word.size() > kShown ? word.substr(0, kShown) + "…" : word;
    return "Unknown command `" + shown + "`. "
        + (near.empty() ? "Commands: " + text::alternatives(names) + "." : "Did you mean `" + near + "`?");
}

// The rest of the line; nothing: no such verb.
std::optional<Order> read_order(std::string_view verb, Words& words, std::string_view& usage)
{
    if (const auto* const own = std::ranges::find(kOwnVerbs, verb, &OwnVerb::name); own != kOwnVerbs.end()) {
        usage = own->usage;
        return own->read(words);
    }
    const CommandRow* row = row_of_verb(verb);
    if (row == nullptr)
        return std::nullopt;
    usage = row->verb.usage;
    return std::visit([](auto&& command) { return Order { std::forward<decltype(command)>(command) }; }, row->verb.read(words));
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
        std::string_view usage;
        auto order = read_order(verb, words, usage);
        if (!order)
            return wrong(unknown_word(verb));
        if (!words.good() || !words.empty())
            return wrong("Expected `" + std::string { usage } + "`.");
        script.steps.push_back({ number, *std::move(order) });
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
    if (++m_waited < kMaxFrames)
        return false;
    return Error { fmt::format("{}: After {} frames, the variant has only {} of {} time samples.", m_script.name, m_waited,
        samples, std::exchange(m_samples, 0)) };
}

Result<void> ScriptPlayer::carry_out(const ScriptStep& step, Stage& stage, session::Session& session)
{
    if (const auto* action = std::get_if<ScriptAction>(&step.order))
        return action->act(action->argument, stage, session);
    if (const auto* events = std::get_if<std::vector<Event>>(&step.order)) {
        for (const Event& event : *events)
            stage.receive(event);
    } else if (const auto* command = std::get_if<session::Command>(&step.order)) {
        session.submit(*command);
    } else if (const auto* shown = std::get_if<ShownCommand>(&step.order)) {
        auto chosen = shown->choose(shown->argument, *session.snapshot());
        if (!chosen)
            return chosen.error();
        session.submit(*std::move(chosen));
    }
    return {};
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
        const bool depends =
            std::holds_alternative<ShownCommand>(step.order) || (action != nullptr && action->kind != ScriptAction::Kind::change);
        if (changed && depends)
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
        if (const auto done = carry_out(step, stage, session); !done) {
            m_next = m_script.steps.size();
            return Error { m_script.name + ", line " + std::to_string(step.line) + ": " + done.error().message };
        }
        changed = changed || action == nullptr || action->kind != ScriptAction::Kind::look;
    }
    return {};
}

} // namespace warpstage::stage
