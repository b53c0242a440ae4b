// A sortable table whose rows can be copied for a spreadsheet, a page or a paper.
#pragma once

#include "app/console/tables/table.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <functional>
#include <utility>

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
    void mousePressEvent(QMouseEvent* event) override;

private:
    // No row has something in it: it is not shown.
    [[nodiscard]] bool is_empty(int column) const;

    TableModel m_model;
    QSortFilterProxyModel m_sorted;
    std::function<void(const Row&)> m_row_chosen;
    std::pair<int, int> m_sized { -1, -1 }; // rows and columns for which the columns were made wide enough
};

} // namespace warpstage::console
