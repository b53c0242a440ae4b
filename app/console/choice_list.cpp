#include "app/console/choice_list.h"

#include <QItemSelectionModel>

namespace warpstage::console {

ChoiceList::ChoiceList(const QString& name, std::function<void(std::size_t)> choose, QWidget* parent)
    : QListView(parent)
    , m_choose(std::move(choose))
{
    setAccessibleName(name);
    setModel(&m_model);
    setEditTriggers(NoEditTriggers);
    setUniformItemSizes(true);
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

// Qt makes the first entry the current one where there is none; nobody has chosen it.
void ChoiceList::focusInEvent(QFocusEvent* event)
{
    m_following = true;
    QListView::focusInEvent(event);
    m_following = false;
}

void ChoiceList::show_choices(std::vector<ListEntry> entries)
{
    m_following = true;
    m_model.set(std::move(entries));
    m_following = false;
}

void ChoiceList::show_current(std::optional<std::size_t> current)
{
    // Also back to the session's own where it did not do what the user chose.
    const int row = current ? static_cast<int>(*current) : -1;
    if (currentIndex().row() == row)
        return;
    m_following = true;
    setCurrentIndex(m_model.index(row));
    m_following = false;
}

} // namespace warpstage::console
