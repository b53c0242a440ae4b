// Where the window was when the program ended, and where it opens: on a screen that is there, and no larger than that.
#pragma once

#include "app/stage/standard.h"

#include <filesystem>

namespace warpstage::stage {

// In the system's units.
struct WindowBox {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    bool operator==(const WindowBox&) const = default;
};

struct WindowMemory {
    WindowBox box; // when neither maximized nor in full screen
    bool maximized = false;
    bool full_screen = false;

    bool operator==(const WindowMemory&) const = default;
};

// Nothing: there is no such file, or it makes no sense.
[[nodiscard]] std::optional<WindowMemory> load_window(const std::filesystem::path& path);
// Errors: the folder or the file cannot be written.
[[nodiscard]] Result<void> save_window(const WindowMemory& memory, const std::filesystem::path& path);

// The first window on a screen, whose parts that panels of the desktop leave are given: most of it, in its middle.
[[nodiscard]] WindowBox first_window(const WindowBox& work_area);
// The same place, made to fit the screen that it is on. Nothing: that screen is not there any more.
[[nodiscard]] std::optional<WindowBox> window_on(const WindowBox& remembered, const std::vector<WindowBox>& work_areas);

} // namespace warpstage::stage
