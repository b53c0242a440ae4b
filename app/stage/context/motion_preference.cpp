#include "app/stage/context/motion_preference.h"

#include "core/base/process/program_run.h"
#include "core/base/process/programs.h"
#include "core/base/settings_file.h"
#include "core/base/text.h"

#include <chrono>
#include <cstdlib>
#include <string>

namespace warpstage::stage {

namespace {

std::string variable(const char* name)
{
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string {} : value;
}

std::filesystem::path configuration_folder()
{
    const std::string folder = variable("XDG_CONFIG_HOME");
    return folder.empty() ? std::filesystem::path { variable("HOME") } / ".config" : std::filesystem::path { folder };
}

// GNOME and the desktops that are made of its parts.
bool gnome_animations_are_off()
{
    const std::string desktop = variable("XDG_CURRENT_DESKTOP");
    if (desktop.find("GNOME") == std::string::npos && desktop.find("Unity") == std::string::npos)
        return false;
    const auto program = find_program(toolkit_folders(), "gsettings");
    if (!program)
        return false;
    ProgramLimits limits;
    limits.time = std::chrono::milliseconds(500);
    const auto answer = run_program(*program, { "get", "org.gnome.desktop.interface", "enable-animations" }, limits);
    return answer && text::trim(answer->output) == "false";
}

} // namespace

bool animations_are_off(const std::filesystem::path& configuration)
{
    for (const char* file : { "gtk-4.0/settings.ini", "gtk-3.0/settings.ini" })
        for (const auto& [name, value] : read_settings(configuration / file))
            if (name == "gtk-enable-animations")
                return value == "0" || value == "false";
    for (const auto& [name, value] : read_settings(configuration / "kdeglobals"))
        if (name == "AnimationDurationFactor")
            return value == "0";
    return false;
}

bool prefers_reduced_motion()
{
    return animations_are_off(configuration_folder()) || gnome_animations_are_off();
}

} // namespace warpstage::stage
