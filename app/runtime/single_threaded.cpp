// The project's static libraries are compiled for programs: they read this variable of the C library directly, which is
// impossible in a shared library. False is correct in every process: atomic operations stay atomic (glibc manual,
// "Single-Threaded").
// NOLINTBEGIN(readability-identifier-naming,bugprone-reserved-identifier): the name is that of the C library
extern "C" {
extern __attribute__((visibility("hidden"))) char __libc_single_threaded;
char __libc_single_threaded = 0;
}
// NOLINTEND(readability-identifier-naming,bugprone-reserved-identifier)
