#include "app/stage/input/list_entries.h"

#include "app/views/frame/arrangement.h"
#include "app/views/palette/fuzzy.h"
#include "core/base/text.h"
#include "core/session/selection/architecture_choice.h"

#include <fmt/format.h>

#include <charconv>

namespace warpstage::stage {

namespace {

using session::Command;
using session::Snapshot;
using Entries = std::vector<ListEntry>;

constexpr std::string_view kPalette = "commands"; // the command that lists all

Choice asks(Command command)
{
    return std::vector<Command> { std::move(command) };
}

void add_commands(Entries& entries)
{
    views::KeyGroup group = views::KeyGroup::walk; // rows without keys belong to the same group as the row above them
    for (const CommandRow& row : command_table()) {
        if (!row.words.keys.empty())
            group = row.words.group;
        // Commands of figures are in the figures' menus, and the list does not list the command that opens it.
        if (row.title.empty() || row.action.figure_effect != nullptr || row.id == kPalette)
            continue;
        const std::string beside = fmt::format("{} {} {} {}", tr(row.words.brief), tr(row.words.meaning), row.title, row.also);
        entries.push_back(
            { { std::string { tr(row.title) }, "", std::string { tr(views::name_of(group)) }, key_label(row.stroke) },
                Invocation { &row }, beside });
    }
}

void add_variants(Entries& entries, const Snapshot& shown)
{
    const auto& setup = *shown.setup;
    for (std::size_t i = 0; i < setup.variants.size(); ++i) {
        const session::VariantView& variant = setup.variants[i];
        const std::string key = i < 9 ? std::to_string(i + 1) : "";
        entries.push_back({ { variant.label, variant.summary, tr("Variant"), key, i == setup.variant },
            asks(session::SelectVariant { i }),
            setup.lesson != nullptr ? fmt::format("{} {} {}", variant.id, setup.lesson->id, setup.lesson->title) : variant.id });
    }
}

void add_compared(Entries& entries, const Snapshot& shown)
{
    const auto& setup = *shown.setup;
    for (std::size_t i = 0; i < setup.variants.size(); ++i)
        if (i != setup.variant)
            entries.push_back({ { setup.variants[i].label, setup.variants[i].summary, "", "",
                                    shown.run->compared && shown.run->compared->variant == i },
                asks(session::SelectCompared { i }), setup.variants[i].id });
}

void add_lessons(Entries& entries, const Snapshot& shown)
{
    const auto& setup = *shown.setup;
    if (setup.lessons == nullptr)
        return;
    for (std::size_t i = 0; i < setup.lessons->size(); ++i) {
        const session::LessonView& lesson = (*setup.lessons)[i];
        entries.push_back(
            { { fmt::format("{} · {}", lesson.number, lesson.title), lesson.summary, tr("Lesson"), "", i == setup.lesson_index },
                asks(session::SelectLesson { lesson.id }), lesson.id });
    }
}

void add_variants_of_other_lessons(Entries& entries, const Snapshot& shown)
{
    const auto& setup = *shown.setup;
    if (setup.lessons == nullptr)
        return;
    for (std::size_t i = 0; i < setup.lessons->size(); ++i) {
        const session::LessonView& lesson = (*setup.lessons)[i];
        for (std::size_t variant = 0; i != setup.lesson_index && variant < lesson.variants.size(); ++variant)
            entries.push_back({ { fmt::format("{} · {}", lesson.title, lesson.variants[variant].label), "", tr("Variant") },
                std::vector<Command> { session::SelectLesson { lesson.id }, session::SelectVariant { variant } },
                lesson.id + " " + lesson.variants[variant].id });
    }
}

std::string banks_of(const arch::Traits& traits)
{
    return trf("{} banks of {} bytes", traits.shared_banks, traits.bank_bytes);
}

std::string gpus_of(const arch::Traits& traits)
{
    std::string names;
    for (const arch::Gpu& gpu : arch::all_gpus())
        if (gpu.capability == traits.capability)
            names += (names.empty() ? " · " : ", ") + std::string { gpu.name };
    return names;
}

void add_architectures(Entries& entries, const Snapshot& shown)
{
    entries.push_back({ { tr("Architecture of the device"), "", tr("Architecture") }, asks(session::SelectArchitecture { "" }) });
    for (const arch::Architecture& architecture : session::architecture_tour()) {
        const std::string name = architecture.name();
        const std::string beside = architecture.gpu != nullptr
            ? trf("{}, {} SMs", banks_of(*architecture.traits), architecture.gpu->multiprocessors)
            : banks_of(*architecture.traits) + gpus_of(*architecture.traits);
        entries.push_back({ { name, beside, tr("Architecture"), "", shown.run->architecture == name },
            asks(session::SelectArchitecture {
                architecture.gpu != nullptr ? std::string { architecture.gpu->name } : architecture.traits->id() }) });
    }
}

void add_warp_widths(Entries& entries, const Snapshot& shown)
{
    constexpr std::uint32_t kOfGpus = 32;
    for (const std::uint32_t lanes : { 2U, 4U, 8U, 16U, kOfGpus })
        entries.push_back({ { trf("Warps of {} lanes", lanes),
                                lanes == kOfGpus ? tr("as on every GPU") : tr("virtual machine only, not on any GPU"),
                                tr("Warp width"), "", shown.run->warp_width == lanes },
            asks(session::SelectWarpWidth { lanes }) });
}

void add_engines(Entries& entries, const Snapshot& shown)
{
    const session::DeviceSection& device = *shown.device;
    const bool on_gpu = device.engine.kind == engine::EngineKind::gpu;
    const auto add = [&](const std::string& name, std::optional<int> index, bool available, bool current) {
        entries.push_back(
            { { name, available ? tr("runs the kernels and measures their times") : tr("not available on this computer"),
                  tr("Device"), "", current, available },
                asks(session::SelectEngine { engine::EngineKind::gpu, index }), "gpu engine device" });
    };
    const auto count = static_cast<int>(device.gpus.size());
    for (int index = 0; count > 1 && index < count; ++index) {
        const bool chosen = index == device.gpu;
        add(fmt::format("GPU {} · {}", index, device.gpus[static_cast<std::size_t>(index)]), index,
            !chosen || device.gpu_available, on_gpu && chosen);
    }
    if (count <= 1)
        add(on_gpu ? device.engine.name : "NVIDIA GPU", std::nullopt, device.gpu_available, on_gpu);
    entries.push_back(
        { { tr("PTX virtual machine"), tr("runs the kernels on the CPU; times are estimated"), tr("Device"), "", !on_gpu },
            asks(session::SelectEngine { engine::EngineKind::vm }), "vm virtual engine device" });
}

std::string with_unit(const std::string& value, const session::ParameterView& parameter)
{
    return parameter.unit.empty() ? value : value + " " + parameter.unit;
}

void add_parameters(Entries& entries, const Snapshot& shown)
{
    for (const session::ParameterView& parameter : shown.setup->parameters)
        entries.push_back({ { parameter.label, "= " + with_unit(parameter.value, parameter), tr("Parameter") },
            views::EditParameter { parameter.id }, parameter.id });
}

void add_values(Entries& entries, const session::ParameterView& parameter)
{
    const auto add = [&](const std::string& value) {
        entries.push_back(
            { { value, parameter.unit, "", "", value == parameter.value }, asks(session::SetParameter { parameter.id, value }) });
    };
    if (std::ranges::find(parameter.suggestions, parameter.value) == parameter.suggestions.end())
        add(parameter.value);
    for (const std::string& value : parameter.suggestions)
        add(value);
}

void add_values_of_all(Entries& entries, const Snapshot& shown)
{
    for (const session::ParameterView& parameter : shown.setup->parameters)
        for (const std::string& value : parameter.suggestions)
            if (value != parameter.value)
                entries.push_back({ { fmt::format("{} = {}", parameter.label, with_unit(value, parameter)), "", tr("Parameter") },
                    asks(session::SetParameter { parameter.id, value }), parameter.id });
}

bool is_shown(const views::View& view, const Snapshot& shown)
{
    return view.place == views::Place::sheet || &views::present(view, shown) == &view;
}

// Commands that act on a figure.
void add_figure_commands(Entries& entries, const views::View& view)
{
    for (const CommandRow& row : command_table())
        if (row.action.figure_effect != nullptr)
            entries.push_back({ { std::string { tr(row.title) }, "", "", key_label(row.stroke) }, Invocation { &row, &view } });
}

void add_views(Entries& entries, const Snapshot& shown)
{
    for (const CommandRow& row : command_table())
        if (row.action.figure_effect != nullptr)
            for (const views::View& view : views::all_views())
                if (views::can_be_maximized(view) && is_shown(view, shown))
                    entries.push_back(
                        { { fmt::format("{}: {}", tr(row.title), tr(view.title)), "", tr("View"), key_label(row.stroke) },
                            Invocation { &row, &view }, fmt::format("{} {}", view.id, row.also) });
}

void add_layout_texts(Entries& entries, const Snapshot& shown, analysis::LayoutField field)
{
    const std::string& present = shown.layout->question.text(field);
    auto texts = analysis::suggestions_for(field);
    if (std::ranges::find(texts, present) == texts.end())
        texts.insert(texts.begin(), present);
    for (const std::string& text : texts)
        entries.push_back({ { text, "", "", "", text == present }, asks(with_field(shown, field, text)) });
}

std::string title_of(analysis::LayoutField field)
{
    constexpr std::array kTitles { marked("Layout or matrix instruction"), marked("Swizzle of element indices: B,M,S"),
        marked("Type of the elements"), marked("Access, tensor copy or matrix descriptor") };
    return std::string { tr(kTitles[static_cast<std::size_t>(field)]) };
}

void add_votes(Entries& entries, const Snapshot& shown)
{
    for (const std::string& text : shown.cue->choices.texts)
        entries.push_back(
            { { fmt::format("{} · {}", entries.size() + 1, text) }, asks(session::ChooseAnswer { entries.size() }) });
}

Entries palette(const Snapshot& shown)
{
    Entries entries;
    add_commands(entries);
    add_variants(entries, shown);
    add_lessons(entries, shown);
    add_parameters(entries, shown);
    add_views(entries, shown);
    add_architectures(entries, shown);
    add_warp_widths(entries, shown);
    add_engines(entries, shown);
    add_values_of_all(entries, shown);
    add_variants_of_other_lessons(entries, shown);
    return entries;
}

Entries menu(const views::View& view)
{
    Entries entries;
    if (views::can_be_maximized(view))
        add_figure_commands(entries, view);
    for (const CommandRow& row : command_table())
        if (!row.title.empty() && is_offered_by(row, view))
            entries.push_back({ { std::string { tr(row.title) }, "", "", key_label(row.stroke) }, Invocation { &row } });
    if (const CommandRow* all = find_command(kPalette); all != nullptr && !is_offered_by(*all, view))
        entries.push_back({ { std::string { all->title }, "", "", key_label(all->stroke) }, Invocation { all } });
    return entries;
}

// A list with entries of one kind does not repeat the name of the kind in each row.
Entries without_kind(Entries entries)
{
    for (ListEntry& entry : entries)
        entry.row.kind.clear();
    return entries;
}

using Adder = void (*)(Entries& entries, const Snapshot& shown);
struct ListKind {
    ListId id;
    std::string_view title;
    Adder add = nullptr; // of a list of one kind
};

constexpr std::array kKinds {
    ListKind { ListId::palette, marked("Commands") },
    ListKind { ListId::lessons, marked("Lessons"), add_lessons },
    ListKind { ListId::variants, marked("Variants"), add_variants },
    ListKind { ListId::compared, marked("Compare with"), add_compared },
    ListKind { ListId::architectures, marked("Architecture"), add_architectures },
    ListKind { ListId::warp_widths, marked("Warp width"), add_warp_widths },
    ListKind { ListId::engines, marked("Device"), add_engines },
    ListKind { ListId::parameters, marked("Parameters"), add_parameters },
    ListKind { ListId::votes, marked("Audience votes"), add_votes },
};

} // namespace

std::string list_title(const ListSubject& subject, const Snapshot& shown)
{
    if (subject.id == ListId::menu)
        return std::string { subject.view->place == views::Place::scene && subject.view->title.empty()
                ? tr(std::string_view { "Scene" })
                : tr(subject.view->title) };
    if (subject.id == ListId::values) {
        const auto& all = shown.setup->parameters;
        const auto parameter = std::ranges::find(all, subject.parameter, &session::ParameterView::id);
        return parameter == all.end() ? std::string {} : parameter->label;
    }
    if (subject.id == ListId::layout_field)
        return title_of(subject.field);
    return std::string { tr(std::ranges::find(kKinds, subject.id, &ListKind::id)->title) };
}

Entries list_entries(const ListSubject& subject, const Snapshot& shown)
{
    if (subject.id == ListId::palette)
        return palette(shown);
    Entries entries;
    if (subject.id == ListId::menu)
        return menu(*subject.view);
    if (subject.id == ListId::layout_field) {
        add_layout_texts(entries, shown, subject.field);
        return entries;
    }
    if (subject.id == ListId::values) {
        const auto& all = shown.setup->parameters;
        if (const auto parameter = std::ranges::find(all, subject.parameter, &session::ParameterView::id); parameter != all.end())
            add_values(entries, *parameter);
        return entries;
    }
    std::ranges::find(kKinds, subject.id, &ListKind::id)->add(entries, shown);
    return without_kind(std::move(entries));
}

std::optional<std::vector<std::uint32_t>> votes_in(std::string_view typed, std::size_t count)
{
    constexpr std::uint32_t kMaxVotes = 99'999;
    std::vector<std::uint32_t> votes;
    for (const std::string_view word : text::split(typed, ' ')) {
        if (word.empty())
            continue;
        std::uint32_t number = 0;
        const auto* const end = word.data() + word.size();
        const auto [after, error] = std::from_chars(word.data(), end, number);
        if (error != std::errc {} || after != end || number > kMaxVotes || votes.size() == count)
            return std::nullopt;
        votes.push_back(number);
    }
    votes.resize(count);
    return votes;
}

std::vector<std::size_t> matching(const std::vector<ListEntry>& entries, std::string_view typed)
{
    struct Match {
        std::size_t entry;
        int score;
    };
    std::vector<Match> matches;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ListEntry& entry = entries[i];
        const std::string beside = fmt::format("{} {} {} {}", entry.row.keys, entry.row.kind, entry.row.detail, entry.beside);
        if (const auto score = views::fuzzy_score(typed, entry.row.label, beside))
            matches.push_back({ i, *score });
    }
    std::ranges::stable_sort(matches, std::greater {}, &Match::score);
    std::vector<std::size_t> order;
    for (const Match& match : matches)
        order.push_back(match.entry);
    return order;
}

} // namespace warpstage::stage
