// Commands that save what is shown. Each shows a message with the saved file or the error.
#pragma once

#include "app/views/view.h"

namespace warpstage::stage {

class Captures {
public:
    Captures() = default;
    Captures(const Captures&) = delete;
    Captures& operator=(const Captures&) = delete;
    virtual ~Captures() = default;

    virtual void save_picture() = 0;
    // As pixels and as vectors, on a white background.
    virtual void save_figure(const views::View& below) = 0;
    virtual void copy_picture() = 0;
    virtual void copy_figure(const views::View& below) = 0;
    // Starts or stops a clip.
    virtual void toggle_clip() = 0;
};

} // namespace warpstage::stage
