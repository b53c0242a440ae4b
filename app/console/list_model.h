// Entries of a list: lessons, variants, cues.
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <string>
#include <vector>

namespace warpstage::console {

struct ListEntry {
    std::string id;
    QString text;
    QString meaning; // tool tip
    bool enabled = true; // a broken lesson is shown, with its reason, and cannot be chosen

    bool operator==(const ListEntry&) const = default;
};

class ListModel : public QAbstractListModel {
public:
    void set(std::vector<ListEntry> entries);
    [[nodiscard]] const std::vector<ListEntry>& entries() const { return m_entries; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<ListEntry> m_entries;
};

} // namespace warpstage::console
