#include "app/views/source/source_layout.h"

#include "app/views/source/source_code.h"

namespace warpstage::views {

namespace {

constexpr float kSmallestCode = 27.0F; // minimum characters of code beside a column
constexpr float kUsualCode = 44.0F; // minimum characters of code beside the last columns
constexpr float kNarrow = 620.0F; // with less space, the code is written smaller
constexpr std::uint32_t kRowsForComment = 12; // minimum number of lines for host code with the comment before it
constexpr float kHallColumns = 8.0F; // minimum number of lines for columns beside the code in hall mode

// The most relevant line: the one with the largest excess of wavefronts, else the one that is executed most often.
std::uint32_t hottest_line(const analysis::KernelReport& report)
{
    const auto heat = [](const analysis::LineReport& line) {
        return std::pair { line.counters.wavefronts_excess(), line.counters.instructions };
    };
    const auto hottest = std::max_element(
        report.lines.begin(), report.lines.end(), [&](const auto& a, const auto& b) { return heat(a) < heat(b); });
    return hottest == report.lines.end() ? 0 : hottest->line;
}

// The kernel's executed lines, including the chosen one, in the available rows.
void choose_window(SourceFrame& frame, const SourceInput& input, std::uint32_t rows)
{
    const auto all = static_cast<std::uint32_t>(input.lines->size());
    std::uint32_t first = 1;
    std::uint32_t last = all;
    if (input.report != nullptr && !input.report->lines.empty()) {
        const auto [low, high] = std::minmax_element(
            input.report->lines.begin(), input.report->lines.end(), [](const auto& a, const auto& b) { return a.line < b.line; });
        first = std::clamp(low->line, 1U, std::max(all, 1U));
        last = std::clamp(high->line, first, std::max(all, 1U));
        frame.chosen = hottest_line(*input.report);
    } else if (input.report == nullptr && input.chosen == 0 && input.kernel != 0 && input.kernel <= all) {
        first = input.kernel > 1 ? input.kernel - 1 : 1;
        last = std::min(first + std::max(rows, 1U) - 1, all);
    }
    if (input.chosen != 0)
        frame.chosen = input.chosen;
    const std::uint32_t body = last - first + 1;
    if (body <= rows) { // the complete body and its surroundings
        const std::uint32_t before = (rows - body) / 2;
        frame.first = first > before ? first - before : 1;
    } else {
        const std::uint32_t middle = frame.chosen == 0 ? first : frame.chosen;
        const std::uint32_t wanted = middle > rows / 2 ? middle - rows / 2 : 1;
        frame.first = std::clamp(wanted, first, last - rows + 1);
        if (frame.chosen != 0) // the chosen line is shown even if it is not among the executed ones
            frame.first = std::clamp(frame.first, frame.chosen >= rows ? frame.chosen - rows + 1 : 1, frame.chosen);
    }
    if (input.follows && input.executed != 0 && (input.executed < frame.first || input.executed >= frame.first + rows)) {
        // In jumps of half a window, so that the text does not move with every instruction.
        const std::uint32_t half = std::max(rows / 2, 1U);
        const std::uint32_t page = input.executed / half * half;
        frame.first = std::max(page > rows / 4 ? page - rows / 4 : 1, 1U);
    }
    if (input.first != 0)
        frame.first = input.host && rows < kRowsForComment ? input.kernel : input.first;
    const auto last_first = static_cast<std::int64_t>(all > rows ? all - rows + 1 : 1);
    frame.first =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(std::int64_t { frame.first } + input.scroll, 1, last_first));
    frame.count = std::min(rows, all - std::min(all, frame.first - 1));
}

void read_code(SourceFrame& frame, const SourceInput& input)
{
    frame.code.clear();
    for (std::uint32_t i = 0; i < frame.count; ++i)
        frame.code.push_back(without_tabs((*input.lines)[frame.first - 1 + i]));
    const std::size_t indent = common_indent(frame.code);
    for (std::string& line : frame.code) {
        line.erase(0, std::min(indent, line.size()));
        if (input.comments_hidden)
            line = without_words(std::move(line));
    }
}

// Whether the line is between the first and the last executed one; host code and kernels without a recording are shown as a
// whole.
bool is_within(const SourceInput& input, std::uint32_t line)
{
    if (input.report == nullptr || input.report->lines.empty())
        return true;
    const auto& lines = input.report->lines; // by line
    return lines.front().line <= line && line <= lines.back().line;
}

// A line of code in as many rows as it needs; comments and what neither belongs to the kernel nor differs are cut instead.
std::vector<std::string> rows_of(const SourceFrame& frame, const SourceInput& input, std::uint32_t line, std::size_t characters)
{
    const std::string& code = frame.code[line - frame.first];
    const bool comment = code.substr(std::min(code.find_first_not_of(' '), code.size())).starts_with("//");
    const bool whole = line == frame.chosen || std::ranges::find(input.changed, line) != input.changed.end()
        || (!comment && is_within(input, line));
    return whole ? wrap_code(code, characters) : std::vector { code };
}

// The lines that fit. The chosen one is always complete; the last of the others may be cut.
void choose_lines(SourceFrame& frame, const SourceInput& input, std::uint32_t rows, std::size_t characters)
{
    std::uint32_t lines = rows;
    for (;;) { // fewer lines may have more common indentation
        choose_window(frame, input, lines);
        read_code(frame, input);
        frame.rows.clear();
        for (std::uint32_t line = frame.first; line < frame.first + frame.count; ++line)
            frame.rows.push_back(rows_of(frame, input, line, characters));
        std::size_t all = 0;
        for (const auto& of_line : frame.rows)
            all += of_line.size();
        if (all <= rows || lines <= 1)
            return;
        lines -= std::min(static_cast<std::uint32_t>(std::max<std::size_t>((all - rows) / 2, 1)), lines - 1);
    }
}

// Characters of the longest executed line: the code comes before columns.
float wanted_code(const SourceInput& input)
{
    constexpr std::size_t kMost = 64;
    std::size_t indent = kMost;
    std::size_t longest = 0;
    if (input.report == nullptr || input.lines == nullptr)
        return kUsualCode;
    for (const auto& line : input.report->lines) {
        if (line.line == 0 || line.line > input.lines->size())
            continue;
        const std::string code = without_tabs((*input.lines)[line.line - 1]);
        indent = std::min(indent, std::min(code.find_first_not_of(' '), code.size()));
        longest = std::max(longest, std::min(code.find("//"), code.size()));
    }
    return std::clamp(static_cast<float>(longest - std::min(longest, indent)), kUsualCode, static_cast<float>(kMost));
}

enum class Columned : std::uint8_t { no, yes };

SourceFrame frame_with(const SourceInput& input, Size size, const Style& style, float code_size, Columned columned)
{
    SourceFrame frame;
    frame.top = 1.5F * style.head;
    frame.size = code_size;
    frame.pitch = 1.36F * frame.size;
    frame.number_right = room_for("000", Face::mono, frame.size) + (input.stopped == 0 ? 0.0F : 1.15F * frame.size); // a sign
    frame.code_left = frame.number_right + (input.hall ? 0.6F * frame.size + 5.0F * style.scale : 10.0F * style.scale);
    frame.code_right = size.width;
    const auto width_of = [&](const SourceColumn& column) {
        return std::max(room_for(tr(column.name), Face::regular, style.small), room_for("00.0", Face::mono, frame.size))
            + 16.0F * style.scale;
    };
    const auto rows = static_cast<std::uint32_t>(std::max(0.0F, std::floor((size.height - frame.top + 0.5F) / frame.pitch)));
    const std::vector<SourceColumns> choices =
        input.report == nullptr || columned == Columned::no ? std::vector<SourceColumns> {} : column_choices(*input.report);
    const float wanted = wanted_code(input);
    for (const auto& choice : choices) {
        float sum = 0.0F;
        for (const SourceColumn* column : choice)
            sum += width_of(*column);
        const bool usual = choice.size() >= 3 || input.hall;
        const float code = text_width("0", Face::mono, frame.size) * (usual ? wanted : kSmallestCode);
        if (size.width - frame.code_left - sum < code)
            continue;
        float x = size.width - sum;
        frame.code_right = x;
        for (const SourceColumn* column : choice) {
            x += width_of(*column);
            frame.columns.push_back({ column, x, width_of(*column) });
        }
        break;
    }
    const float room = room_for_code(frame, style);
    if (input.lines != nullptr && rows > 0)
        choose_lines(
            frame, input, rows, static_cast<std::size_t>(std::max(room / text_width("0", Face::mono, frame.size), 1.0F)));
    return frame;
}

// Whether all rows of the chosen line fit.
bool shows_chosen(const SourceFrame& frame, float height)
{
    std::size_t rows = 0;
    for (std::uint32_t line = frame.first; line < frame.first + frame.count && line <= frame.chosen; ++line)
        rows += frame.rows_of(line);
    return frame.top + frame.pitch * static_cast<float>(rows) <= height + 1.0F;
}

} // namespace

const analysis::LineReport* report_of(const SourceInput& input, std::uint32_t line)
{
    if (input.report == nullptr)
        return nullptr;
    const auto found = std::find_if(
        input.report->lines.begin(), input.report->lines.end(), [&](const auto& entry) { return entry.line == line; });
    return found == input.report->lines.end() ? nullptr : &*found;
}

float room_for_code(const SourceFrame& frame, const Style& style)
{
    return frame.code_right - frame.code_left - (frame.columns.empty() ? 0.0F : 8.0F * style.scale);
}

SourceFrame source_frame(const SourceInput& input, Size size, const Style& style)
{
    const float usual = size.width < kNarrow * style.scale ? style.small : style.source;
    if (!input.hall || size.height - 1.5F * style.head >= kHallColumns * style.body)
        return frame_with(input, size, style, usual, Columned::yes);
    // A few lines, as large as the chosen one allows.
    SourceFrame frame;
    for (const float code_size : { style.body, style.source, style.small }) {
        frame = frame_with(input, size, style, code_size, Columned::no);
        if (shows_chosen(frame, size.height))
            break;
    }
    return frame;
}

} // namespace warpstage::views
