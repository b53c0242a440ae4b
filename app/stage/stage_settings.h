// What the stage remembers of its user from one start to the next: a small text file.
#pragma once

#include "app/stage/standard.h"
#include "app/views/view.h"

namespace warpstage::stage {

struct StageSettings {
    float text_size = 1.0F; // times the usual one
    draw::Theme theme = draw::Theme::dark;
    views::Display display = views::Display::panels;
    const views::View* maximized = &views::view_of("banks"); // of Display::maximized; never null
    bool tour_seen = false;

    bool operator==(const StageSettings&) const = default;
};

// The next larger or smaller of 1, 1.25, 1.5, 1.75, 2, 2.5 and 3; the same at the ends.
[[nodiscard]] float larger_text_size(float size);
[[nodiscard]] float smaller_text_size(float size);

// A file that is not there yet gives the usual settings; what a line says that nobody understands is left out.
[[nodiscard]] StageSettings load_settings(const std::filesystem::path& path);
// Errors: the folder or the file cannot be written.
[[nodiscard]] Result<void> save_settings(const StageSettings& settings, const std::filesystem::path& path);

} // namespace warpstage::stage
