// A list of which one entry is the current one, as the session says; going to another, or to the same one again by Return or a
// double click, asks the session for it.
#pragma once

#include "app/console/list_model.h"

#include <QListView>
#include <cstddef>
#include <functional>
#include <optional>

namespace warpstage::console {

class ChoiceList : public QListView {
public:
    ChoiceList(const QString& name, std::function<void(std::size_t)> choose, QWidget* parent = nullptr);

    // Both tell nobody: this is what the session has already.
    void show_choices(std::vector<ListEntry> entries);
    void show_current(std::optional<std::size_t> current);

protected:
    void focusInEvent(QFocusEvent* event) override;

private:
    ListModel m_model;
    std::function<void(std::size_t)> m_choose;
    bool m_following = false; // the session moved the selection, not the user
};

} // namespace warpstage::console
