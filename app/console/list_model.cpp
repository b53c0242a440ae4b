#include "app/console/list_model.h"

namespace warpstage::console {

void ListModel::set(std::vector<ListEntry> entries)
{
    if (entries == m_entries)
        return;
    if (entries.size() != m_entries.size()) {
        beginResetModel();
        m_entries = std::move(entries);
        endResetModel();
        return;
    }
    m_entries = std::move(entries);
    Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int ListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant ListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ListEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return entry.text;
    case Qt::ToolTipRole:
        return entry.meaning;
    default:
        return {};
    }
}

Qt::ItemFlags ListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return Qt::NoItemFlags;
    const bool enabled = m_entries[static_cast<std::size_t>(index.row())].enabled;
    return enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                   : Qt::ItemFlags(Qt::ItemNeverHasChildren);
}

} // namespace warpstage::console
