#include "app/console/source/edit_status.h"

#include "app/console/qt_text.h"

namespace warpstage::console {

EditStatus::EditStatus(SourceText& text, const SourceEditor* editor, QWidget* parent)
    : QLabel(parent)
    , m_text(text)
    , m_editor(editor)
{
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long word of a compiler's widens no window
    setMargin(4);
    setAccessibleName(QStringLiteral("What became of the edited source"));
}

void EditStatus::clear()
{
    m_state = nullptr;
    m_text.clear_messages();
}

void EditStatus::show_headline(const QString& headline)
{
    setText(headline);
    setVisible(!headline.isEmpty());
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
        const bool edited = edits.edited(from_qt(m_text.text()));
        show_headline(edited ? QStringLiteral("Edited; save it as a lesson of your own to keep it.") : QString());
        return;
    }
    m_state = state;
    const bool good = state->severity == session::Severity::information;
    show_headline((good ? QString() : QStringLiteral("⚠ ")) + to_qt(state->headline));
    m_text.show_messages(state->messages); // those without a line are in the headline
}

} // namespace warpstage::console
