// Options of a stage.
#pragma once

#include "app/stage/gl/pixels.h"
#include "app/stage/render/drawing.h"
#include "app/views/view.h"

namespace warpstage::stage {

// Writes a figure to a file in the format of the path's extension; see app/export. Errors: a sentence.
using FigureSaver = std::function<Result<void>(
    const draw::DrawList& page, const std::filesystem::path& path, const std::string& title, const std::string& description)>;

struct StartChoices;

struct StageOptions {
    gl::PixelSize size { 1280, 720 }; // of a window: in screen coordinates, which a high-density screen scales
    float scale = 1.0F; // of text and panels, multiplied by the factor that suits window and display
    bool hall = false; // start in hall mode
    bool tour = true; // open the tour if the settings do not say that it was seen
    bool reduced_motion = false; // preference of the system, unless the settings say otherwise
    std::optional<draw::Theme> theme; // nothing: as saved in the settings, else dark
    std::optional<views::Display> display; // nothing: as saved in the settings, else all panels
    std::filesystem::path shaders; // the folder
    std::filesystem::path pictures; // folder for F12; empty: warpstage/ in the user's pictures folder
    std::filesystem::path settings; // settings file; empty: none is read or written
    std::filesystem::path state; // file with the window's position; empty: the window opens with `size`
    std::shared_ptr<const StartChoices> start {}; // of the start page; null: no start page
    std::string title = "warpstage";
    std::optional<Drawing> drawing; // nothing: chosen to suit the OpenGL renderer
    std::string no_console; // what the console's key reports; empty: the key opens the console
    std::string site; // address of a web edition, for links; empty: unknown
    std::shared_ptr<const views::FollowCode> follow_code {}; // for the presenter's followers; null: `no_follow_code`
    std::string no_follow_code; // what the code's key reports
    FigureSaver save_figure; // null: Shift+F12 reports that figures cannot be saved
};

} // namespace warpstage::stage
