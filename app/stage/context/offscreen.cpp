#include "app/stage/context/driver_limits.h"
#include "app/stage/context/surface.h"
#include "app/stage/gl/drawable.h"
#include "app/stage/gl/objects.h"

// Avoids X11's headers and their macros.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>

#include <type_traits>

namespace warpstage::stage {

namespace {

// The entry points of EGL for drawing without a display, loaded at run time so that windows open on computers without EGL. Loaded
// once and never unloaded, because unloading crashes some drivers.
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
    // Extensions EGL_EXT_platform_base and EGL_EXT_device_enumeration with EGL_EXT_device_query; null if missing.
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display = nullptr;
    PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
    PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string = nullptr;
};

// Errors: libEGL.so.1 does not exist or is older than EGL 1.4.
Result<EglLibrary> load_egl()
{
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr)
        return Error { "Cannot open `libEGL.so.1`, which is required to draw without a display. Install the package libegl1." };
    bool complete = true;
    // POSIX allows reading an object pointer as a function pointer; C++ has no direct conversion.
    const auto resolve = [&](const char* name, auto& function) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
        complete = complete && function != nullptr;
    };
    EglLibrary egl;
    resolve("eglGetProcAddress", egl.get_proc_address);
    resolve("eglQueryString", egl.query_string);
    resolve("eglInitialize", egl.initialize);
    resolve("eglTerminate", egl.terminate);
    resolve("eglBindAPI", egl.bind_api);
    resolve("eglChooseConfig", egl.choose_config);
    resolve("eglCreateContext", egl.create_context);
    resolve("eglDestroyContext", egl.destroy_context);
    resolve("eglMakeCurrent", egl.make_current);
    if (!complete)
        return Error { "`libEGL.so.1` lacks functions of EGL 1.4. Install a newer version of the package libegl1." };

    egl.get_platform_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl.get_proc_address("eglGetPlatformDisplayEXT"));
    egl.query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl.get_proc_address("eglQueryDevicesEXT"));
    egl.query_device_string = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(egl.get_proc_address("eglQueryDeviceStringEXT"));
    return egl;
}

// An EGL display with a context, both released in the destructor.
class EglContext {
public:
    // Null if this display does not provide OpenGL 4.5 core.
    static std::unique_ptr<EglContext> open(const EglLibrary& egl, EGLDisplay display)
    {
        std::unique_ptr<EglContext> context(new EglContext(egl, display));
        if (display == EGL_NO_DISPLAY || egl.initialize(display, nullptr, nullptr) != EGL_TRUE)
            return nullptr;
        context->m_initialized = true;
        if (egl.bind_api(EGL_OPENGL_API) != EGL_TRUE)
            return nullptr;

        // No surface is created: frames are drawn into a framebuffer object.
        const std::array<EGLint, 5> config_attributes { EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE };
        EGLConfig config = nullptr;
        EGLint configs = 0;
        if (egl.choose_config(display, config_attributes.data(), &config, 1, &configs) != EGL_TRUE || configs == 0)
            config = nullptr; // EGL_KHR_no_config_context
        // A context that reports its loss if the driver supports it, else a plain one.
        for (const bool robust : { true, false }) {
            std::array<EGLint, 9> attributes { EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5,
                EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE, EGL_NONE, EGL_NONE };
            if (robust) {
                attributes[6] = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
                attributes[7] = EGL_LOSE_CONTEXT_ON_RESET;
            }
            context->m_context = egl.create_context(display, config, EGL_NO_CONTEXT, attributes.data());
            if (context->m_context != EGL_NO_CONTEXT)
                break;
        }
        if (context->m_context == EGL_NO_CONTEXT
            || egl.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->m_context) != EGL_TRUE)
            return nullptr;
        return context;
    }

    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;
    ~EglContext()
    {
        if (m_context != EGL_NO_CONTEXT) {
            m_egl.make_current(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            m_egl.destroy_context(m_display, m_context);
        }
        if (m_initialized)
            m_egl.terminate(m_display);
    }

private:
    EglContext(const EglLibrary& egl, EGLDisplay display)
        : m_egl(egl)
        , m_display(display)
    {
    }

    EglLibrary m_egl;
    EGLDisplay m_display;
    EGLContext m_context = EGL_NO_CONTEXT;
    bool m_initialized = false;
};

class OffscreenSurface final : public Surface {
public:
    OffscreenSurface(const EglLibrary& egl, EGLDisplay display, std::unique_ptr<EglContext> context, gl::PixelSize size)
        : m_egl(egl)
        , m_display(display)
        , m_context(std::move(context))
        , m_target(std::in_place, size, GL_RGBA8)
        , m_size(size)
    {
    }

    [[nodiscard]] gl::PixelSize size() const override { return m_size; }
    void resize(gl::PixelSize wanted) override
    {
        const gl::PixelSize size = gl::drawable(wanted);
        m_size = size;
        if (size.width > 0 && size.height > 0)
            m_target.emplace(size, GL_RGBA8);
    }
    [[nodiscard]] GLuint framebuffer() const override { return m_target->name(); }
    [[nodiscard]] float content_scale() const override { return 1.0F; }
    // Without this the driver would queue an unlimited number of frames.
    void present() override { glFinish(); }
    void skip() override { }
    [[nodiscard]] Result<void> renew() override
    {
        m_target.reset();
        m_context.reset();
        m_context = EglContext::open(m_egl, m_display);
        if (m_context == nullptr || gladLoadGL(m_egl.get_proc_address) == 0)
            return Error { "The device no longer provides OpenGL 4.5. The graphics driver may be restarting." };
        m_target.emplace(gl::PixelSize { std::max(1, m_size.width), std::max(1, m_size.height) }, GL_RGBA8);
        return {};
    }

private:
    EglLibrary m_egl;
    EGLDisplay m_display;
    std::unique_ptr<EglContext> m_context; // outlives the target
    std::optional<gl::Framebuffer> m_target;
    gl::PixelSize m_size; // a size of zero: the target keeps its old size and nothing is drawn
};

// Devices with a lower rank are tried first.
int rank(const EglLibrary& egl, EGLDeviceEXT device)
{
    const char* text = egl.query_device_string != nullptr ? egl.query_device_string(device, EGL_EXTENSIONS) : nullptr;
    const std::string_view extensions = text != nullptr ? text : "";
    if (extensions.find("EGL_NV_device_cuda") != std::string_view::npos)
        return 0;
    return extensions.find("EGL_MESA_device_software") != std::string_view::npos ? 2 : 1;
}

std::vector<EGLDisplay> displays(const EglLibrary& egl)
{
    std::vector<EGLDisplay> found;
    if (egl.get_platform_display == nullptr)
        return found;
    EGLint count = 0;
    if (egl.query_devices != nullptr && egl.query_devices(0, nullptr, &count) == EGL_TRUE && count > 0) {
        std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
        egl.query_devices(count, devices.data(), &count);
        devices.resize(static_cast<std::size_t>(count));
        std::stable_sort(
            devices.begin(), devices.end(), [&](EGLDeviceEXT a, EGLDeviceEXT b) { return rank(egl, a) < rank(egl, b); });
        for (EGLDeviceEXT device : devices)
            found.push_back(egl.get_platform_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    }
    found.push_back(egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    return found;
}

} // namespace

Result<std::unique_ptr<Surface>> open_offscreen_surface(gl::PixelSize size)
{
    if (size.width <= 0 || size.height <= 0)
        return Error { "An off-screen image must be at least 1 pixel wide and high." };
    if (const auto ready = prepare_driver(); !ready)
        return ready.error();
    const auto egl = load_egl();
    if (!egl)
        return egl.error();
    for (EGLDisplay display : displays(*egl)) {
        auto context = EglContext::open(*egl, display);
        if (context == nullptr || gladLoadGL(egl->get_proc_address) == 0 || GLAD_GL_VERSION_4_5 == 0)
            continue;
        GLint largest = 0;
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
        if (size.width > largest || size.height > largest)
            return Error { "An off-screen image can be at most " + std::to_string(largest)
                + " pixels wide and high on this device." };
        return std::unique_ptr<Surface>(std::make_unique<OffscreenSurface>(*egl, display, std::move(context), size));
    }
    return Error { "No EGL device on this computer provides OpenGL 4.5. Install the graphics driver, or libgl1-mesa-dri for "
                   "software rendering." };
}

} // namespace warpstage::stage
