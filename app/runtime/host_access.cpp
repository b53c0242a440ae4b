#include "app/runtime/host_access.h"

#include "core/runtime/memory.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <string_view>

namespace warpstage::runtime {

namespace {

// Only functions that a signal handler may call.
void write_error(std::string_view text)
{
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

void write_address(std::uintptr_t address)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr unsigned kBitsPerDigit = 4;
    std::array<char, 2 * sizeof(address)> text {};
    std::size_t first = text.size();
    do {
        text[--first] = kDigits[address % kDigits.size()];
        address >>= kBitsPerDigit;
    } while (address != 0);
    write_error({ text.data() + first, text.size() - first });
}

// Returning repeats the access, which then ends the program as it does without this handler.
void handle(int signal, siginfo_t* information, void* /*context*/)
{
    if (GuardedMemory::admit(information->si_addr))
        return;
    std::signal(signal, SIG_DFL);
    if (!Memory::is_device_only(information->si_addr))
        return;
    write_error("warpstage: The host accesses device memory at address 0x");
    write_address(reinterpret_cast<std::uintptr_t>(information->si_addr));
    write_error(". Copy it to the host with `cudaMemcpy`, or allocate it with `cudaMallocManaged`.\n");
}

} // namespace

void explain_host_accesses()
{
    struct sigaction before { };
    if (sigaction(SIGSEGV, nullptr, &before) != 0 || before.sa_handler != SIG_DFL)
        return;
    struct sigaction action { };
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
}

} // namespace warpstage::runtime
