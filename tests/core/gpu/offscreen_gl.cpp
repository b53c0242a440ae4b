#include "tests/core/gpu/offscreen_gl.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <dlfcn.h>

#include <array>
#include <utility>

namespace warpstage::engine::test {

namespace {

// EGL_NV_device_cuda: which CUDA device an EGL device is.
constexpr EGLint kCudaDevice = 0x323A;

} // namespace

struct OffscreenGl::Functions {
    decltype(&eglGetProcAddress) get_proc_address = nullptr;
    decltype(&eglInitialize) initialize = nullptr;
    decltype(&eglTerminate) terminate = nullptr;
    decltype(&eglQueryString) query_string = nullptr;
    decltype(&eglBindAPI) bind_api = nullptr;
    decltype(&eglChooseConfig) choose_config = nullptr;
    decltype(&eglCreateContext) create_context = nullptr;
    decltype(&eglDestroyContext) destroy_context = nullptr;
    decltype(&eglMakeCurrent) make_current = nullptr;
    decltype(&glGetString) get_string = nullptr;
    PFNGLGENBUFFERSPROC gen_buffers = nullptr;
    PFNGLDELETEBUFFERSPROC delete_buffers = nullptr;
    PFNGLBINDBUFFERPROC bind_buffer = nullptr;
    PFNGLBUFFERDATAPROC buffer_data = nullptr;
    PFNGLBUFFERSUBDATAPROC buffer_sub_data = nullptr;
    PFNGLGETBUFFERSUBDATAPROC get_buffer_sub_data = nullptr;

    template <typename Function> [[nodiscard]] bool load(void* library, Function& function, const char* name) const
    {
        function = reinterpret_cast<Function>(dlsym(library, name));
        return function != nullptr;
    }

    template <typename Function> [[nodiscard]] bool load(Function& function, const char* name) const
    {
        function = reinterpret_cast<Function>(get_proc_address(name));
        return function != nullptr;
    }

    [[nodiscard]] bool load_egl(void* library)
    {
        return load(library, get_proc_address, "eglGetProcAddress") && load(library, initialize, "eglInitialize")
            && load(library, terminate, "eglTerminate") && load(library, query_string, "eglQueryString")
            && load(library, bind_api, "eglBindAPI") && load(library, choose_config, "eglChooseConfig")
            && load(library, create_context, "eglCreateContext") && load(library, destroy_context, "eglDestroyContext")
            && load(library, make_current, "eglMakeCurrent");
    }

    [[nodiscard]] bool load_gl()
    {
        return load(get_string, "glGetString") && load(gen_buffers, "glGenBuffers") && load(delete_buffers, "glDeleteBuffers")
            && load(bind_buffer, "glBindBuffer") && load(buffer_data, "glBufferData") && load(buffer_sub_data, "glBufferSubData")
            && load(get_buffer_sub_data, "glGetBufferSubData");
    }

    // The display of CUDA device 0, initialized; null if no EGL device is NVIDIA's.
    [[nodiscard]] EGLDisplay nvidia_display() const
    {
        PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
        PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display = nullptr;
        PFNEGLQUERYDEVICEATTRIBEXTPROC device_attribute = nullptr;
        if (!load(query_devices, "eglQueryDevicesEXT") || !load(platform_display, "eglGetPlatformDisplayEXT")
            || !load(device_attribute, "eglQueryDeviceAttribEXT"))
            return nullptr;
        std::array<EGLDeviceEXT, 32> devices {};
        EGLint count = 0;
        if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) == EGL_FALSE)
            return nullptr;
        for (EGLint i = 0; i < count; ++i) {
            auto* const device = devices[static_cast<std::size_t>(i)];
            EGLAttrib cuda_device = -1;
            if (device_attribute(device, kCudaDevice, &cuda_device) == EGL_FALSE || cuda_device != 0)
                continue;
            auto* const display = platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
            if (display != nullptr && initialize(display, nullptr, nullptr) == EGL_TRUE)
                return display;
        }
        return nullptr;
    }
};

OffscreenGl::OffscreenGl()
    : m_functions(std::make_unique<Functions>())
{
}

OffscreenGl::Outcome OffscreenGl::create()
{
    void* const library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return { nullptr, "there is no libEGL.so.1", {} };
    std::unique_ptr<OffscreenGl> gl { new OffscreenGl };
    auto& functions = *gl->m_functions;
    if (!functions.load_egl(library))
        return { nullptr, {}, "libEGL.so.1 lacks a function" };
    gl->m_display = functions.nvidia_display();
    if (gl->m_display == nullptr)
        return { nullptr, "no EGL device is CUDA device 0 (NVIDIA's EGL is not installed)", {} };

    if (functions.bind_api(EGL_OPENGL_API) == EGL_FALSE)
        return { nullptr, {}, "eglBindAPI refuses OpenGL" };
    const std::array<EGLint, 5> wanted { EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE };
    EGLConfig config = nullptr;
    EGLint configs = 0;
    if (functions.choose_config(gl->m_display, wanted.data(), &config, 1, &configs) == EGL_FALSE || configs == 0)
        return { nullptr, {}, "eglChooseConfig finds no configuration for OpenGL" };
    gl->m_context = functions.create_context(gl->m_display, config, EGL_NO_CONTEXT, nullptr);
    if (gl->m_context == nullptr)
        return { nullptr, {}, "eglCreateContext fails" };
    if (functions.make_current(gl->m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->m_context) == EGL_FALSE)
        return { nullptr, {}, "eglMakeCurrent without a surface fails" };
    if (!functions.load_gl())
        return { nullptr, {}, "OpenGL lacks a function" };
    gl->m_renderer = reinterpret_cast<const char*>(functions.get_string(GL_RENDERER));
    return { std::move(gl), {}, {} };
}

OffscreenGl::~OffscreenGl()
{
    if (m_context != nullptr) {
        m_functions->make_current(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        m_functions->destroy_context(m_display, m_context);
    }
    if (m_display != nullptr)
        m_functions->terminate(m_display);
}

unsigned OffscreenGl::create_buffer(std::size_t bytes)
{
    unsigned name = 0;
    m_functions->gen_buffers(1, &name);
    m_functions->bind_buffer(GL_ARRAY_BUFFER, name);
    m_functions->buffer_data(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_DYNAMIC_DRAW);
    return name;
}

void OffscreenGl::delete_buffer(unsigned name)
{
    m_functions->delete_buffers(1, &name);
}

void OffscreenGl::write(unsigned name, std::span<const std::byte> bytes)
{
    m_functions->bind_buffer(GL_ARRAY_BUFFER, name);
    m_functions->buffer_sub_data(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

void OffscreenGl::read(unsigned name, std::span<std::byte> bytes)
{
    m_functions->bind_buffer(GL_ARRAY_BUFFER, name);
    m_functions->get_buffer_sub_data(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

} // namespace warpstage::engine::test
