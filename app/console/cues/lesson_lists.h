// The lists of lessons, variants and cues: each shows the session's choice and sends the user's choice to the session.
#pragma once

#include "app/console/window/session_link.h"

#include <QListView>
#include <QStandardItemModel>
#include <QString>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace warpstage::console {

struct ListEntry {
    QString text;
    QString tip;
    bool enabled = true; // a lesson that failed to load is listed with the reason and cannot be selected
    QString detail {}; // text below

    bool operator==(const ListEntry&) const = default;
};

class ChoiceList : public QListView {
public:
    ChoiceList(const QString& name, std::function<void(std::size_t)> choose, QWidget* parent = nullptr);

    // Neither calls `choose`: both follow the session.
    void show_choices(std::vector<ListEntry> entries);
    void show_current(std::optional<std::size_t> current);

protected:
    void focusInEvent(QFocusEvent* event) override;
    // A click between two entries or below the last one has no effect.
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    std::vector<ListEntry> m_entries;
    QStandardItemModel m_model;
    std::function<void(std::size_t)> m_choose;
    bool m_following = false; // the session moves the selection, not the user
};

class LessonLists {
public:
    // The lists have no parents; docks adopt them. `link` must outlive them.
    explicit LessonLists(SessionLink& link);

    void show_snapshot(const session::Snapshot& snapshot);

    [[nodiscard]] ChoiceList& lessons() const { return *m_lessons; }
    [[nodiscard]] ChoiceList& variants() const { return *m_variants; }
    [[nodiscard]] ChoiceList& cues() const { return *m_cues; }

private:
    void write_lists(const session::Snapshot& snapshot);

    const lesson::Catalog& m_catalog;
    ChoiceList* m_lessons;
    ChoiceList* m_variants;
    ChoiceList* m_cues;
    std::shared_ptr<const lesson::Lesson> m_listed; // lesson of the listed variants and cues
    std::uint32_t m_language = 0; // language generation of the lists
};

} // namespace warpstage::console
