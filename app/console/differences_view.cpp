#include "app/console/differences_view.h"

#include "app/console/line_diff.h"
#include "app/console/qt_text.h"
#include "app/console/source_text.h"

#include <Qsci/qscilexerdiff.h>

namespace warpstage::console {

DifferencesView::DifferencesView(QWidget* parent)
    : QsciScintilla(parent)
    , m_lexer(new QsciLexerDiff(this))
{
    setReadOnly(true);
    setLexer(m_lexer);
    setAccessibleName(QStringLiteral("Differences from the lesson's source"));
}

void DifferencesView::wear(const draw::Style& style, const QFont& letters)
{
    m_lexer->setDefaultFont(letters);
    for (int kind = 0; kind <= QsciLexerDiff::RemovingPatchRemoved; ++kind) {
        m_lexer->setFont(letters, kind);
        m_lexer->setPaper(to_qt(style.panel), kind);
        m_lexer->setColor(to_qt(style.text), kind);
    }
    m_lexer->setPaper(to_qt(style.panel));
    m_lexer->setColor(to_qt(style.blue), QsciLexerDiff::Position);
    m_lexer->setColor(to_qt(style.vermilion), QsciLexerDiff::LineRemoved);
    m_lexer->setColor(to_qt(style.green), QsciLexerDiff::LineAdded);
    wear_plain(*this, style, letters);
}

void DifferencesView::compare(const std::string& original, const std::string& edited)
{
    const std::string differences = unified_diff(original, edited);
    setText(differences.empty() ? QStringLiteral("The text is the lesson's own.") : to_qt(differences));
}

} // namespace warpstage::console
