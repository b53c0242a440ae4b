// What the shared libraries of this folder define in place of the C library.
#include <unistd.h>

#include <cstdint>

// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier): the names are those of the C library
extern "C" {
// The project's static libraries are compiled for programs: they read this variable of the C library directly, which is
// impossible in a shared library. False is correct in every process: atomic operations stay atomic (glibc manual,
// "Single-Threaded").
extern __attribute__((visibility("hidden"))) char __libc_single_threaded;
char __libc_single_threaded = 0;

// The C++ library that is linked statically calls it for std::random_device, and glibc has it since version 2.36 only.
__attribute__((visibility("hidden"))) std::uint32_t arc4random() noexcept;
std::uint32_t arc4random() noexcept
{
    std::uint32_t number = 0;
    return getentropy(&number, sizeof number) == 0 ? number : static_cast<std::uint32_t>(getpid());
}
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
