#include "app/console/source_text.h"

#include "app/console/qt_text.h"
#include "app/console/scintilla_numbers.h"
#include "app/draw/color.h"

#include <Qsci/qscistyle.h>

#include <algorithm>
#include <map>

namespace warpstage::console {

void wear_plain(QsciScintilla& text, const draw::Style& style, const QFont& letters)
{
    text.setPaper(to_qt(style.panel));
    text.setColor(to_qt(style.text));
    text.setCaretForegroundColor(to_qt(style.text));
    text.setMarginsFont(letters);
    text.setMarginsBackgroundColor(to_qt(style.background));
    text.setMarginsForegroundColor(to_qt(style.secondary));
    text.setSelectionBackgroundColor(to_qt(draw::mix(style.panel, style.blue, 0.35F)));
    text.resetSelectionForegroundColor();
}

SourceText::SourceText(QWidget* parent)
    : QsciScintilla(parent)
    , m_lexer(new CudaLexer(this))
{
    setAccessibleName(QStringLiteral("Source of the kernels"));
    setUtf8(true);
    setLexer(m_lexer);
    setEolMode(QsciScintilla::EolUnix);
    setTabWidth(4);
    setIndentationsUseTabs(false);
    setAutoIndent(true);
    setBraceMatching(QsciScintilla::SloppyBraceMatch);
    setAnnotationDisplay(QsciScintilla::AnnotationBoxed);
    setMarginType(number_margin, QsciScintilla::NumberMargin);
    setMarginSensitivity(number_margin, true);
    markerDefine(QsciScintilla::Background, message_marker);
    markerDefine(QsciScintilla::Background, chosen_marker);
}

void SourceText::wear(const draw::Style& style, const QFont& letters)
{
    m_lexer->wear(style, letters);
    wear_plain(*this, style, letters);
    setMatchedBraceBackgroundColor(to_qt(draw::mix(style.panel, style.orange, 0.35F)));
    setMatchedBraceForegroundColor(to_qt(style.text));
    setMarkerBackgroundColor(to_qt(draw::mix(style.panel, style.vermilion, 0.25F)), message_marker);
    setMarkerBackgroundColor(to_qt(draw::mix(style.panel, style.orange, 0.22F)), chosen_marker);
    QsciStyle(kNoteStyle, QStringLiteral("note"), to_qt(style.text), to_qt(draw::mix(style.panel, style.orange, 0.2F)), letters)
        .apply(this);
    QsciStyle(
        kFaultStyle, QStringLiteral("fault"), to_qt(style.text), to_qt(draw::mix(style.panel, style.vermilion, 0.3F)), letters)
        .apply(this);
    setMarginWidth(number_margin, QStringLiteral("00000"));
}

void SourceText::clear_messages()
{
    clearAnnotations();
    markerDeleteAll(message_marker);
}

void SourceText::show_messages(const std::vector<SourceMessage>& messages)
{
    std::map<std::uint32_t, SourceMessage> by_line; // an annotation is one text for a line
    for (const auto& message : messages) {
        if (message.line == 0)
            continue;
        auto& joined = by_line[message.line];
        joined.text += (joined.text.empty() ? "" : "\n") + message.text;
        joined.severity = std::max(joined.severity, message.severity);
    }
    for (const auto& [line, message] : by_line) {
        const int at = std::clamp(static_cast<int>(line) - 1, 0, std::max(0, lines() - 1));
        const bool note = message.severity == session::Severity::information;
        annotate(at, to_qt(message.text), note ? kNoteStyle : kFaultStyle);
        if (!note)
            markerAdd(at, message_marker);
    }
    ensureCursorVisible(); // the words have taken some of the room
}

void SourceText::mark_line(std::uint32_t line)
{
    if (line == m_marked)
        return;
    markerDeleteAll(chosen_marker);
    if (line > 0)
        markerAdd(static_cast<int>(line) - 1, chosen_marker);
    m_marked = line;
}

} // namespace warpstage::console
