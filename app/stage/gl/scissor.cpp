#include "app/stage/gl/scissor.h"

#include <algorithm>
#include <cmath>

namespace warpstage::stage::gl {

Scissor::Scissor(const draw::Rect& rect, PixelSize size)
{
    const auto bounded = [](float value, int most) {
        return std::clamp(static_cast<int>(value), 0, most);
    };
    const int left = bounded(std::floor(rect.x), size.width);
    const int top = bounded(std::floor(rect.y), size.height);
    const int right = bounded(std::ceil(rect.right()), size.width);
    const int bottom = bounded(std::ceil(rect.bottom()), size.height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, size.height - bottom, std::max(0, right - left), std::max(0, bottom - top));
}

Scissor::~Scissor()
{
    glDisable(GL_SCISSOR_TEST);
}

} // namespace warpstage::stage::gl
