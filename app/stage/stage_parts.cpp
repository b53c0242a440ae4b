#include "app/stage/stage_parts.h"

#include "app/stage/input/key_table.h"

#include <array>
#include <utility>

namespace warpstage::stage {

namespace {

struct ModeRow {
    std::string_view name;
    bool (*active)(const StageParts& stage);
    void (*leave)(StageParts& stage);
};

// By StageMode.
constexpr std::array kModes {
    ModeRow { "dark", [](const StageParts& stage) { return stage.presentation.blank(); },
        [](StageParts& stage) {
            stage.presentation.restore_screen();
        } },
    ModeRow { "editor", [](const StageParts& stage) { return stage.editor.is_open(); },
        [](StageParts& stage) {
            stage.editor.close();
        } },
    ModeRow { "marker", [](const StageParts& stage) { return stage.presentation.marker().anything(); },
        [](StageParts& stage) {
            stage.presentation.marker().clear();
        } },
    ModeRow { "help", [](const StageParts& stage) { return stage.state.overlay.help(); },
        [](StageParts& stage) {
            stage.state.overlay.close_help();
        } },
    ModeRow { "notes", [](const StageParts& stage) { return stage.state.overlay.notes(); },
        [](StageParts& stage) {
            stage.state.overlay.close_notes();
        } },
    ModeRow { "tour", [](const StageParts& stage) { return stage.state.overlay.tour().has_value(); },
        [](StageParts& stage) {
            stage.presentation.end_tour();
        } },
    ModeRow { "sheet", [](const StageParts& stage) { return stage.state.overlay.sheet() != nullptr; },
        [](StageParts& stage) {
            stage.state.overlay.toggle_sheet(*stage.state.overlay.sheet());
        } },
    ModeRow { "view", [](const StageParts& stage) { return stage.state.overlay.display() != views::Display::panels; },
        [](StageParts& stage) {
            stage.presentation.toggle_display(stage.state.overlay.display());
        } },
    ModeRow { "plain", [](const StageParts&) { return true; },
        [](StageParts& stage) {
            stage.state.overlay.mark(stage.state.overlay.marked());
            if (stage.window != nullptr && stage.window->full_screen())
                stage.window->toggle_full_screen();
        } },
};

} // namespace

StageParts::StageParts(
    const StageOptions& options, std::unique_ptr<Renderer> made, Window* opened, Capture::Screenshot screenshot)
    : state { nullptr, OverlayView(views::Display::panels, key_words()), {} }
    , renderer(std::move(made))
    , window(opened)
    , scene(state, *renderer)
    , presentation(state, options)
    , editor(state)
    , pointer(state, *renderer, scene, presentation, editor, window)
    , frame(state, *renderer, scene, presentation)
    , capture(state, *renderer, options, std::move(screenshot))
{
}

StageMode mode_of(const StageParts& stage)
{
    std::size_t mode = 0;
    while (!kModes.at(mode).active(stage))
        ++mode;
    return static_cast<StageMode>(mode);
}

std::string_view name_of(StageMode mode)
{
    return kModes.at(static_cast<std::size_t>(mode)).name;
}

void leave_mode(StageParts& stage)
{
    kModes.at(static_cast<std::size_t>(mode_of(stage))).leave(stage);
}

} // namespace warpstage::stage
