#include "app/console/table_model.h"

#include "app/console/qt_text.h"

namespace warpstage::console {

void TableModel::set(Table table)
{
    if (table == m_table)
        return;
    if (table.columns != m_table.columns) {
        beginResetModel();
        m_table = std::move(table);
        endResetModel();
        return;
    }
    const int before = static_cast<int>(m_table.rows.size());
    const int after = static_cast<int>(table.rows.size());
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_table.rows.resize(table.rows.size());
        endRemoveRows();
    }
    const int shared = std::min(before, after);
    for (int row = 0; row < shared; ++row) {
        auto& old = m_table.rows[static_cast<std::size_t>(row)];
        auto& now = table.rows[static_cast<std::size_t>(row)];
        if (old == now)
            continue;
        old = std::move(now);
        Q_EMIT dataChanged(index(row, 0), index(row, columnCount() - 1));
    }
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        for (int row = before; row < after; ++row)
            m_table.rows.push_back(std::move(table.rows[static_cast<std::size_t>(row)]));
        endInsertRows();
    }
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.rows.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    const Cell& cell = m_table.rows[static_cast<std::size_t>(index.row())][column];
    const bool number = m_table.columns[column].kind == ColumnKind::number;
    switch (role) {
    case Qt::DisplayRole:
        return to_qt(cell.text);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    case kOrderRole:
        return number ? QVariant(cell.order) : QVariant(to_qt(cell.text));
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return to_qt(column.title);
    case Qt::ToolTipRole:
        return to_qt(column.meaning);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((column.kind == ColumnKind::number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    default:
        return {};
    }
}

} // namespace warpstage::console
