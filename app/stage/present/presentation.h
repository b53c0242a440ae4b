// Presentation controls: text size, theme, a maximized panel, a blank screen, laser pointer and highlighter, the tour. The
// settings file is saved after each change.
#pragma once

#include "app/stage/input/keys.h"
#include "app/stage/overlay_view.h"
#include "app/stage/present/marker.h"
#include "app/stage/render/look.h"
#include "app/stage/stage_options.h"
#include "app/stage/stage_settings.h"

namespace warpstage::stage {

class Presentation {
public:
    // From the settings file, else the defaults.
    Presentation(StageState& state, const StageOptions& options);

    [[nodiscard]] const StageSettings& settings() const { return m_settings; }
    [[nodiscard]] Marker& marker() { return m_marker; }
    [[nodiscard]] const Marker& marker() const { return m_marker; }

    void blank_screen() { m_blank = true; }
    // Returns whether the screen was blank.
    bool restore_screen() { return std::exchange(m_blank, false); }
    [[nodiscard]] bool blank() const { return m_blank; }

    void larger_text() { set_text_size(larger_text_size(m_settings.text_size)); }
    void smaller_text() { set_text_size(smaller_text_size(m_settings.text_size)); }
    void usual_text() { set_text_size(1.0F); }
    void next_theme();
    // With reduced motion, nothing moves until it is started with a key: neither time steps nor the recorded run.
    [[nodiscard]] bool reduced_motion() const { return m_settings.reduced_motion.value_or(m_system_reduced_motion); }
    void toggle_reduced_motion();
    // Whether the first frame is to be paused. Only once.
    [[nodiscard]] bool take_first_pause() { return !std::exchange(m_first_pause_taken, true) && reduced_motion(); }
    // The same panel again: all panels.
    void toggle_display(views::Display display);
    void toggle_maximized(const views::View& view);

    // Switches hall mode, until the window enters or leaves a second screen, which switches it automatically.
    void set_hall(bool hall) { m_hall = hall; }
    void toggle_hall();
    // The first press of a clicker begins hall mode, unless it was switched before. Returns whether it did.
    [[nodiscard]] bool begin_hall();
    [[nodiscard]] bool hall() const { return m_hall; }

    // The look of the next frame. Opens or closes the panels of hall mode.
    [[nodiscard]] Look look(const LookSize& size);

    void end_tour();

    // Only the second Escape in sequence leaves full screen; the first shows a message. Returns whether this is the second.
    [[nodiscard]] bool escape_again();
    void forget_escape() { m_escaped = false; }

private:
    void set_text_size(float factor);
    void remember();

    StageState& m_state;
    std::filesystem::path m_file; // empty: none
    StageSettings m_settings;
    Marker m_marker;
    bool m_system_reduced_motion = false;
    bool m_first_pause_taken = false;
    bool m_blank = false;
    bool m_hall = false;
    bool m_hall_chosen = false; // by a key or a clicker
    bool m_escaped = false; // once
    bool m_failure_shown = false; // whether an error of saving was shown
};

} // namespace warpstage::stage
