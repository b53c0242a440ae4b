// How a stage is opened.
#pragma once

#include "app/stage/gl/objects.h"
#include "app/stage/render/drawing.h"
#include "app/views/view.h"

namespace warpstage::stage {

// Writes a figure as a file, in the format that the path's ending names; see app/export. Errors: a sentence.
using FigureSaver = std::function<Result<void>(
    const draw::DrawList& page, const std::filesystem::path& path, const std::string& title, const std::string& description)>;

struct StartChoices;

struct StageOptions {
    gl::PixelSize size { 1280, 720 }; // of a window: in the system's units, which a dense screen multiplies
    float scale = 1.0F; // of text and panels, times what suits the size of the picture and the display
    bool hall = false; // begin in hall mode
    std::optional<draw::Theme> theme; // nothing: from the settings, else dark
    std::optional<views::Display> display; // nothing: from the settings, else all panels
    std::filesystem::path shaders; // the folder
    std::filesystem::path pictures; // where F12 saves; empty: warpstage/ in the user's pictures folder
    std::filesystem::path settings; // the file that keeps what the user chose; empty: none is read or written
    std::filesystem::path state; // the file that keeps where the window was; empty: it opens with `size`
    std::shared_ptr<const StartChoices> start {}; // of the start page; null: there is none
    std::string title = "warpstage";
    std::optional<Drawing> drawing; // nothing: chosen for what OpenGL runs on
    std::string no_console; // what the console's key reports; empty: the key requests the console
    FigureSaver save_figure; // null: Shift+F12 reports that there is none
};

} // namespace warpstage::stage
