#include "app/console/source/heat_margin.h"

#include "app/console/qt_text.h"
#include "app/console/source/source_text.h"
#include "app/draw/color.h"
#include "core/base/text.h"

#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpstage::console {

namespace {

struct HeatColumn {
    const char* title; // translated where it is shown
    int width; // characters
};
constexpr HeatColumn kColumns[] { { marked("instr."), 7 }, { marked("lanes"), 6 }, { marked("wavefr."), 8 },
    { marked("excess"), 7 } };

QString padded(const std::string& text, int width)
{
    return to_qt(text).rightJustified(width, QLatin1Char(' '));
}

} // namespace

Heats line_heat(const analysis::KernelReport& report)
{
    std::uint64_t most = 1;
    for (const auto& line : report.lines)
        most = std::max(most, line.line == 0 ? 0 : line.counters.instructions);
    Heats heats;
    for (const auto& line : report.lines) {
        const auto& counters = line.counters;
        if (line.line == 0 || counters.instructions == 0)
            continue;
        LineHeat heat;
        heat.instructions = text::grouped(static_cast<std::int64_t>(counters.instructions));
        heat.lanes = fmt::format("{:.1f}", counters.average_active_lanes());
        if (counters.wavefronts != 0)
            heat.wavefronts = text::grouped(static_cast<std::int64_t>(counters.wavefronts));
        if (counters.wavefronts_excess() != 0)
            heat.excess = fmt::format("+{}", text::grouped(static_cast<std::int64_t>(counters.wavefronts_excess())));
        const double share = static_cast<double>(counters.instructions) / static_cast<double>(most);
        heat.heat = std::max(1, static_cast<int>(std::lround(share * kHeatLevels)));
        heats.emplace(line.line, std::move(heat));
    }
    return heats;
}

HeatMargin::HeatMargin(QsciScintilla& text)
    : m_text(text)
{
    m_text.setMarginType(heat_margin, QsciScintilla::TextMargin);
    m_text.setMarginSensitivity(heat_margin, true);
}

QString HeatMargin::heading()
{
    QString columns { QLatin1Char(' ') };
    for (const HeatColumn& column : kColumns)
        columns += padded(warpstage::tr(column.title), column.width);
    return columns;
}

void HeatMargin::set_style(const draw::Style& style, const QFont& font)
{
    for (int level = 0; level <= kHeatLevels; ++level) {
        const float share = 0.45F * static_cast<float>(level) / kHeatLevels;
        QsciStyle(heat_style + level, QStringLiteral("cost"), to_qt(style.text),
            to_qt(draw::mix(style.background, style.blue, share)), font)
            .apply(&m_text);
    }
    QsciStyle(excess_style, QStringLiteral("excess"), to_qt(style.text),
        to_qt(draw::mix(style.background, style.vermilion, 0.5F)), font)
        .apply(&m_text);
    m_text.setMarginWidth(heat_margin, heading());
    clear();
}

void HeatMargin::clear()
{
    m_text.clearMarginText();
    m_heats.clear();
    m_recording = nullptr;
    m_fits = false;
}

// Scintilla moves the numbers with the text.
void HeatMargin::text_changed()
{
    const auto recording = m_recording;
    clear();
    show(recording);
}

void HeatMargin::show(const std::shared_ptr<const session::Recording>& recording)
{
    if (recording == m_recording)
        return;
    m_recording = recording;
    m_fits = recording != nullptr && recording->lesson != nullptr && recording->lesson->source == from_qt(m_text.text());
    auto heats = m_fits ? line_heat(recording->report) : Heats {};
    for (const auto& [line, heat] : m_heats) {
        if (!heats.contains(line))
            m_text.clearMarginText(static_cast<int>(line) - 1);
    }
    for (const auto& [line, heat] : heats) {
        const auto shown = m_heats.find(line);
        if (shown == m_heats.end() || shown->second != heat)
            write(line, heat);
    }
    m_heats = std::move(heats);
}

void HeatMargin::write(std::uint32_t line, const LineHeat& heat)
{
    const int style = heat_style + heat.heat;
    QList<QsciStyledText> parts;
    // The rest of the margin has the style of the first part.
    parts.append(QsciStyledText(QStringLiteral(" "), heat_style));
    parts.append(QsciStyledText(padded(heat.instructions, kColumns[0].width), style));
    parts.append(QsciStyledText(padded(heat.lanes, kColumns[1].width), heat_style));
    parts.append(QsciStyledText(padded(heat.wavefronts, kColumns[2].width), heat_style));
    parts.append(QsciStyledText(padded(heat.excess, kColumns[3].width), heat.excess.empty() ? heat_style : excess_style));
    m_text.setMarginText(static_cast<int>(line) - 1, parts);
}

} // namespace warpstage::console
