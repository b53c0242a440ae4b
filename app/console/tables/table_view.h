// A sortable table whose rows can be copied as TSV, Markdown or LaTeX.
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
    static constexpr int kOrderRole = Qt::UserRole; // sort key

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
    // Called with the index of the table row that the user selects.
    void on_row_chosen(std::function<void(const Row&)> listener) { m_row_chosen = std::move(listener); }

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    // Columns that are empty in every row are hidden.
    [[nodiscard]] bool is_empty(int column) const;

    TableModel m_model;
    QSortFilterProxyModel m_sorted;
    std::function<void(const Row&)> m_row_chosen;
    std::pair<int, int> m_sized { -1, -1 }; // rows and columns that the column widths were computed for
};

} // namespace warpstage::console
