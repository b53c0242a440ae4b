// A sortable table whose rows can be copied for a spreadsheet, a page or a paper.
#pragma once

#include "app/console/table_model.h"

#include <QSortFilterProxyModel>
#include <QTableView>
#include <functional>

namespace warpstage::console {

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
