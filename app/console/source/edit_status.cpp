#include "app/console/source/edit_status.h"

#include "app/console/qt_text.h"
#include "core/base/verify.h"
#include "core/base/words.h"

#include <utility>

namespace warpstage::console {

EditStatus::EditStatus(SourceText& text, const SourceEditor* editor, QWidget* parent)
    : QLabel(parent)
    , m_text(text)
    , m_editor(editor)
{
    setTextFormat(Qt::PlainText); // a compiler message may contain tags
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long word in a compiler message must not widen the window
    setMargin(5);
    setAutoFillBackground(true);
    setAccessibleName(qtr("Status of the edited source"));
}

void EditStatus::clear()
{
    m_state = nullptr;
    m_text.clear_messages();
}

void EditStatus::set_style(const draw::Style& style)
{
    m_style = style;
    paint_kind();
}

// The background color of the state; the sign before the text has the same meaning.
void EditStatus::paint_kind()
{
    const auto color = [&] {
        switch (m_kind) {
        case Kind::idle:
            return m_style.panel;
        case Kind::kept:
        case Kind::trying:
            return draw::mix(m_style.panel, m_style.orange, 0.25F);
        case Kind::good:
            return draw::mix(m_style.panel, m_style.green, 0.25F);
        case Kind::fault:
            return draw::mix(m_style.panel, m_style.vermilion, 0.3F);
        }
        VERIFY_NOT_REACHED();
    }();
    QPalette colors = palette();
    colors.setColor(QPalette::Window, to_qt(color));
    colors.setColor(QPalette::WindowText, to_qt(m_kind == Kind::idle ? m_style.secondary : m_style.text));
    setPalette(colors);
}

void EditStatus::show_headline(Kind kind, const QString& headline)
{
    setText(headline);
    if (std::exchange(m_kind, kind) != kind)
        paint_kind();
}

void EditStatus::show_state(const SourceEdits& edits)
{
    const auto state = m_editor == nullptr ? nullptr : m_editor->source_state();
    const bool ours = state != nullptr && edits.lesson() != nullptr && state->lesson == edits.lesson()->id;
    if (ours && state == m_state)
        return;
    if (ours || m_state != nullptr)
        clear();
    if (!ours) {
        if (edits.edited(from_qt(m_text.text())))
            show_headline(Kind::kept, qtr("Edited. Save it as a new lesson to keep it."));
        else if (m_editor == nullptr)
            show_headline(Kind::idle, qtr("Edits are not compiled in this session."));
        else
            show_headline(
                Kind::idle, qtr("Edits compile as you type. The stage runs the new kernels once they pass the checks."));
        return;
    }
    m_state = state;
    const QString headline = to_qt(state->headline);
    if (state->trying)
        show_headline(Kind::trying, QStringLiteral("… ") + headline);
    else if (state->severity == session::Severity::information)
        show_headline(Kind::good, QStringLiteral("✓ ") + headline);
    else
        show_headline(Kind::fault, QStringLiteral("⚠ ") + headline);
    m_text.show_messages(state->messages); // messages without a line are in the headline
}

} // namespace warpstage::console
