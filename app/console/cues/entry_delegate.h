// An entry of a list: a title, and below it some lines of words.
#pragma once

#include <QStyledItemDelegate>

namespace warpstage::console {

class EntryDelegate : public QStyledItemDelegate {
public:
    static constexpr int kDetailRole = Qt::UserRole; // the words below the title; empty: a title alone

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace warpstage::console
