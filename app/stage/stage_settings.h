// The stage's settings, saved between runs in a text file.
#pragma once

#include "app/stage/standard.h"
#include "app/views/view.h"

namespace warpstage::stage {

struct StageSettings {
    float text_size = 1.0F; // factor of the usual size
    draw::Theme theme = draw::Theme::dark;
    views::Display display = views::Display::panels;
    const views::View* maximized = &views::named::banks; // of Display::maximized; never null
    bool tour_seen = false;
    std::optional<bool> reduced_motion {}; // nothing: as the system says

    bool operator==(const StageSettings&) const = default;
};

// The next larger or smaller of 1, 1.25, 1.5, 1.75, 2, 2.5 and 3; unchanged at the ends.
[[nodiscard]] float larger_text_size(float size);
[[nodiscard]] float smaller_text_size(float size);

// A missing file gives the default settings; unknown lines are ignored.
[[nodiscard]] StageSettings load_settings(const std::filesystem::path& path);
// Errors: the folder or the file cannot be written to.
[[nodiscard]] Result<void> save_settings(const StageSettings& settings, const std::filesystem::path& path);

} // namespace warpstage::stage
