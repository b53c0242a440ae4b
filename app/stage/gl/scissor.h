// Drawing bounded to a part of the window while this lives.
#pragma once

#include "app/draw/draw_list.h"
#include "app/stage/gl/texture.h"

namespace warpstage::stage::gl {

class Scissor {
public:
    // `rect` in pixels from the top left, of which all that it touches is drawn; `size` of the framebuffer.
    Scissor(const draw::Rect& rect, PixelSize size);
    Scissor(const Scissor&) = delete;
    Scissor& operator=(const Scissor&) = delete;
    ~Scissor();
};

} // namespace warpstage::stage::gl
