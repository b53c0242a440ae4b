// The stage's colors and fonts, for widgets.
#pragma once

#include "app/draw/style.h"

#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QString>
#include <filesystem>

class QWidget;

namespace warpstage::console {

// Makes the fonts in the folder known to Qt: those that are installed with the program. Without the folder the system's are used.
void add_fonts(const std::filesystem::path& folder);

// Code and numbers, and everything else.
[[nodiscard]] QFont code_font(int points);
[[nodiscard]] QFont words_font(int points);

[[nodiscard]] QPalette palette_of(const draw::Style& style);
// Headings of docks and tables, tabs and tool tips.
[[nodiscard]] QString style_sheet_of(const draw::Style& style);
// With the shapes of `icon`, which may have been made for another ground.
[[nodiscard]] QIcon tinted(const QIcon& icon, const QPalette& palette);

// Of the whole program, as dialogs and menus belong to no window.
class Look {
public:
    // Before the widgets of the window: those that are there take no other font. `fonts`: see add_fonts().
    Look(QWidget& window, const std::filesystem::path& fonts, draw::Theme theme);

    // Whether it is another one than before.
    bool adopt(draw::Theme theme);

private:
    void apply();

    QWidget& m_window;
    draw::Theme m_theme;
};

} // namespace warpstage::console
