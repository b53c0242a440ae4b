#include "app/console/cues/lesson_lists.h"

#include "app/console/cues/cues.h"
#include "app/console/cues/entry_delegate.h"
#include "app/console/qt_text.h"
#include "core/base/words.h"

#include <fmt/format.h>

#include <QItemSelectionModel>
#include <QMouseEvent>

namespace warpstage::console {

ChoiceList::ChoiceList(const QString& name, std::function<void(std::size_t)> choose, QWidget* parent)
    : QListView(parent)
    , m_choose(std::move(choose))
{
    setAccessibleName(name);
    setModel(&m_model);
    setEditTriggers(NoEditTriggers);
    setItemDelegate(new EntryDelegate(this));
    setResizeMode(QListView::Adjust);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSpacing(1);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (!m_following && current.isValid())
            m_choose(static_cast<std::size_t>(current.row()));
    });
    connect(this, &QListView::activated, this, [this](const QModelIndex& again) {
        if (again.isValid())
            m_choose(static_cast<std::size_t>(again.row()));
    });
}

// On focus Qt selects the first entry if none is selected; this is not a choice of the user.
void ChoiceList::focusInEvent(QFocusEvent* event)
{
    m_following = true;
    QListView::focusInEvent(event);
    m_following = false;
}

void ChoiceList::mousePressEvent(QMouseEvent* event)
{
    if (indexAt(event->position().toPoint()).isValid())
        QListView::mousePressEvent(event);
}

// The height of an entry depends on the width.
void ChoiceList::resizeEvent(QResizeEvent* event)
{
    scheduleDelayedItemsLayout();
    QListView::resizeEvent(event);
    scrollTo(currentIndex());
}

void ChoiceList::show_choices(std::vector<ListEntry> entries)
{
    if (entries == m_entries)
        return;
    m_entries = std::move(entries);
    m_following = true;
    m_model.clear();
    for (const ListEntry& entry : m_entries) {
        auto* item = new QStandardItem(entry.text);
        item->setToolTip(plain_tip(entry.tip));
        item->setData(entry.detail, EntryDelegate::kDetailRole);
        item->setEnabled(entry.enabled);
        m_model.appendRow(item);
    }
    m_following = false;
}

void ChoiceList::show_current(std::optional<std::size_t> current)
{
    // Also restores the session's choice if the session did not follow the user's choice, or if a click removed the selection.
    const int row = current ? static_cast<int>(*current) : -1;
    if (currentIndex().row() == row && (row < 0 || selectionModel()->isSelected(currentIndex())))
        return;
    m_following = true;
    setCurrentIndex(m_model.index(row, 0));
    m_following = false;
}

LessonLists::LessonLists(SessionLink& link)
    : m_catalog(*link.options().catalog)
    , m_lessons(new ChoiceList(qtr("Lessons"),
          [this, &link](std::size_t index) {
              if (index < m_catalog.lessons().size())
                  link.send(session::SelectLesson { m_catalog.lessons()[index]->id });
          }))
    , m_variants(new ChoiceList(qtr("Variants"), [&link](std::size_t index) { link.send(session::SelectVariant { index }); }))
    , m_cues(new ChoiceList(qtr("Cues"), [&link](std::size_t index) { link.send(session::CueStep { .index = index }); }))
{
}

// Called ten times per second, so unchanged lists are not written again.
void LessonLists::show_snapshot(const session::Snapshot& snapshot)
{
    if (m_listed != snapshot.setup->lesson || m_language != words::generation()) {
        m_listed = snapshot.setup->lesson;
        m_language = words::generation();
        write_lists(snapshot);
    }
    m_lessons->show_current(snapshot.setup->lesson_index);
    m_variants->show_current(snapshot.setup->variant);
    m_cues->show_current(snapshot.cue->index);
}

void LessonLists::write_lists(const session::Snapshot& snapshot)
{
    std::vector<ListEntry> lessons;
    for (const auto& lesson : m_catalog.lessons())
        lessons.push_back({ to_qt(fmt::format("{} · {}", lesson->number, lesson->shown(lesson->title))),
            to_qt(lesson->shown(lesson->summary)) });
    for (const auto& broken : m_catalog.broken())
        lessons.push_back({ to_qt("✖ " + broken.folder.filename().string()), to_qt(broken.reason), false });
    m_lessons->show_choices(std::move(lessons));

    std::vector<ListEntry> variants;
    for (const auto& variant : snapshot.setup->variants)
        variants.push_back({ to_qt(fmt::format("{} · {}", variants.size() + 1, variant.label)), to_qt(variant.summary) });
    m_variants->show_choices(std::move(variants));

    std::vector<ListEntry> cues;
    for (std::size_t i = 0; i < snapshot.cue->count; ++i)
        cues.push_back({ to_qt(cue_title(*snapshot.setup->lesson, i)), to_qt(cue_detail(*snapshot.setup->lesson, i)), true,
            to_qt(cue_words(*snapshot.setup->lesson, i)) });
    m_cues->show_choices(std::move(cues));
}

} // namespace warpstage::console
