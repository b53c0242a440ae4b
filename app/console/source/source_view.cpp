#include "app/console/source/source_view.h"

#include "app/console/qt_text.h"
#include "app/console/window/look.h"
#include "core/lesson/kernel_lines.h"

#include <QVBoxLayout>
#include <algorithm>

namespace warpstage::console {

SourceView::SourceView(std::shared_ptr<const lesson::Catalog> catalog, SourceEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_edits(std::move(catalog))
    , m_text(new SourceText(this))
    , m_status(new EditStatus(*m_text, editor, this))
    , m_columns(new QLabel(this))
    , m_differences(new DifferencesView(this))
    , m_find_bar(new FindBar(*m_text, this))
    , m_heat(*m_text)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_status);
    column->addWidget(m_columns);
    column->addWidget(m_text, 3);
    column->addWidget(m_differences, 1);
    column->addWidget(m_find_bar);
    m_differences->hide();
    m_settled.setSingleShot(true);
    m_settled.setInterval(kSettleTime);
    connect(&m_settled, &QTimer::timeout, this, [this] { send_edit(); });
    connect(m_text, &QsciScintilla::textChanged, this, [this] { text_changed(); });
    connect(m_text, &QsciScintilla::marginClicked, this, [this](int, int line, Qt::KeyboardModifiers) {
        if (m_line_chosen && m_heat.fits())
            m_line_chosen(static_cast<std::uint32_t>(line) + 1);
    });
    update_style();
}

void SourceView::set_theme(draw::Theme theme)
{
    if (std::exchange(m_theme, theme) != theme)
        update_style();
}

void SourceView::update_style()
{
    const auto style = draw::make_style(m_theme, 1.0F);
    const QFont mono = code_font(m_size);
    m_text->set_style(style, mono);
    m_differences->set_style(style, mono);
    m_heat.set_style(style, mono);
    m_status->set_style(style);
    m_columns->setFont(mono);
    m_columns->setIndent(m_text->marginWidth(number_margin));
    m_columns->setText(HeatMargin::heading());
}

void SourceView::set_size(int points)
{
    constexpr int kSmallest = 7;
    constexpr int kMax = 36;
    m_size = std::clamp(points, kSmallest, kMax);
    update_style();
}

std::string SourceView::text() const
{
    return from_qt(m_text->text());
}

void SourceView::set_text(const std::string& text)
{
    m_text->beginUndoAction();
    m_text->selectAll();
    m_text->replaceSelectedText(to_qt(text));
    m_text->endUndoAction();
    m_text->setCursorPosition(0, 0);
}

void SourceView::reset()
{
    if (edited())
        set_text(lesson()->source);
}

void SourceView::adopt_edit(const std::string& lesson, const std::string& text, const std::string& ran)
{
    m_edits.adopt(lesson, text, ran);
    m_settled.stop(); // discard the typed text
}

void SourceView::show_snapshot(const session::Snapshot& snapshot)
{
    if (const auto other = m_edits.text_of_other_lesson(snapshot))
        fill(*other);
    if (const auto newer = m_edits.text_from_elsewhere(snapshot, text())) {
        m_filling = true;
        set_text(*newer);
        m_filling = false;
        keep_edit();
    }
    if (m_edits.wants_trial(snapshot))
        send_edit();
    // A hidden margin is written when it becomes visible: each change makes Scintilla repaint completely.
    if (isVisible() || isWindow())
        m_heat.show(snapshot.run->recording);
    show_place(snapshot);
    m_status->show_state(m_edits);
}

// After a change of variant the view scrolls to its kernel, then to the session's chosen line. Otherwise only the user scrolls.
void SourceView::show_place(const session::Snapshot& snapshot)
{
    const auto line = m_heat.fits() ? snapshot.selection->line : 0;
    m_text->mark_line(line);
    if (lesson() == nullptr || snapshot.setup->lesson == nullptr)
        return;
    const Place place { lesson()->id, snapshot.setup->variant, line };
    const auto before = std::exchange(m_place, place);
    if (place.lesson != before.lesson || place.variant != before.variant)
        show_kernel(snapshot);
    if (line != 0 && place != before)
        m_text->bring_into_view(line);
}

void SourceView::show_kernel(const session::Snapshot& snapshot)
{
    const auto& shown = *snapshot.setup->lesson;
    if (shown.problem == nullptr || snapshot.setup->variant >= shown.variants.size())
        return;
    for (const auto& kernel : shown.problem->kernels(shown.variants[snapshot.setup->variant]))
        if (const auto lines = lesson::kernel_lines(text(), kernel))
            return m_text->bring_to_top(lines->comment, lines->first, lines->last);
}

void SourceView::fill(const std::string& text)
{
    m_settled.stop();
    m_filling = true;
    m_text->setText(to_qt(text));
    m_filling = false;
    m_text->setModified(false);
    m_heat.clear();
    m_status->clear();
    m_place = {};
    m_text->mark_line(0);
    compare();
}

void SourceView::text_changed()
{
    if (m_filling || lesson() == nullptr)
        return;
    m_edits.forget_trial();
    keep_edit();
    m_settled.start();
}

void SourceView::keep_edit()
{
    m_edits.keep(text());
    m_heat.text_changed();
    compare();
}

void SourceView::send_edit() const
{
    if (m_editor != nullptr && lesson() != nullptr)
        m_editor->source_edited({ lesson()->id, text() });
}

void SourceView::show_differences(bool shown)
{
    m_differences->setVisible(shown);
    compare();
}

void SourceView::compare()
{
    if (differences_shown() && lesson() != nullptr)
        m_differences->compare(lesson()->source, text());
}

} // namespace warpstage::console
