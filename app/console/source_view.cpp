#include "app/console/source_view.h"

#include "app/console/qt_text.h"
#include "app/console/scintilla_numbers.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace warpstage::console {

SourceView::SourceView(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_catalog(std::move(catalog))
    , m_editor(editor)
    , m_text(new SourceText(this))
    , m_differences(new DifferencesView(this))
    , m_headline(new QLabel(this))
    , m_columns(new QLabel(this))
    , m_find_bar(new FindBar(*m_text, this))
    , m_heat(*m_text)
{
    build();
    m_settled.setSingleShot(true);
    m_settled.setInterval(kSettleTime);
    connect(&m_settled, &QTimer::timeout, this, [this] {
        if (m_editor != nullptr && m_lesson != nullptr)
            m_editor->source_edited({ m_lesson->id, text() });
    });
    connect(m_text, &QsciScintilla::textChanged, this, [this] { text_changed(); });
    connect(m_text, &QsciScintilla::marginClicked, this, [this](int, int line, Qt::KeyboardModifiers) { choose_line(line); });
    wear();
}

void SourceView::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_headline);
    column->addWidget(m_columns);
    column->addWidget(m_text, 3);
    column->addWidget(m_differences, 1);
    column->addWidget(m_find_bar);
    m_headline->setWordWrap(true);
    m_headline->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long word of a compiler's widens no window
    m_headline->setMargin(4);
    m_headline->setAccessibleName(QStringLiteral("What became of the edited source"));
    m_differences->hide();
}

void SourceView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        wear();
    QWidget::changeEvent(event);
}

void SourceView::wear()
{
    const bool dark = palette().color(QPalette::Base).lightness() < 128;
    const auto style = draw::make_style(dark ? draw::Theme::dark : draw::Theme::light, 1.0F);
    QFont letters(QStringLiteral("JetBrains Mono"), m_size);
    letters.setStyleHint(QFont::Monospace);
    letters.setFixedPitch(true);
    m_text->wear(style, letters);
    m_differences->wear(style, letters);
    m_heat.wear(style, letters);
    m_recording = nullptr; // its numbers are written anew
    m_columns->setFont(letters);
    m_columns->setIndent(m_text->marginWidth(number_margin));
    m_columns->setText(HeatMargin::heading());
}

std::string SourceView::text() const
{
    return from_qt(m_text->text());
}

bool SourceView::edited() const
{
    return m_lesson != nullptr && text() != m_lesson->source;
}

QString SourceView::headline() const
{
    return m_headline->text();
}

void SourceView::set_text(const std::string& text)
{
    m_text->beginUndoAction();
    m_text->selectAll();
    m_text->replaceSelectedText(to_qt(text));
    m_text->endUndoAction();
    m_text->setCursorPosition(0, 0);
}

void SourceView::adopt_edit(const std::string& lesson, const std::string& text, const std::string& ran)
{
    m_edits[lesson] = text;
    m_untried.reset();
    if (text != ran)
        m_untried = Adopted { lesson, ran };
    m_settled.stop(); // what was typed is gone
    m_lesson = nullptr; // the next snapshot fills the view
}

void SourceView::show_snapshot(const session::Snapshot& snapshot)
{
    // A lesson whose text was changed live comes as another object with the same id; the text on screen is the newer one.
    const bool other = m_lesson == nullptr || snapshot.setup->lesson == nullptr || snapshot.setup->lesson->id != m_lesson->id;
    if (other && snapshot.setup->lesson != nullptr)
        fill(snapshot.setup->lesson);
    follow(snapshot.setup->lesson);
    try_adopted(snapshot);
    // A margin that nobody sees is written when it is seen: Scintilla paints all of itself anew for it.
    if (snapshot.run->recording != m_recording && (isVisible() || isWindow())) {
        m_recording = snapshot.run->recording;
        m_heat.show(m_recording.get());
    }
    m_text->mark_line(m_heat.fits() ? snapshot.selection->line : 0);
    show_state();
}

void SourceView::fill(const std::shared_ptr<const lesson::Lesson>& shown)
{
    const auto shipped = m_catalog->find(shown->id);
    m_lesson = shipped ? *shipped : shown;
    m_settled.stop();
    m_filling = true;
    const auto edit = m_edits.find(m_lesson->id);
    m_text->setText(to_qt(edit == m_edits.end() ? m_lesson->source : edit->second));
    m_filling = false;
    m_text->setModified(false);
    m_heat.clear();
    m_recording = nullptr;
    m_state = nullptr;
    m_text->clear_messages();
    m_text->mark_line(0);
    show_differences_now();
}

// Another editor has changed the file and the session runs with it: who has typed nothing newer here sees that text.
void SourceView::follow(const std::shared_ptr<const lesson::Lesson>& running)
{
    if (running == nullptr || running == m_running)
        return;
    const bool same_lesson = m_running != nullptr && m_running->id == running->id;
    if (same_lesson && text() == m_running->source && text() != running->source) {
        m_filling = true;
        set_text(running->source);
        m_filling = false;
        keep_edit();
    }
    m_running = running;
}

// Once the session shows the file that the text came with: what it said about the text then, it says again.
void SourceView::try_adopted(const session::Snapshot& snapshot)
{
    if (!m_untried || m_lesson == nullptr || m_lesson->id != m_untried->lesson || snapshot.setup->replayed == nullptr
        || snapshot.setup->replayed->source != m_untried->ran)
        return;
    m_untried.reset();
    if (m_editor != nullptr)
        m_editor->source_edited({ m_lesson->id, text() });
}

void SourceView::keep_edit()
{
    if (edited())
        m_edits[m_lesson->id] = text();
    else
        m_edits.erase(m_lesson->id);
    // Numbers of other lines than those on screen would be lies; Scintilla has moved them with the text.
    m_heat.clear();
    m_heat.show(m_recording.get());
    show_differences_now();
}

void SourceView::show_headline(const QString& words)
{
    m_headline->setText(words);
    m_headline->setVisible(!words.isEmpty());
}

void SourceView::show_state()
{
    const auto state = m_editor == nullptr ? nullptr : m_editor->source_state();
    const bool ours = state != nullptr && m_lesson != nullptr && state->lesson == m_lesson->id;
    if (ours && state == m_state)
        return;
    if (ours || m_state != nullptr)
        m_text->clear_messages();
    m_state = ours ? state : nullptr;
    if (!ours) {
        show_headline(edited() ? QStringLiteral("Edited; save it as a lesson of your own to keep it.") : QString());
        return;
    }
    QString words = to_qt(state->headline);
    if (state->severity != session::Severity::information)
        words.prepend(QStringLiteral("⚠ "));
    show_headline(words);
    m_text->show_messages(state->messages); // those of no line, the headline tells
}

void SourceView::text_changed()
{
    if (m_filling || m_lesson == nullptr)
        return;
    m_untried.reset(); // this is newer
    keep_edit();
    m_settled.start();
}

void SourceView::choose_line(int line)
{
    if (m_line_chosen && m_heat.fits())
        m_line_chosen(static_cast<std::uint32_t>(line) + 1);
}

void SourceView::undo()
{
    m_text->undo();
}

void SourceView::redo()
{
    m_text->redo();
}

void SourceView::cut()
{
    m_text->cut();
}

void SourceView::copy()
{
    m_text->copy();
}

void SourceView::paste()
{
    m_text->paste();
}

void SourceView::reset()
{
    if (edited())
        set_text(m_lesson->source);
}

void SourceView::show_differences(bool shown)
{
    m_differences->setVisible(shown);
    show_differences_now();
}

bool SourceView::differences_shown() const
{
    return !m_differences->isHidden();
}

void SourceView::show_differences_now()
{
    if (!m_differences->isHidden() && m_lesson != nullptr)
        m_differences->compare(m_lesson->source, text());
}

void SourceView::set_size(int points)
{
    constexpr int kSmallest = 7;
    constexpr int kLargest = 36;
    m_size = std::clamp(points, kSmallest, kLargest);
    wear();
}

} // namespace warpstage::console
