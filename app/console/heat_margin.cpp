#include "app/console/heat_margin.h"

#include "app/console/cuda_lexer.h"
#include "app/console/qt_text.h"
#include "app/console/scintilla_numbers.h"
#include "app/draw/color.h"

#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>

#include <string>

namespace warpstage::console {

namespace {

struct HeatColumn {
    const char* title;
    int width; // characters
};
constexpr HeatColumn kColumns[] { { "instr.", 7 }, { "lanes", 6 }, { "wavefr.", 8 }, { "excess", 7 } };

QString padded(const std::string& text, int width)
{
    return to_qt(text).rightJustified(width, QLatin1Char(' '));
}

} // namespace

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
        columns += padded(column.title, column.width);
    return columns;
}

void HeatMargin::wear(const draw::Style& style, const QFont& letters)
{
    for (int level = 0; level <= kHeatLevels; ++level) {
        const float share = 0.45F * static_cast<float>(level) / kHeatLevels;
        QsciStyle(kHeatStyle + level, QStringLiteral("cost"), to_qt(style.text),
            to_qt(draw::mix(style.background, style.blue, share)), letters)
            .apply(&m_text);
    }
    QsciStyle(kExcessStyle, QStringLiteral("excess"), to_qt(style.text),
        to_qt(draw::mix(style.background, style.vermilion, 0.5F)), letters)
        .apply(&m_text);
    m_text.setMarginWidth(heat_margin, heading());
    clear();
}

void HeatMargin::clear()
{
    m_text.clearMarginText();
    m_heats.clear();
    m_fits = false;
}

void HeatMargin::show(const session::Recording* recording)
{
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
    const int style = kHeatStyle + heat.heat;
    QList<QsciStyledText> parts;
    // The rest of the margin wears the first part's style.
    parts.append(QsciStyledText(QStringLiteral(" "), kHeatStyle));
    parts.append(QsciStyledText(padded(heat.instructions, kColumns[0].width), style));
    parts.append(QsciStyledText(padded(heat.lanes, kColumns[1].width), kHeatStyle));
    parts.append(QsciStyledText(padded(heat.wavefronts, kColumns[2].width), kHeatStyle));
    parts.append(QsciStyledText(padded(heat.excess, kColumns[3].width), heat.excess.empty() ? kHeatStyle : kExcessStyle));
    m_text.setMarginText(static_cast<int>(line) - 1, parts);
}

} // namespace warpstage::console
