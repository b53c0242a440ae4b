// Part of every test program that is built with sanitizers. Drivers are opened and closed while a test runs, and what such a
// library holds looks lost to LeakSanitizer once it is gone. So none goes.
#include <dlfcn.h>

extern "C" int dlclose(void* /*handle*/) noexcept
{
    return 0;
}
