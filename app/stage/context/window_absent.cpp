// In place of the window in the program that is linked without GLFW, which starts the other one for windows.
#include "app/stage/context/window.h"
#include "core/base/verify.h"

namespace warpstage::stage {

Result<std::unique_ptr<Window>> Window::open(
    const std::string& /*title*/, gl::PixelSize /*size*/, const std::filesystem::path& /*state*/)
{
    VERIFY_NOT_REACHED();
}

std::vector<std::string> window_libraries()
{
    return {};
}

} // namespace warpstage::stage
