// A Table for Qt's views. A new table of the same shape changes cells in place, so that selection and scrolling stay.
#pragma once

#include "app/console/table.h"

#include <QAbstractTableModel>

namespace warpstage::console {

class TableModel : public QAbstractTableModel {
public:
    static constexpr int kOrderRole = Qt::UserRole; // what to sort by

    void set(Table table);
    [[nodiscard]] const Table& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Table m_table;
};

} // namespace warpstage::console
