// The position of the window, saved between runs, and fitted to the existing screens.
#pragma once

#include "app/stage/standard.h"

#include <filesystem>

namespace warpstage::stage {

// In screen coordinates.
struct WindowBox {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    bool operator==(const WindowBox&) const = default;
};

// Width of the title bar and the borders that the window manager adds around the drawn part.
struct WindowFrame {
    int left = 0;
    int top = 0;
    int right = 0;
    int bottom = 0;
};

struct WindowMemory {
    WindowBox box; // when neither maximized nor in full screen
    bool maximized = false;
    bool full_screen = false;

    bool operator==(const WindowMemory&) const = default;
};

// Nothing: the file does not exist or is invalid.
[[nodiscard]] std::optional<WindowMemory> load_window(const std::filesystem::path& path);
// Errors: the folder or the file cannot be written to.
[[nodiscard]] Result<void> save_window(const WindowMemory& memory, const std::filesystem::path& path);

// The first window: most of the screen's work area, centered.
[[nodiscard]] WindowBox first_window(const WindowBox& work_area);
// The same position, fitted to its screen. Nothing: that screen no longer exists.
[[nodiscard]] std::optional<WindowBox> window_on(const WindowBox& remembered, const std::vector<WindowBox>& work_areas);
// The drawn part of a window, moved and made smaller as far as needed for the window with its frame to be inside the work area.
[[nodiscard]] WindowBox whole_window(const WindowBox& drawn, const WindowFrame& frame, const WindowBox& work_area);

} // namespace warpstage::stage
