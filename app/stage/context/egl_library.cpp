#include "app/stage/context/egl_library.h"

#include <dlfcn.h>

namespace warpstage::stage {

namespace {

// POSIX lets an object pointer be read as a function pointer; C++ has no other way to say so.
template <typename Function> void resolve(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
}

} // namespace

Result<EglLibrary> EglLibrary::load()
{
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
        return Error { "Drawing without a display needs EGL, and libEGL.so.1 cannot be opened; install the package libegl1." };
    EglLibrary egl;
    resolve(library, "eglGetProcAddress", egl.get_proc_address);
    resolve(library, "eglQueryString", egl.query_string);
    resolve(library, "eglInitialize", egl.initialize);
    resolve(library, "eglTerminate", egl.terminate);
    resolve(library, "eglBindAPI", egl.bind_api);
    resolve(library, "eglChooseConfig", egl.choose_config);
    resolve(library, "eglCreateContext", egl.create_context);
    resolve(library, "eglDestroyContext", egl.destroy_context);
    resolve(library, "eglMakeCurrent", egl.make_current);
    if (egl.get_proc_address == nullptr || egl.query_string == nullptr || egl.initialize == nullptr || egl.terminate == nullptr
        || egl.bind_api == nullptr || egl.choose_config == nullptr || egl.create_context == nullptr
        || egl.destroy_context == nullptr || egl.make_current == nullptr)
        return Error { "libEGL.so.1 lacks functions of EGL 1.4; install a newer package libegl1." };

    egl.get_platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl.get_proc_address("eglGetPlatformDisplayEXT"));
    egl.query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl.get_proc_address("eglQueryDevicesEXT"));
    egl.query_device_string = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(egl.get_proc_address("eglQueryDeviceStringEXT"));
    return egl;
}

} // namespace warpstage::stage
