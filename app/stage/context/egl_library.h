// The few entry points of EGL that drawing without a display needs, opened at run time: a machine without EGL still opens
// windows.
#pragma once

#include "core/base/result.h"

// Keeps X11's headers, and their macros, out.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace warpstage::stage {

struct EglLibrary {
    decltype(&eglGetProcAddress) get_proc_address = nullptr;
    decltype(&eglQueryString) query_string = nullptr;
    decltype(&eglInitialize) initialize = nullptr;
    decltype(&eglTerminate) terminate = nullptr;
    decltype(&eglBindAPI) bind_api = nullptr;
    decltype(&eglChooseConfig) choose_config = nullptr;
    decltype(&eglCreateContext) create_context = nullptr;
    decltype(&eglDestroyContext) destroy_context = nullptr;
    decltype(&eglMakeCurrent) make_current = nullptr;
    // Extensions EGL_EXT_platform_base and EGL_EXT_device_enumeration with EGL_EXT_device_query; null where missing.
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
    PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
    PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string = nullptr;

    // Errors: libEGL.so.1 is not there, or older than EGL 1.4. Loaded once; it stays for the life of the program, as drivers
    // that hang on it do not survive being unloaded.
    [[nodiscard]] static Result<EglLibrary> load();
};

} // namespace warpstage::stage
