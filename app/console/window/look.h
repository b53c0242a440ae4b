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

// Registers the fonts in the folder, which are installed with the program, with Qt. Without the folder the system's fonts are
// used.
void add_fonts(const std::filesystem::path& folder);

// For code and numbers, and for other text.
[[nodiscard]] QFont code_font(int points);
[[nodiscard]] QFont words_font(int points);

[[nodiscard]] QPalette palette_of(const draw::Style& style);
// Headings of docks and tables, tabs and tool tips.
[[nodiscard]] QString style_sheet_of(const draw::Style& style);
// `icon` in this color; its own colors may not suit the background.
[[nodiscard]] QIcon tinted(const QIcon& icon, const QPalette& palette);

// Set for the whole program: dialogs and menus belong to no window.
class Look {
public:
    // Must be created before the widgets of the window, because existing widgets keep their font. `fonts`: see add_fonts().
    Look(QWidget& window, const std::filesystem::path& fonts, draw::Theme theme);

    // Returns whether the theme has changed.
    bool adopt(draw::Theme theme);

private:
    void apply();

    QWidget& m_window;
    draw::Theme m_theme;
};

} // namespace warpstage::console
