#include "app/figures/handout.h"
#include "app/views/source/source_figure.h"

namespace warpstage::figures {

namespace {

// Kinds of figures with a short signature of their content: two variants with equal signatures have the same figure. Empty: not
// worth showing.
struct Kind {
    std::string_view id;
    std::string (*look)(const Reported& variant, const lesson::Cue* cue);
    draw::Size size; // points, of which a page is 499 wide
};

// The subject with the cue's line, access and warp. Nothing: the line has fewer accesses to the memory of the figure.
std::optional<views::Subject> subject_at(const Reported& variant, std::string_view kind, const lesson::Cue* cue)
{
    auto subject = variant.subject;
    if (cue == nullptr)
        return subject;
    if (cue->line != 0)
        subject.line = cue->line;
    subject.warp = cue->warp;
    if (cue->access == 0 || subject.recording == nullptr)
        return subject;
    subject.access = analysis::access_in_line(
        *subject.recording, kind == "banks" ? analysis::Memory::shared : analysis::Memory::global, cue->line, cue->access);
    return subject.access ? std::optional(subject) : std::nullopt;
}

// Cost of one request of the line: "32 of 1".
std::string request_look(const Reported& variant, const lesson::Cue* cue, std::string_view kind)
{
    const auto memory = kind == "banks" ? analysis::Memory::shared : analysis::Memory::global;
    const auto asked = subject_at(variant, kind, cue);
    if (!asked)
        return {};
    const auto request = analysis::choose_request(*asked, memory);
    if (!request)
        return {};
    const auto& instructions = variant.subject.recording->report.instructions;
    const auto report = std::ranges::find(instructions, request->pc, &analysis::InstructionReport::pc);
    if (report == instructions.end())
        return {};
    const auto& counters = report->counters;
    const analysis::MemoryUse use = memory == analysis::Memory::shared ? counters.all_shared() : counters.all_global();
    const auto requests = static_cast<double>(std::max<std::uint64_t>(use.requests, 1));
    return fmt::format("{:.2f} of {:.2f}", static_cast<double>(use.cost) / requests, static_cast<double>(use.ideal) / requests);
}

bool is_ideal(std::string_view look)
{
    const auto of = look.find(" of ");
    return of != std::string_view::npos && look.substr(0, of) == look.substr(of + 4);
}

// If all lanes are active, a figure of them shows nothing.
std::string lanes_look(const Reported& variant, const lesson::Cue* /*cue*/)
{
    const auto& total = variant.subject.recording->report.total;
    const bool all_work = total.average_active_lanes() > 31.5 && total.divergent_branches == 0;
    return all_work ? std::string {} : fmt::format("{:.0f}, {}", total.average_active_lanes(), total.divergent_branches);
}

// The largest stall reason.
std::string sm_look(const Reported& variant, const lesson::Cue* /*cue*/)
{
    if (!variant.subject.sm)
        return {};
    const auto& cycles = variant.subject.sm->run->state_cycles;
    // Behind `selected`, and without `empty`.
    const auto* const largest = std::max_element(cycles.begin() + 1, cycles.end() - 1);
    return std::string { timing::name_of(static_cast<timing::WarpState>(largest - cycles.begin())) };
}

// In order of priority.
constexpr std::array kKinds {
    Kind { "banks", [](const Reported& variant, const lesson::Cue* cue) { return request_look(variant, cue, "banks"); },
        { 760, 300 } },
    Kind { "sectors", [](const Reported& variant, const lesson::Cue* cue) { return request_look(variant, cue, "sectors"); },
        { 860, 300 } },
    Kind { "lanes", lanes_look, { 760, 280 } },
    Kind { "transfers",
        [](const Reported& variant, const lesson::Cue* /*cue*/) {
            return variant.subject.measurement && variant.subject.measurement->transfers ? variant.label : std::string {};
        },
        { 860, 320 } },
    Kind { "sm", sm_look, { 860, 420 } },
};

// The first cue that points at the figure, of this variant.
const lesson::Cue* cue_of(const lesson::Lesson& lesson, const Reported& variant, std::string_view kind)
{
    const auto found = std::ranges::find_if(lesson.cues, [&](const lesson::Cue& cue) {
        const auto* const view = cue.figure.empty() ? nullptr : views::view_of_cue(cue.figure);
        return &lesson.variants[cue.variant] == variant.variant && view != nullptr && view->id == kind;
    });
    return found == lesson.cues.end() ? nullptr : &*found;
}

// The line that the lesson's cues select, whatever the figure.
std::uint32_t told_line(const lesson::Lesson& lesson, const Reported& variant)
{
    for (const auto& cue : lesson.cues)
        if (&lesson.variants[cue.variant] == variant.variant && cue.line != 0)
            return cue.line;
    return 0;
}

// Lines with the most avoidable sectors or wavefronts come first, then those executed most often. 0: no line was executed.
std::uint32_t costliest_line(const analysis::KernelReport& report)
{
    const auto cost = [](const analysis::LineReport& line) {
        return line.line == 0
            ? std::pair<std::uint64_t, std::uint64_t> {}
            : std::pair { line.counters.wavefronts_excess() + line.counters.sectors_excess(), line.counters.instructions };
    };
    const auto found = std::ranges::max_element(report.lines, {}, cost);
    return found == report.lines.end() ? 0 : found->line;
}

// First and last line of the function that contains the line: closing braces at the margin end functions.
std::pair<std::uint32_t, std::uint32_t> function_around(const std::vector<std::string>& lines, std::uint32_t line)
{
    const auto text_of = [&](std::uint32_t number) {
        return std::string_view { lines[number - 1] };
    };
    auto first = line;
    while (first > 1 && !text_of(first - 1).starts_with('}'))
        --first;
    const auto is_code = [&](std::uint32_t number) {
        const auto text = text::trim(text_of(number));
        return !text.empty() && !text.starts_with("//") && !text.starts_with('#');
    };
    while (first < line && !is_code(first))
        ++first;
    auto last = line;
    while (last < lines.size() && !text_of(last).starts_with('}'))
        ++last;
    return { first, last };
}

// A signature of the executed lines and their costs: variants with equal signatures have the same lines with the same counts.
std::string costs_of(const Reported& variant)
{
    std::string words;
    for (const auto& line : variant.subject.recording->report.lines)
        words +=
            fmt::format("{}:{},{},{} ", line.line, line.counters.instructions, line.counters.wavefronts, line.counters.sectors);
    return words;
}

bool is_recorded(const Reported& variant, std::string_view kind)
{
    return kind == "transfers" || variant.subject.recording != nullptr;
}

// "tiled<32, 8>, line 68 · 32 wavefronts · ideal 1 · st.shared.f32 · access 1 of 2 · block 0 · n = 1024".
std::string note_of(const draw::CaptionInput& caption)
{
    std::string words = caption.kernel;
    if (caption.line != 0)
        words += fmt::format(", line {}", caption.line);
    for (const auto* list : { &caption.numbers, &caption.what })
        for (const auto& fact : *list)
            words += " · " + fact;
    return words;
}

} // namespace

std::vector<HandoutFigure> telling_figures(const lesson::Lesson& lesson, const std::vector<Reported>& variants)
{
    std::vector<HandoutFigure> cued;
    std::vector<HandoutFigure> differing;
    for (const Kind& kind : kKinds) {
        std::string before;
        for (std::size_t i = 0; i < variants.size(); ++i) {
            if (!is_recorded(variants[i], kind.id))
                continue;
            const auto* const cue = cue_of(lesson, variants[i], kind.id);
            const auto look = kind.look(variants[i], cue);
            if (look.empty())
                continue;
            // A first request without unused sectors or extra wavefronts is worth showing only if a cue points at it.
            const bool dull = before.empty() && cue == nullptr && is_ideal(look);
            if (look != before && !dull)
                (cue != nullptr ? cued : differing).push_back({ i, kind.id, cue });
            before = look;
        }
    }
    // Each variant gets one figure before any variant gets a second one.
    std::vector<std::size_t> chosen(variants.size(), 0);
    std::vector<std::pair<std::size_t, HandoutFigure>> ranked;
    for (const auto* group : { &cued, &differing }) {
        for (const auto& figure : *group)
            ranked.emplace_back(chosen[figure.variant]++ + (group == &cued ? 0U : 1U), figure);
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, HandoutFigure>::first);
    std::vector<HandoutFigure> figures;
    for (auto& [rank, figure] : ranked)
        figures.push_back(figure);
    return figures;
}

void append_figure(exporter::Report& report, const HandoutFigure& figure, const Reported& variant)
{
    const auto subject = subject_at(variant, figure.kind, figure.cue);
    if (!subject)
        return;
    const auto exhibit = views::find_view(figure.kind)->figure.prepare(*subject);
    if (!exhibit)
        return;
    const auto& kind = *std::ranges::find(kKinds, figure.kind, &Kind::id);
    report.parts.emplace_back(exporter::Picture { exhibit->draw(kind.size, draw::make_style(draw::Theme::light, 1.0F)),
        fmt::format("{} · {}", figure.kind, variant.label), draw::caption_words(exhibit->caption) });
    report.parts.emplace_back(exporter::Note { note_of(exhibit->caption) });
}

void append_source(
    exporter::Report& report, const lesson::Lesson& lesson, const Reported& variant, const Reported* before, std::uint32_t rows)
{
    constexpr draw::Size kPage { 1280, 0 }; // width of the columns beside a line of 75 characters
    constexpr float kHeading = 1.5F; // heights of the heading's text
    constexpr float kPitch = 1.36F; // of a line of code
    const auto& recording = variant.subject.recording;
    if (recording == nullptr || lesson.source_lines.empty())
        return;
    if (before != nullptr && before->subject.recording != nullptr && costs_of(*before) == costs_of(variant)) {
        report.parts.emplace_back(
            exporter::Note { fmt::format("The kernel and all counts are the same as for {}.", before->label) });
        return;
    }
    const auto style = draw::make_style(draw::Theme::light, 1.0F);
    views::SourceInput input;
    input.lines = &lesson.source_lines;
    input.report = &recording->report;
    if (recording->trap)
        input.stopped = recording->trap->location.line;
    input.chosen = input.stopped != 0 ? input.stopped : told_line(lesson, variant);
    if (input.chosen == 0)
        input.chosen = costliest_line(recording->report);
    if (input.chosen != 0) {
        const auto [first, last] = function_around(lesson.source_lines, input.chosen);
        rows = std::min(rows, last - first + 1);
        const auto above = rows / 2;
        input.first = std::clamp(input.chosen > above ? input.chosen - above : 1, first, last - rows + 1);
    }
    const float height = kHeading * style.head + kPitch * style.source * static_cast<float>(rows) + 2.0F;
    report.parts.emplace_back(exporter::Picture { views::source_figure(input, { kPage.width, height }, style),
        fmt::format("source · {}", variant.label),
        fmt::format("Source lines of {} with the counts of each line.", recording->kernel) });
}

} // namespace warpstage::figures
