// A list entry: a title with some lines of text below it.
#pragma once

#include <QStyledItemDelegate>

namespace warpstage::console {

class EntryDelegate : public QStyledItemDelegate {
public:
    static constexpr int kDetailRole = Qt::UserRole; // the text below the title; empty: only a title

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace warpstage::console
