#include "app/runtime/api.h"

#include "app/runtime/host_access.h"
#include "app/runtime/host_pointer.h"
#include "app/runtime/per_thread.h"

#include <fmt/format.h>
#include <pthread.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

extern "C" {
char warpstage_uses_stream_per_thread = 0;
}

namespace warpstage::runtime {

namespace {

void say(std::string_view sentence)
{
    std::fflush(stdout);
    const std::string line = fmt::format("warpstage: {}\n", sentence);
    std::fwrite(line.data(), 1, line.size(), stderr); // a closed stderr must not end the program
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
    auto made = std::make_unique<Device>(*settings, *architecture, Console { print, say });
    made->streams.watch_streams_per_thread(warpstage_uses_stream_per_thread);
    made->memory.vm().set_foreign(describe_host_pointer);
    return made.release();
}

} // namespace

void wait_for_end()
{
    while (true)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

Device& device()
{
    static Device* const shared = [] {
        Device* const made = make_device();
        ::pthread_atfork(nullptr, nullptr, [] { device().refuse_child_process(); });
        return made;
    }();
    return *shared;
}

} // namespace warpstage::runtime
