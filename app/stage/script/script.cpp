#include "app/stage/script/script.h"

#include "app/stage/stage.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace warpstage::stage {

namespace {

using session::Command;
using session::Direction;
using Order = decltype(ScriptStep::order);

constexpr int kLargestSide = 16384;

// The words of a line, and what is behind the first one as it was written.
struct Line {
    std::vector<std::string> words;
    std::string rest;
};

Line line_of(std::string_view text)
{
    Line line;
    std::string_view left = text::trim(text);
    while (!left.empty()) {
        const auto end = left.find_first_of(" \t");
        line.words.emplace_back(left.substr(0, end));
        left = end == std::string_view::npos ? std::string_view {} : text::trim(left.substr(end));
        if (line.words.size() == 1)
            line.rest = std::string { left };
    }
    return line;
}

template <typename Number> std::optional<Number> number_of(std::string_view text)
{
    Number number {};
    const auto* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data(), end, number);
    return error == std::errc {} && after == end ? std::optional { number } : std::nullopt;
}

std::optional<draw::Point> point_of(const Line& line, std::size_t first)
{
    if (line.words.size() < first + 2)
        return std::nullopt;
    const auto x = number_of<float>(line.words[first]);
    const auto y = number_of<float>(line.words[first + 1]);
    return x && y ? std::optional(draw::Point { *x, *y }) : std::nullopt;
}

// Each reads the words behind its name; nothing where they are not what it wants.
std::optional<Order> read_wait(const Line& line)
{
    const bool unit = line.words.size() == 2 || (line.words.size() == 3 && line.words[2].starts_with("frame"));
    const auto frames = unit ? number_of<std::uint64_t>(line.words[1]) : std::nullopt;
    return frames && *frames > 0 ? std::optional<Order>(WaitFrames { *frames }) : std::nullopt;
}

std::optional<Order> read_key(const Line& line)
{
    std::vector<Event> events;
    for (std::size_t i = 1; i < line.words.size(); ++i) {
        const auto press = key_named(line.words[i]);
        if (!press)
            return std::nullopt;
        for (const Event& event : events_of(*press))
            events.push_back(event);
    }
    return events.empty() ? std::nullopt : std::optional<Order>(std::move(events));
}

std::optional<Order> read_type(const Line& line)
{
    std::vector<Event> events;
    for (const char c : line.rest) {
        if (c < ' ' || c > '~')
            return std::nullopt;
        for (const Event& event : events_of({ static_cast<Key>(static_cast<unsigned char>(c)), Shift::up, Control::up }))
            events.push_back(event);
    }
    return events.empty() ? std::nullopt : std::optional<Order>(std::move(events));
}

std::optional<Order> read_move(const Line& line)
{
    const auto at = point_of(line, 1);
    return at && line.words.size() == 3 ? std::optional<Order>(std::vector<Event> { PointerMove { *at } }) : std::nullopt;
}

std::optional<Order> read_click(const Line& line)
{
    const auto at = point_of(line, 1);
    if (!at || line.words.size() != 3)
        return std::nullopt;
    return std::vector<Event> { PointerMove { *at }, PointerPress { Press::down, *at }, PointerPress { Press::up, *at } };
}

std::optional<Order> read_drag(const Line& line)
{
    const auto from = point_of(line, 1);
    const auto to = point_of(line, 3);
    if (!from || !to || line.words.size() != 5)
        return std::nullopt;
    std::vector<Event> events { PointerMove { *from }, PointerPress { Press::down, *from } };
    constexpr int kParts = 8;
    for (int i = 1; i <= kParts; ++i) {
        const float share = static_cast<float>(i) / kParts;
        events.emplace_back(PointerMove { { from->x + share * (to->x - from->x), from->y + share * (to->y - from->y) } });
    }
    events.emplace_back(PointerPress { Press::up, *to });
    return events;
}

std::optional<Order> read_wheel(const Line& line)
{
    const auto steps = line.words.size() == 4 ? number_of<float>(line.words[1]) : std::nullopt;
    const auto at = point_of(line, 2);
    return steps && at ? std::optional<Order>(std::vector<Event> { Wheel { *steps, *at } }) : std::nullopt;
}

std::optional<gl::PixelSize> size_of(std::string_view sides)
{
    const auto cross = sides.find('x');
    if (cross == std::string_view::npos)
        return std::nullopt;
    const auto width = number_of<int>(sides.substr(0, cross));
    const auto height = number_of<int>(sides.substr(cross + 1));
    const bool possible = width && height && *width >= 0 && *height >= 0 && *width <= kLargestSide && *height <= kLargestSide;
    return possible ? std::optional(gl::PixelSize { *width, *height }) : std::nullopt;
}

Result<void> resize(const std::string& size, Stage& stage, session::Session&)
{
    stage.resize(*size_of(size));
    return {};
}

std::optional<Order> read_resize(const Line& line)
{
    return size_of(line.rest) ? std::optional<Order>(ScriptAction { resize, ScriptAction::Kind::change, line.rest })
                              : std::nullopt;
}

Result<void> take_screenshot(const std::string& path, Stage& stage, session::Session&)
{
    return stage.screenshot(path);
}

std::optional<Order> read_screenshot(const Line& line)
{
    return line.rest.empty() ? std::nullopt
                             : std::optional<Order>(ScriptAction { take_screenshot, ScriptAction::Kind::look, line.rest });
}

template <typename Step> std::optional<Order> read_direction(const Line& line)
{
    if (line.rest != "next" && line.rest != "previous")
        return std::nullopt;
    Step step {};
    step.direction = line.rest == "next" ? Direction::next : Direction::previous;
    return Command { std::move(step) };
}

std::optional<Order> read_lesson(const Line& line)
{
    if (line.words.size() != 2)
        return std::nullopt;
    if (auto step = read_direction<session::StepLesson>(line))
        return step;
    return Command { session::SelectLesson { line.words[1] } };
}

// By its id, else by its number, counted from 1.
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
    return Error { "The lesson has no variant `" + name + "`, but " + text::alternatives(ids) + "." };
}

std::optional<Order> read_variant(const Line& line)
{
    return line.words.size() == 2 ? std::optional<Order>(ScriptAction { choose_variant, ScriptAction::Kind::adjust, line.rest })
                                  : std::nullopt;
}

std::optional<Order> read_set(const Line& line)
{
    if (line.words.size() < 3)
        return std::nullopt;
    return Command { session::SetParameter {
        line.words[1], std::string { text::trim(std::string_view { line.rest }.substr(line.words[1].size())) } } };
}

std::optional<Order> read_engine(const Line& line)
{
    if (line.rest == "gpu")
        return Command { session::SelectEngine { engine::EngineKind::gpu } };
    if (line.rest == "vm")
        return Command { session::SelectEngine { engine::EngineKind::vm } };
    return std::nullopt;
}

std::optional<Order> read_architecture(const Line& line)
{
    return line.rest.empty() ? std::nullopt : std::optional<Order>(Command { session::SelectArchitecture { line.rest } });
}

template <typename Selection> std::optional<Order> read_number(const Line& line)
{
    const auto number = number_of<std::uint32_t>(line.rest);
    return number ? std::optional<Order>(Command { Selection { *number } }) : std::nullopt;
}

// An element of shared memory, or of the buffer that is named.
std::optional<Order> read_cell(const Line& line)
{
    const auto element = line.words.size() < 2 || line.words.size() > 3 ? std::nullopt : number_of<std::uint64_t>(line.words[1]);
    if (!element)
        return std::nullopt;
    return Order(Command { session::SelectCell { line.words.size() > 2 ? line.words[2] : std::string(), *element } });
}

std::optional<Order> read_cue(const Line& line)
{
    if (const auto number = number_of<std::uint32_t>(line.rest); number && *number > 0)
        return Command { session::CueStep { Direction::next, *number - 1 } };
    return read_direction<session::CueStep>(line);
}

std::optional<Order> read_stride(const Line& line)
{
    for (const session::Stride stride : session::kStrides)
        if (session::name_of(stride) == line.rest)
            return Command { session::SelectStride { stride } };
    return std::nullopt;
}

template <typename Alone> std::optional<Order> read_alone(const Line& line)
{
    return line.rest.empty() ? std::optional<Order>(Command { Alone {} }) : std::nullopt;
}

// What a script can expect.
struct Fact {
    std::string_view name;
    std::string (*seen)(const Stage& stage, const session::Snapshot& shown);
};

constexpr std::array kFacts {
    Fact { "lesson",
        [](const Stage&, const session::Snapshot& shown) {
            return shown.setup->lesson != nullptr ? shown.setup->lesson->id : std::string();
        } },
    Fact { "variant",
        [](const Stage&, const session::Snapshot& shown) {
            const auto& setup = *shown.setup;
            return setup.variant < setup.variants.size() ? setup.variants[setup.variant].id : std::string();
        } },
    Fact { "architecture",
        [](const Stage&, const session::Snapshot& shown) {
            return shown.run->architecture;
        } },
    Fact { "engine",
        [](const Stage&, const session::Snapshot& shown) {
            return std::string { shown.device->engine.kind == engine::EngineKind::gpu ? "gpu" : "vm" };
        } },
    Fact { "mode",
        [](const Stage& stage, const session::Snapshot&) {
            return std::string { name_of(stage.mode()) };
        } },
};

const Fact* fact_named(std::string_view name)
{
    const auto* const fact = std::ranges::find(kFacts, name, &Fact::name);
    return fact != kFacts.end() ? fact : nullptr;
}

Result<void> expect(const std::string& argument, Stage& stage, session::Session& session)
{
    const Line line = line_of(argument);
    const std::string seen = fact_named(line.words.front())->seen(stage, *session.snapshot());
    if (seen == line.rest)
        return {};
    return Error { "The " + line.words.front() + " is `" + seen + "`, not `" + line.rest + "` as expected." };
}

std::optional<Order> read_expect(const Line& line)
{
    return line.words.size() >= 3 && fact_named(line.words[1]) != nullptr
        ? std::optional<Order>(ScriptAction { expect, ScriptAction::Kind::look, line.rest })
        : std::nullopt;
}

struct Verb {
    std::string_view name;
    std::optional<Order> (*read)(const Line&);
    std::string_view wants; // "wait N frames"
};

constexpr std::array kVerbs {
    Verb { "wait", read_wait, "wait N frames" },
    Verb { "key", read_key, "key NAME, as in key Shift+Tab" },
    Verb { "type", read_type, "type TEXT, in plain letters" },
    Verb { "move", read_move, "move X Y" },
    Verb { "click", read_click, "click X Y" },
    Verb { "drag", read_drag, "drag X Y X Y" },
    Verb { "wheel", read_wheel, "wheel STEPS X Y" },
    Verb { "resize", read_resize, "resize WIDTHxHEIGHT" },
    Verb { "screenshot", read_screenshot, "screenshot FILE" },
    Verb { "lesson", read_lesson, "lesson ID, next or previous" },
    Verb { "variant", read_variant, "variant ID or its number" },
    Verb { "set", read_set, "set PARAMETER VALUE" },
    Verb { "engine", read_engine, "engine gpu or vm" },
    Verb { "architecture", read_architecture, "architecture NAME, as in 9.0 or GTX280" },
    Verb { "warp", read_number<session::SelectWarp>, "warp N" },
    Verb { "lane", read_number<session::SelectLane>, "lane N" },
    Verb { "line", read_number<session::SelectLine>, "line N" },
    Verb { "cell", read_cell, "cell ELEMENT of shared memory, or cell ELEMENT BUFFER" },
    Verb { "access", read_direction<session::StepAccess>, "access next or previous" },
    Verb { "seek", read_number<session::SeekPlayback>, "seek STEP" },
    Verb { "step", read_direction<session::StepPlayback>, "step next or previous" },
    Verb { "stride", read_stride, "stride instruction, line, barrier or pass" },
    Verb { "cue", read_cue, "cue N, next or previous" },
    Verb { "compare", read_number<session::SelectCompared>, "compare N, counted from 0" },
    Verb { "play", read_alone<session::TogglePlayback>, "play alone" },
    Verb { "pause", read_alone<session::TogglePause>, "pause alone" },
    Verb { "restart", read_alone<session::Restart>, "restart alone" },
    Verb { "count", read_alone<session::CountHardware>, "count alone" },
    Verb { "expect", read_expect, "expect lesson, variant, architecture, engine or mode, and its VALUE" },
};

std::string unknown_word(const std::string& word)
{
    std::vector<std::string> names;
    for (const Verb& verb : kVerbs)
        names.emplace_back(verb.name);
    const std::string near = text::nearest(word, names);
    return "`" + word + "` is no command" + (near.empty() ? ": " + text::alternatives(names) : "; `" + near + "` may be meant")
        + ".";
}

} // namespace

Result<Script> parse_script(std::string_view text, const std::string& name)
{
    Script script { name, {} };
    std::size_t number = 0;
    for (std::string_view raw : text::split(text, '\n')) {
        ++number;
        if (!text::trim(raw).starts_with("type ")) // which may type it
            raw = raw.substr(0, raw.find(" #"));
        const Line line = line_of(raw);
        if (line.words.empty() || line.words.front().front() == '#')
            continue;
        const auto wrong = [&](const std::string& sentence) {
            return Error { name + ", line " + std::to_string(number) + ": " + sentence };
        };
        const auto* const known = std::ranges::find(kVerbs, line.words.front(), &Verb::name);
        if (known == kVerbs.end())
            return wrong(unknown_word(line.words.front()));
        auto order = known->read(line);
        if (!order)
            return wrong("it wants `" + std::string { known->wants } + "`.");
        script.steps.push_back({ number, *std::move(order) });
    }
    return script;
}

Result<Script> load_script(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    const std::string text { std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>() };
    if (!stream)
        return Error { "The script " + path.string() + " cannot be read; give the path of a text file." };
    return parse_script(text, path.filename().string());
}

Result<void> ScriptPlayer::before_frame(Stage& stage, session::Session& session)
{
    if (m_waiting > 0 && --m_waiting > 0)
        return {};
    bool changed = false; // something, since the last frame
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
