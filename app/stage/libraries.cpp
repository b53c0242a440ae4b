#include "app/stage/libraries.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <png.h>

namespace warpstage::stage {

std::vector<std::string> library_versions()
{
    int major = 0;
    int minor = 0;
    int revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    return { "GLFW " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(revision),
        "Dear ImGui " IMGUI_VERSION, std::string("libpng ") + png_get_libpng_ver(nullptr) };
}

} // namespace warpstage::stage
