// Part of every test program that is built with sanitizers. Drivers are loaded and unloaded during a test, and memory that such a
// library owns looks leaked to LeakSanitizer after the library is unloaded. Therefore no library is unloaded.
#include <dlfcn.h>

extern "C" int dlclose(void* /*handle*/) noexcept
{
    return 0;
}
