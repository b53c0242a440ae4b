// The user's layout: docks, front page, text sizes. Stored in the user's settings, and as text in session files.
#pragma once

#include "app/console/window/pages.h"

#include <QDockWidget>
#include <cstdint>
#include <vector>

class QMainWindow;

namespace warpstage::console {

// A pane that takes the keyboard focus: a dock, or a page in the center of the window.
struct Pane {
    enum class Place : std::uint8_t { left, right, bottom, tab, center }; // tab: over the dock before
    Place place;
    QWidget* focus; // takes the focus; null: none
    const char* title = ""; // of a dock
    const char* name = ""; // of a dock in the user's settings
    QWidget* content = nullptr; // of a dock; null: `focus`
};

class Layout {
public:
    // F6 moves the focus through the panes in the order of `panes`. `window` and `pages` must outlive this.
    Layout(QMainWindow& window, Pages& pages, const std::vector<Pane>& panes);

    [[nodiscard]] const std::vector<QDockWidget*>& docks() const { return m_docks; }
    // Brings `pane` to the front and gives it the focus.
    void go_to(QWidget& pane) const;
    void go_to_next_pane() const;

    void restore(); // from the user's settings
    void save() const;
    [[nodiscard]] QString text() const;
    void apply(const QString& text);

private:
    QMainWindow& m_window;
    Pages& m_pages;
    std::vector<QDockWidget*> m_docks;
    std::vector<QWidget*> m_focus_order;
};

} // namespace warpstage::console
