#include "app/console/source_view.h"

#include "app/console/heat.h"
#include "app/console/line_diff.h"
#include "app/console/qt_text.h"
#include "app/figure/color.h"
#include "core/base/verify.h"

#include <Qsci/qscilexerdiff.h>
#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>
#include <Qsci/qscistyledtext.h>

#include <QAction>
#include <QEvent>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace warpstage::console {

namespace {

enum Margin : std::uint8_t { number_margin, heat_margin };
enum Marker : std::uint8_t { message_marker, chosen_marker };

// Styles from 64 on are free: 0 to 39 are the lexer's, then Scintilla's own (Scintilla, "Style definition").
constexpr int kMarginStyle = 64; // kHeatLevels + 1 of them
constexpr int kExcessStyle = kMarginStyle + kHeatLevels + 1;
constexpr int kNoteStyle = kExcessStyle + 1;
constexpr int kFaultStyle = kNoteStyle + 1;

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

SourceView::SourceView(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_catalog(std::move(catalog))
    , m_editor(editor)
    , m_text(new QsciScintilla(this))
    , m_differences(new QsciScintilla(this))
    , m_lexer(new CudaLexer(this))
    , m_diff_lexer(new QsciLexerDiff(this))
    , m_headline(new QLabel(this))
    , m_columns(new QLabel(this))
    , m_find_bar(new QWidget(this))
    , m_find_text(new QLineEdit(m_find_bar))
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
    m_headline->setMargin(4);
    m_headline->setAccessibleName(QStringLiteral("What became of the edited source"));
    m_text->setAccessibleName(QStringLiteral("Source of the kernels"));
    m_text->setUtf8(true);
    m_text->setLexer(m_lexer);
    m_text->setEolMode(QsciScintilla::EolUnix);
    m_text->setTabWidth(4);
    m_text->setIndentationsUseTabs(false);
    m_text->setAutoIndent(true);
    m_text->setBraceMatching(QsciScintilla::SloppyBraceMatch);
    m_text->setAnnotationDisplay(QsciScintilla::AnnotationBoxed);
    m_text->setMarginType(number_margin, QsciScintilla::NumberMargin);
    m_text->setMarginType(heat_margin, QsciScintilla::TextMargin);
    m_text->setMarginSensitivity(number_margin, true);
    m_text->setMarginSensitivity(heat_margin, true);
    m_text->markerDefine(QsciScintilla::Background, message_marker);
    m_text->markerDefine(QsciScintilla::Background, chosen_marker);
    m_differences->setReadOnly(true);
    m_differences->setLexer(m_diff_lexer);
    m_differences->setAccessibleName(QStringLiteral("Differences from the lesson's source"));
    m_differences->hide();

    auto* row = new QHBoxLayout(m_find_bar);
    row->setContentsMargins(4, 0, 4, 2);
    m_find_text->setPlaceholderText(QStringLiteral("Find"));
    m_find_text->setAccessibleName(QStringLiteral("Find in the source"));
    row->addWidget(m_find_text);
    const auto button = [&](Qt::ArrowType arrow, const QString& name, bool (SourceView::*action)()) {
        auto* made = new QToolButton(m_find_bar);
        made->setArrowType(arrow);
        made->setAccessibleName(name);
        made->setToolTip(name);
        connect(made, &QToolButton::clicked, this, [this, action] { static_cast<void>((this->*action)()); });
        row->addWidget(made);
    };
    button(Qt::UpArrow, QStringLiteral("Previous occurrence"), &SourceView::find_previous);
    button(Qt::DownArrow, QStringLiteral("Next occurrence"), &SourceView::find_next);
    connect(m_find_text, &QLineEdit::returnPressed, this, [this] { static_cast<void>(find_next()); });
    auto* close = new QAction(m_find_bar);
    close->setShortcut(Qt::Key_Escape);
    close->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(close, &QAction::triggered, this, [this] {
        m_find_bar->hide();
        m_text->setFocus();
    });
    m_find_bar->addAction(close);
    m_find_bar->hide();

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

void SourceView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        wear();
    QWidget::changeEvent(event);
}

void SourceView::wear()
{
    const bool dark = palette().color(QPalette::Base).lightness() < 128;
    m_style = figure::make_style(dark ? figure::Theme::dark : figure::Theme::light, 1.0F);
    QFont letters(QStringLiteral("JetBrains Mono"), m_size);
    letters.setStyleHint(QFont::Monospace);
    letters.setFixedPitch(true);
    m_lexer->wear(m_style, letters);
    m_diff_lexer->setDefaultFont(letters);
    for (int kind = 0; kind <= QsciLexerDiff::RemovingPatchRemoved; ++kind) {
        m_diff_lexer->setFont(letters, kind);
        m_diff_lexer->setPaper(to_qt(m_style.panel), kind);
        m_diff_lexer->setColor(to_qt(m_style.text), kind);
    }
    m_diff_lexer->setPaper(to_qt(m_style.panel));
    m_diff_lexer->setColor(to_qt(m_style.blue), QsciLexerDiff::Position);
    m_diff_lexer->setColor(to_qt(m_style.vermilion), QsciLexerDiff::LineRemoved);
    m_diff_lexer->setColor(to_qt(m_style.green), QsciLexerDiff::LineAdded);
    for (auto* text : { m_text, m_differences }) {
        text->setPaper(to_qt(m_style.panel));
        text->setColor(to_qt(m_style.text));
        text->setCaretForegroundColor(to_qt(m_style.text));
        text->setMarginsFont(letters);
        text->setMarginsBackgroundColor(to_qt(m_style.background));
        text->setMarginsForegroundColor(to_qt(m_style.secondary));
        text->setSelectionBackgroundColor(to_qt(figure::mix(m_style.panel, m_style.blue, 0.35F)));
        text->resetSelectionForegroundColor();
    }
    m_text->setMatchedBraceBackgroundColor(to_qt(figure::mix(m_style.panel, m_style.orange, 0.35F)));
    m_text->setMatchedBraceForegroundColor(to_qt(m_style.text));
    m_text->setMarkerBackgroundColor(to_qt(figure::mix(m_style.panel, m_style.vermilion, 0.25F)), message_marker);
    m_text->setMarkerBackgroundColor(to_qt(figure::mix(m_style.panel, m_style.orange, 0.22F)), chosen_marker);
    for (int level = 0; level <= kHeatLevels; ++level) {
        const float share = 0.45F * static_cast<float>(level) / kHeatLevels;
        QsciStyle(kMarginStyle + level, QStringLiteral("cost"), to_qt(m_style.text),
            to_qt(figure::mix(m_style.background, m_style.blue, share)), letters)
            .apply(m_text);
    }
    QsciStyle(kExcessStyle, QStringLiteral("excess"), to_qt(m_style.text),
        to_qt(figure::mix(m_style.background, m_style.vermilion, 0.5F)), letters)
        .apply(m_text);
    QsciStyle(
        kNoteStyle, QStringLiteral("note"), to_qt(m_style.text), to_qt(figure::mix(m_style.panel, m_style.orange, 0.2F)), letters)
        .apply(m_text);
    QsciStyle(kFaultStyle, QStringLiteral("fault"), to_qt(m_style.text),
        to_qt(figure::mix(m_style.panel, m_style.vermilion, 0.3F)), letters)
        .apply(m_text);
    m_text->setMarginWidth(number_margin, QStringLiteral("00000"));
    QString columns;
    for (const HeatColumn& column : kColumns)
        columns += padded(column.title, column.width);
    columns.prepend(QLatin1Char(' '));
    m_text->setMarginWidth(heat_margin, columns);
    m_columns->setFont(letters);
    m_columns->setIndent(m_text->marginWidth(number_margin));
    m_columns->setText(columns);
    forget_margin();
}

void SourceView::forget_margin()
{
    m_text->clearMarginText();
    m_heats.clear();
    m_heat_fits = false;
    m_recording = nullptr; // it is written anew
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

void SourceView::adopt_edit(const std::string& lesson, const std::string& text)
{
    m_edits[lesson] = text;
    m_lesson = nullptr; // the next snapshot fills the view
}

void SourceView::show_snapshot(const session::Snapshot& snapshot)
{
    // A lesson whose text was changed live comes as another object with the same id; the text on screen is the newer one.
    const bool other = m_lesson == nullptr || snapshot.lesson == nullptr || snapshot.lesson->id != m_lesson->id;
    if (other && snapshot.lesson != nullptr) {
        const auto shipped = m_catalog->find(snapshot.lesson->id);
        m_lesson = shipped ? *shipped : snapshot.lesson;
        m_filling = true;
        const auto edit = m_edits.find(m_lesson->id);
        m_text->setText(to_qt(edit == m_edits.end() ? m_lesson->source : edit->second));
        m_filling = false;
        m_text->setModified(false);
        forget_margin();
        m_state = nullptr;
        m_text->clearAnnotations();
        m_text->markerDeleteAll(message_marker);
        mark_line(0);
        show_differences_now();
    }
    follow(snapshot.lesson);
    // A margin that nobody sees is written when it is seen: Scintilla paints all of itself anew for it.
    if (snapshot.recording != m_recording && (isVisible() || isWindow())) {
        m_recording = snapshot.recording;
        show_heat(m_recording.get());
    }
    mark_line(m_heat_fits ? snapshot.line : 0);
    show_state();
}

void SourceView::mark_line(std::uint32_t line)
{
    if (line == m_marked)
        return;
    m_text->markerDeleteAll(chosen_marker);
    if (line > 0)
        m_text->markerAdd(static_cast<int>(line) - 1, chosen_marker);
    m_marked = line;
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

void SourceView::keep_edit()
{
    if (edited())
        m_edits[m_lesson->id] = text();
    else
        m_edits.erase(m_lesson->id);
    // Numbers of other lines than those on screen would be lies; Scintilla has moved them with the text.
    const auto recording = m_recording;
    forget_margin();
    m_recording = recording;
    show_heat(m_recording.get());
    show_differences_now();
}

void SourceView::show_heat(const session::Recording* recording)
{
    m_heat_fits = recording != nullptr && recording->lesson != nullptr && recording->lesson->source == text();
    auto heats = m_heat_fits ? line_heat(recording->report) : Heats {};
    for (const auto& [line, heat] : m_heats) {
        if (!heats.contains(line))
            m_text->clearMarginText(static_cast<int>(line) - 1);
    }
    for (const auto& [line, heat] : heats) {
        const auto shown = m_heats.find(line);
        if (shown == m_heats.end() || shown->second != heat)
            show_heat(line, heat);
    }
    m_heats = std::move(heats);
}

void SourceView::show_heat(std::uint32_t line, const LineHeat& heat)
{
    const int style = kMarginStyle + heat.heat;
    QList<QsciStyledText> parts;
    // The rest of the margin wears the first part's style.
    parts.append(QsciStyledText(QStringLiteral(" "), kMarginStyle));
    parts.append(QsciStyledText(padded(heat.instructions, kColumns[0].width), style));
    parts.append(QsciStyledText(padded(heat.lanes, kColumns[1].width), kMarginStyle));
    parts.append(QsciStyledText(padded(heat.wavefronts, kColumns[2].width), kMarginStyle));
    parts.append(QsciStyledText(padded(heat.excess, kColumns[3].width), heat.excess.empty() ? kMarginStyle : kExcessStyle));
    m_text->setMarginText(static_cast<int>(line) - 1, parts);
}

void SourceView::show_state()
{
    const auto state = m_editor == nullptr ? nullptr : m_editor->source_state();
    const bool ours = state != nullptr && m_lesson != nullptr && state->lesson == m_lesson->id;
    if (ours && state == m_state)
        return;
    QString words;
    if (ours)
        words = to_qt(state->headline);
    else if (edited())
        words = QStringLiteral("Edited; save it as a lesson of your own to keep it.");
    if (!ours && m_state == nullptr) {
        m_headline->setText(words);
        m_headline->setVisible(!words.isEmpty());
        return;
    }
    m_state = ours ? state : nullptr;
    m_text->clearAnnotations();
    m_text->markerDeleteAll(message_marker);
    if (ours && state->severity != session::Severity::information)
        words.prepend(QStringLiteral("⚠ "));
    m_headline->setText(words);
    m_headline->setVisible(!words.isEmpty());
    if (!ours)
        return;
    std::map<std::uint32_t, SourceMessage> by_line; // an annotation is one text for a line
    for (const auto& message : state->messages) {
        if (message.line == 0)
            continue; // the headline tells it
        auto& joined = by_line[message.line];
        joined.text += (joined.text.empty() ? "" : "\n") + message.text;
        joined.severity = std::max(joined.severity, message.severity);
    }
    for (const auto& [line, message] : by_line) {
        const int at = std::clamp(static_cast<int>(line) - 1, 0, std::max(0, m_text->lines() - 1));
        const bool note = message.severity == session::Severity::information;
        m_text->annotate(at, to_qt(message.text), note ? kNoteStyle : kFaultStyle);
        if (!note)
            m_text->markerAdd(at, message_marker);
    }
    m_text->ensureCursorVisible(); // the words above have taken some of the room
}

void SourceView::text_changed()
{
    if (m_filling || m_lesson == nullptr)
        return;
    keep_edit();
    m_settled.start();
}

void SourceView::choose_line(int line)
{
    if (m_line_chosen && m_heat_fits)
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

void SourceView::open_find()
{
    m_find_bar->show();
    if (m_text->hasSelectedText())
        m_find_text->setText(m_text->selectedText());
    m_find_text->setFocus();
    m_find_text->selectAll();
}

bool SourceView::find(bool forward)
{
    if (m_find_text->text().isEmpty())
        return false;
    int line = 0;
    int column = 0;
    if (m_text->hasSelectedText()) {
        int end_line = 0;
        int end_column = 0;
        m_text->getSelection(&line, &column, &end_line, &end_column);
        if (forward) {
            line = end_line;
            column = end_column;
        }
    } else {
        m_text->getCursorPosition(&line, &column);
    }
    return m_text->findFirst(m_find_text->text(), false, false, false, true, forward, line, column);
}

bool SourceView::find_next()
{
    return find(true);
}

bool SourceView::find_previous()
{
    return find(false);
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
    if (m_differences->isHidden() || m_lesson == nullptr)
        return;
    const std::string differences = unified_diff(m_lesson->source, text());
    m_differences->setText(differences.empty() ? QStringLiteral("The text is the lesson's own.") : to_qt(differences));
}

void SourceView::set_size(int points)
{
    constexpr int kSmallest = 7;
    constexpr int kLargest = 36;
    m_size = std::clamp(points, kSmallest, kLargest);
    wear();
}

} // namespace warpstage::console
