#include "app/console/tables/table_view.h"

#include "app/console/qt_text.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>
#include <cstdlib>
#include <vector>

namespace warpstage::console {

namespace {

constexpr int kRoom = 8; // pixels, right of the widest text
constexpr int kMaxColumnWidth = 340; // pixels; longer texts are elided, the source view shows the full line

} // namespace

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

namespace {

// A long title is broken into two lines to save width.
QString two_lines(QString title)
{
    constexpr qsizetype kMax = 14; // characters
    if (title.size() <= kMax)
        return title;
    qsizetype best = -1;
    for (qsizetype at = title.indexOf(QLatin1Char(' ')); at >= 0; at = title.indexOf(QLatin1Char(' '), at + 1))
        if (best < 0 || std::abs(2 * at - title.size()) < std::abs(2 * best - title.size()))
            best = at;
    if (best >= 0)
        title[best] = QLatin1Char('\n');
    return title;
}

} // namespace

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const Column& column = m_table.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return two_lines(to_qt(column.title));
    case Qt::AccessibleTextRole:
        return to_qt(column.title);
    case Qt::ToolTipRole:
        return to_qt(column.meaning.empty() ? column.title : column.meaning);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment((column.kind == ColumnKind::number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    default:
        return {};
    }
}

TableView::TableView(const QString& name, QWidget* parent)
    : QTableView(parent)
{
    setAccessibleName(name);
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(TableModel::kOrderRole);
    setModel(&m_sorted);
    setSortingEnabled(true);
    m_sorted.sort(-1); // unsorted until a heading is clicked
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    horizontalHeader()->setSortIndicatorClearable(true);
    setSelectionBehavior(SelectRows);
    horizontalHeader()->setHighlightSections(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setEditTriggers(NoEditTriggers);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTabKeyNavigation(false); // Tab leaves the table, arrows move in it
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (m_row_chosen && current.isValid() && hasFocus())
            m_row_chosen(m_model.table().rows[static_cast<std::size_t>(m_sorted.mapToSource(current).row())]);
    });
}

// In the table the left and right arrows move between columns, not between cues.
bool TableView::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        if (key->modifiers() == Qt::NoModifier && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)) {
            event->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

void TableView::show_table(Table table)
{
    m_model.set(std::move(table));
    const int rows = m_model.rowCount();
    const int columns = m_model.columnCount();
    if (rows == 0 || m_sized == std::pair { rows, columns })
        return;
    const bool others = m_sized.second != columns; // another table: column widths set by the user are reset
    m_sized = { rows, columns };
    for (int column = 0; column < columns; ++column) {
        setColumnHidden(column, is_empty(column));
        const int wanted =
            std::min(std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column)) + kRoom, kMaxColumnWidth);
        setColumnWidth(column, others ? wanted : std::max(wanted, columnWidth(column)));
    }
}

bool TableView::is_empty(int column) const
{
    return std::ranges::all_of(
        m_model.table().rows, [&](const Row& row) { return row[static_cast<std::size_t>(column)].text.empty(); });
}

// A click below the rows has no effect.
void TableView::mousePressEvent(QMouseEvent* event)
{
    if (indexAt(event->position().toPoint()).isValid())
        QTableView::mousePressEvent(event);
}

QString TableView::copied(TableFormat format) const
{
    std::vector<std::size_t> order;
    const auto selected = selectionModel()->selectedRows();
    for (int row = 0; row < m_sorted.rowCount(); ++row) {
        const QModelIndex index = m_sorted.index(row, 0);
        if (selected.size() < 2 || selected.contains(index))
            order.push_back(static_cast<std::size_t>(m_sorted.mapToSource(index).row()));
    }
    return to_qt(table_text(m_model.table(), order, format));
}

} // namespace warpstage::console
