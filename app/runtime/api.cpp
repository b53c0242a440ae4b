#include "app/runtime/api.h"

#include "app/runtime/host_access.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace warpstage::runtime {

namespace {

void say(std::string_view sentence)
{
    std::fflush(stdout);
    fmt::print(stderr, "warpstage: {}\n", sentence);
}

[[noreturn]] void stop(std::string_view sentence)
{
    constexpr int kRefused = 2;
    say(sentence);
    std::_Exit(kRefused);
}

Device* make_device()
{
    const char* text = std::getenv(kSettingsVariable);
    const auto settings = read_settings(text == nullptr ? "" : text);
    if (!settings)
        stop(settings.error().message);
    const auto architecture = arch::parse_architecture(settings->architecture);
    if (!architecture)
        stop(architecture.error().message);
    const auto print = [](std::string_view output) {
        std::fwrite(output.data(), 1, output.size(), stdout);
    };
    explain_host_accesses();
    return std::make_unique<Device>(*settings, *architecture, Console { print, say }).release();
}

} // namespace

Device& device()
{
    static Device* const shared = make_device();
    return *shared;
}

} // namespace warpstage::runtime
