#include "app/views/rounding/rounding_figure.h"

#include "app/views/gallery/whole_launch.h"
#include "core/analysis/block/source_lines.h"

namespace warpstage::views {

namespace {

using analysis::LineErrors;
using analysis::RoundingErrors;

constexpr std::size_t kMinRoundingBins = 6; // columns of the histogram
constexpr std::size_t kMaxLineBars = 12; // source lines
constexpr std::uint64_t kNoticedShare = 100; // additions without effect are shown from one of this many roundings on
constexpr float kLowestElements = 6.5F; // heading, columns with their shares and names: lines of small text
constexpr std::size_t kCorrectBins = 2; // exact; at most half an ulp

std::string in_group(std::uint64_t value)
{
    return text::grouped(static_cast<std::int64_t>(value));
}

std::string share_of_elements(std::uint64_t part, std::uint64_t whole)
{
    const double share = whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    return draw::percent(share);
}

// "exact", "≤ 0.5", "≤ 4".
std::string bin_words(std::size_t bin)
{
    if (bin == 0)
        return tr("exact");
    if (bin + 1 == analysis::kRoundingBins)
        return "> " + ulp_words(analysis::end_of_rounding_bin(bin - 1));
    return "≤ " + ulp_words(analysis::end_of_rounding_bin(bin));
}

std::string value_words(double value, simt::FloatFormat format)
{
    const int digits = format == simt::FloatFormat::f32 ? 9 : 6;
    return numf("{:.{}g}", value, digits);
}

class RoundingPainter {
public:
    RoundingPainter(Canvas& canvas, const RoundingInput& input)
        : m_canvas(canvas)
        , m_style(canvas.style())
        , m_errors(*input.errors)
        , m_source(input.source)
    {
    }

    void paint(Rect area)
    {
        area.height -= draw_conclusions(area) + m_canvas.units(10.0F);
        float upper = m_errors.lines.empty() ? area.height : 0.48F * area.height;
        if (upper < kLowestElements * m_style.small)
            upper = 0.0F; // a low panel shows the lines only
        else if (m_errors.elements == 1)
            draw_element({ area.x, area.y, area.width, upper });
        else
            draw_elements({ area.x, area.y, area.width, upper });
        const float gap = upper == 0.0F ? 0.0F : m_canvas.units(10.0F);
        draw_source_lines({ area.x, area.y + upper + gap, area.width, area.height - upper - gap });
    }

private:
    // From the bottom of the area; returns the height.
    float draw_conclusions(Rect area)
    {
        const float pitch = 1.35F * m_style.body;
        const std::size_t room = std::min<std::size_t>(rows_in(0.36F * area.height, pitch), 6);
        std::vector<std::string> lines; // of whole sentences
        for (const std::string& sentence : conclusions_of(m_errors)) {
            const std::vector<std::string> wrapped = wrap_text(sentence, Face::regular, m_style.body, area.width, 3);
            if (lines.size() + wrapped.size() > room)
                break;
            lines.insert(lines.end(), wrapped.begin(), wrapped.end());
        }
        const float height = pitch * static_cast<float>(lines.size());
        draw_lines(m_canvas, { area.x, area.bottom() - height + pitch / 2 }, lines, pitch,
            { Face::regular, m_style.body, m_style.text, Align::left, area.width });
        return height;
    }

    float draw_head(Rect area, const std::string& words)
    {
        m_canvas.text({ area.x, area.y + 1.1F * m_style.small }, words,
            { Face::semibold, m_style.small, m_style.text, Align::left, area.width });
        return 1.7F * m_style.small;
    }

    void tip_of_ulp(Rect rect, std::string name, std::string value)
    {
        m_canvas.tip(rect,
            { std::move(name),
                tr("Difference between the program's value and the same run in double. One ulp, unit in the last place, is the "
                   "distance between neighboring numbers of the result's type near the value in double."),
                std::move(value),
                tr("An error of at most 0.5 ulp is correctly rounded. Branches and conversions to integers follow "
                   "the program in both runs."),
                "" });
    }

    // The only one.
    void draw_element(Rect area)
    {
        const auto& element = m_errors.worst;
        const float head = draw_head(area, trf("The result, against the same run in double"));
        const float pitch = std::min((area.height - head) / 3.0F, 1.8F * m_style.head);
        if (pitch < 1.1F * m_style.small)
            return;
        const std::array rows {
            std::pair { fmt::format("{}[{}], {}", element.buffer, element.index, simt::name_of(element.format)),
                value_words(element.actual, element.format) },
            std::pair { std::string { tr("in double") }, numf("{:.12g}", element.exact) },
            std::pair { std::string { tr("error") }, ulp_words(element.ulp) + " ulp" },
        };
        float label = 0.0F;
        for (const auto& [name, value] : rows)
            label = std::max(label, room_for(name, Face::regular, m_style.head));
        label = std::min(label + m_canvas.units(24.0F), area.width / 2);
        float y = area.y + head + pitch / 2;
        for (std::size_t i = 0; i < rows.size(); ++i, y += pitch) {
            const bool is_error = i + 1 == rows.size();
            m_canvas.label({ area.x, y }, rows[i].first, { Face::regular, m_style.head, m_style.secondary, Align::left, label });
            m_canvas.label({ area.x + label, y }, rows[i].second,
                { is_error ? Face::semibold : Face::mono, m_style.head, m_style.text, Align::left, area.width - label });
        }
        tip_of_ulp({ area.x, area.y + head, area.width, 3.0F * pitch }, rows[0].first, rows[2].second);
    }

    void draw_elements(Rect area)
    {
        const float head = draw_head(
            area, trf("{} elements by their error in ulp, against the same run in double", in_group(m_errors.elements)));
        area = { area.x, area.y + head, area.width, area.height - head };
        std::size_t last = 0;
        for (std::size_t bin = 0; bin < m_errors.bins.size(); ++bin)
            if (m_errors.bins[bin] != 0)
                last = bin;
        const std::size_t count = std::max<std::size_t>(last + 1, kMinRoundingBins);
        const float foot = 1.6F * m_style.small;
        const float top = 1.5F * m_style.small;
        const float height = area.height - foot - top;
        if (height < m_canvas.units(16.0F))
            return;
        float widest = 0.0F;
        for (std::size_t bin = 0; bin < count; ++bin)
            widest = std::max(widest, room_for(bin_words(bin), Face::regular, m_style.small));
        const float pitch = std::min((area.width - widest) / static_cast<float>(count), m_canvas.units(110.0F));
        if (pitch < m_canvas.units(4.0F))
            return;
        // Columns may be narrower than their labels, some of which are left out then, but never the last one.
        area.x += std::max(0.0F, (widest - pitch) / 2);
        const auto every = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil((widest + m_canvas.units(8.0F)) / pitch)));
        const float floor = area.bottom() - foot;
        const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(m_errors.bins));
        m_canvas.line(
            { area.x, floor }, { area.x + pitch * static_cast<float>(count), floor }, m_style.border, m_canvas.units(1.0F));
        for (std::size_t bin = 0; bin < count; ++bin) {
            const Rect column { area.x + pitch * static_cast<float>(bin), area.y, pitch, area.height };
            const std::uint64_t elements = m_errors.bins[bin];
            const bool correct = bin < kCorrectBins;
            float bar = height * static_cast<float>(static_cast<double>(elements) / static_cast<double>(most));
            if (elements != 0)
                bar = std::max(bar, m_canvas.units(2.0F));
            const float gap = std::min(m_canvas.units(4.0F), 0.15F * pitch);
            m_canvas.fill({ column.x + gap, floor - bar, pitch - 2 * gap, bar },
                shape_color(m_style, correct ? m_style.green : m_style.orange));
            if (2000 * elements >= m_errors.elements
                && room_for(share_of_elements(elements, m_errors.elements), Face::semibold, m_style.small) <= pitch)
                m_canvas.label({ column.center().x, floor - bar - 0.75F * m_style.small },
                    share_of_elements(elements, m_errors.elements),
                    { Face::semibold, m_style.small, m_style.text, Align::center, pitch });
            if ((count - 1 - bin) % every == 0)
                m_canvas.label({ column.center().x, area.bottom() - 0.6F * m_style.small }, bin_words(bin),
                    { Face::regular, m_style.small, m_style.secondary, Align::center, 0.0F });
            tip_of_ulp(column, bin_words(bin), trf("{} of {} elements", in_group(elements), in_group(m_errors.elements)));
        }
    }

    void draw_source_lines(Rect area)
    {
        const std::size_t all = m_errors.lines.size();
        if (all == 0)
            return;
        const float head = 1.7F * m_style.small;
        const float least = 1.5F * m_style.small;
        const std::size_t fit = std::min(rows_in(area.height - head, least), kMaxLineBars);
        if (fit == 0)
            return;
        draw_head(area,
            m_errors.elements == 1 ? tr("Where the error arises, in ulp of the result")
                                   : tr("Where the error arises, in ulp of the result: mean of all elements"));
        const std::size_t count = std::min(all, fit);
        const float pitch = std::min((area.height - head) / static_cast<float>(count), 1.9F * m_style.small);
        double most = 0.0;
        float number = 0.0F;
        float value = 0.0F;
        for (std::size_t i = 0; i < count; ++i) {
            const LineErrors& line = m_errors.lines[i];
            most = std::max(most, line.mean_ulp);
            number = std::max(number, room_for(number_words(line), Face::regular, m_style.small));
            value = std::max(value, room_for(ulp_words(line.mean_ulp), Face::semibold, m_style.small));
        }
        number += m_canvas.units(12.0F);
        value += m_canvas.units(12.0F);
        const float code = m_source == nullptr ? 0.0F : 0.44F * area.width;
        const float remark = area.width > m_canvas.units(620.0F) ? 0.2F * area.width : 0.0F;
        Rect row { area.x, area.y + head, area.width, pitch };
        for (std::size_t i = 0; i < count; ++i, row.y += pitch) {
            const LineErrors& line = m_errors.lines[i];
            const float y = row.center().y;
            m_canvas.label(
                { row.x, y }, number_words(line), { Face::regular, m_style.small, m_style.secondary, Align::left, number });
            if (code > 0.0F && line.rounding.line != 0)
                m_canvas.label({ row.x + number, y }, analysis::source_line(*m_source, line.rounding.line),
                    { Face::mono, m_style.small, m_style.text, Align::left, code - m_canvas.units(12.0F) });
            const float first = row.x + number + code;
            const float room = row.right() - remark - value - first;
            if (room > 0.0F && most > 0.0)
                m_canvas.fill({ first, y - 0.3F * pitch, room * static_cast<float>(line.mean_ulp / most), 0.6F * pitch },
                    shape_color(m_style, m_style.blue));
            m_canvas.label({ row.right() - remark, y }, ulp_words(line.mean_ulp),
                { Face::semibold, m_style.small, m_style.text, Align::right, value });
            if (remark > 0.0F)
                m_canvas.label({ row.right(), y }, remark_words(line, remark - m_canvas.units(12.0F)),
                    { Face::regular, m_style.small, m_style.secondary, Align::right, remark - m_canvas.units(12.0F) });
            tip_of_line(row, line);
            if (line.rounding.line != 0)
                on_click(m_canvas, row, session::SelectLine { line.rounding.line });
        }
    }

    [[nodiscard]] static std::string number_words(const LineErrors& line)
    {
        return line.rounding.line == 0 ? std::string { tr("other") } : fmt::format("{}", line.rounding.line);
    }

    // The most important property of the line.
    [[nodiscard]] std::string remark_words(const LineErrors& line, float room) const
    {
        const auto& rounding = line.rounding;
        std::vector<std::string> wordings;
        if (rounding.overflows != 0)
            wordings.push_back(trnf("{} overflow", "{} overflows", rounding.overflows, in_group(rounding.overflows)));
        if (rounding.cancellations != 0)
            wordings.push_back(
                trnf("{} cancellation", "{} cancellations", rounding.cancellations, in_group(rounding.cancellations)));
        else if (rounding.absorbed * kNoticedShare >= rounding.rounded && rounding.absorbed != 0)
            wordings.push_back(trf("{} without effect", in_group(rounding.absorbed)));
        else
            wordings.push_back(trnf("{} rounding", "{} roundings", rounding.rounded, in_group(rounding.rounded)));
        return fitting_words(wordings, Face::regular, m_style.small, room);
    }

    void tip_of_line(Rect row, const LineErrors& line)
    {
        const auto& rounding = line.rounding;
        const double mean = rounding.rounded == 0 ? 0.0 : rounding.sum_ulp / static_cast<double>(rounding.rounded);
        m_canvas.tip(row,
            { rounding.line == 0 ? std::string { tr("Code without a source line") } : trf("Line {}", rounding.line),
                tr("The part of the result's error that comes from the roundings of this line, to first order."),
                trf("{} roundings, {} ulp of their own results on average and {} at most", in_group(rounding.rounded),
                    ulp_words(mean), ulp_words(rounding.largest_ulp)),
                trf("{} additions without effect, {} cancellations, {} overflows", in_group(rounding.absorbed),
                    in_group(rounding.cancellations), in_group(rounding.overflows)),
                "" });
    }

    Canvas& m_canvas;
    const Style& m_style;
    const RoundingErrors& m_errors;
    const std::vector<std::string>* m_source;
};

} // namespace

DrawList rounding_figure(const RoundingInput& input, Size size, const Style& style)
{
    Canvas canvas(size, style);
    const RoundingErrors* const errors = input.errors;
    if (const std::string words = waiting_words(errors); !words.empty()) {
        draw_waiting(canvas, { 0, 0, size.width, size.height }, tr("Rounding errors"), words);
        return canvas.finish();
    }
    const bool correct = errors->correctly_rounded == errors->elements;
    const std::string largest = ulp_words(errors->worst.ulp);
    std::vector<std::string> wordings;
    if (errors->elements > 1)
        wordings.push_back(trf("largest {} ulp, median {}, {} correctly rounded", largest, ulp_words(errors->median_ulp),
            share_of_elements(errors->correctly_rounded, errors->elements)));
    wordings.push_back(trf("largest error {} ulp", largest));
    wordings.push_back(trf("{} ulp", largest));
    canvas.heading(tr("Rounding errors"), fmt::format("{} · {}", errors->kernel, fmt::join(errors->buffers, ", ")),
        { std::move(wordings), correct ? style.green : style.text, correct });
    RoundingPainter { canvas, input }.paint({ 0, canvas.heading_height(), size.width, size.height - canvas.heading_height() });
    return canvas.finish();
}

Result<Exhibit> prepare_rounding(const Subject& subject)
{
    if (subject.rounding == nullptr)
        return Error { "The rounding errors of the launch have not been computed yet." };
    CaptionInput caption;
    caption.kernel = subject.rounding->kernel;
    caption.what = subject.settings;
    caption.source = tr("error against the same run in double, on the virtual machine; 1 ulp is the distance between neighboring "
                        "numbers of the result's type");
    return Exhibit { std::move(caption),
        [errors = subject.rounding, lesson = subject.lesson](Size size, const Style& style) {
            return rounding_figure({ errors.get(), lesson == nullptr ? nullptr : &lesson->source_lines }, size, style);
        } };
}

DrawList rounding_view(const Scope& scope)
{
    const session::Snapshot& model = scope.model;
    const auto* const errors = model.counters->rounding.get();
    const auto* const source = model.setup->lesson == nullptr ? nullptr : &model.setup->lesson->source_lines;
    return sheet_of_launch(
        scope, marked("Rounding errors"), errors != nullptr, rounding_figure, RoundingInput { errors, source });
}

} // namespace warpstage::views
