// The menus and the tool bar: each command is a row of one table.
#pragma once

#include "app/console/files/recovery.h"
#include "app/console/tables/tables.h"
#include "app/console/window/clock_view.h"
#include "core/base/words.h"

#include <QMainWindow>
#include <QStyle>
#include <functional>
#include <utility>
#include <vector>

namespace warpstage::console {

// The objects that commands act on. All must outlive the menus.
struct Parts {
    SessionLink& link;
    Layout& layout;
    Pages& pages;
    Tables& tables;
    ClockView& clock;
    SessionFiles& files;
    Recovery& recovery;
    std::function<void()> quit;
};

// Commands with dialogs; see commands.cpp.
void save_own_lesson(const Parts& parts);
void export_report(const Parts& parts);
void copy_table(const Parts& parts, TableFormat format);
void show_keys(const Parts& parts);
void show_about(const Parts& parts);

class Menus {
public:
    explicit Menus(Parts parts);
    Menus(const Menus&) = delete;
    Menus& operator=(const Menus&) = delete;
    ~Menus() = default;

    // Enables and checks commands by the newest snapshot.
    void refresh();
    // In the colors of the window.
    void tint_icons() const;

private:
    Parts m_parts;
    std::vector<std::function<void()>> m_updates;
    std::vector<std::function<void()>> m_titles; // each rewrites the text of an action or menu
    std::uint32_t m_language = words::generation();
    std::vector<std::pair<QAction*, QStyle::StandardPixmap>> m_icons;
};

} // namespace warpstage::console
