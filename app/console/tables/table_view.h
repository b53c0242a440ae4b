// A sortable table whose rows can be copied for a spreadsheet, a page or a paper.
#pragma once

#include "app/console/tables/table.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <functional>

namespace warpstage::console {

// A new table of the same shape changes cells in place, so that selection and scrolling stay.
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

class TableView : public QTableView {
public:
    explicit TableView(const QString& name, QWidget* parent = nullptr);

    void show_table(Table table);
    // The selected rows, or all where fewer than two are selected, in the order on screen.
    [[nodiscard]] QString copied(TableFormat format) const;
    // Called with the row of the table that the user has gone to.
    void on_row_chosen(std::function<void(const Row&)> listener) { m_row_chosen = std::move(listener); }

protected:
    bool event(QEvent* event) override;

private:
    TableModel m_model;
    QSortFilterProxyModel m_sorted;
    std::function<void(const Row&)> m_row_chosen;
    int m_sized_columns = -1; // columns are made wide enough once for each set of them
};

} // namespace warpstage::console
