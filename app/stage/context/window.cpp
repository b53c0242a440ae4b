#include "app/stage/context/window.h"

#include "app/stage/context/driver_limits.h"
#include "app/stage/context/screens.h"
#include "app/stage/context/window_memory.h"
#include "app/stage/gl/drawable.h"

#include <thread>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace warpstage::stage {

namespace {

using Clock = std::chrono::steady_clock;

// From Key::tab to Key::erase, in their order; F1 to F12 are consecutive in both enumerations.
constexpr std::array kNamedKeys { GLFW_KEY_TAB, GLFW_KEY_ESCAPE, GLFW_KEY_LEFT, GLFW_KEY_RIGHT, GLFW_KEY_UP, GLFW_KEY_DOWN,
    GLFW_KEY_HOME, GLFW_KEY_END, GLFW_KEY_PAGE_UP, GLFW_KEY_PAGE_DOWN, GLFW_KEY_ENTER, GLFW_KEY_BACKSPACE, GLFW_KEY_DELETE };

Key key_after(Key first, std::ptrdiff_t distance)
{
    return static_cast<Key>(static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(distance));
}

// Non-printing keys, and digits by position: on some layouts digits require Shift.
std::optional<Key> named_key(int key)
{
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)
        return key_after(Key::digit_0, key - GLFW_KEY_0);
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
        return key_after(Key::digit_0, key - GLFW_KEY_KP_0);
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
        return key_after(Key::f1, key - GLFW_KEY_F1);
    if (key == GLFW_KEY_KP_ENTER)
        return Key::enter;
    const auto* const named = std::find(kNamedKeys.begin(), kNamedKeys.end(), key);
    return named != kNamedKeys.end() ? std::optional(key_after(Key::tab, named - kNamedKeys.begin())) : std::nullopt;
}

// All other keys by the character of the user's layout.
Key printed_key(unsigned codepoint)
{
    if (codepoint >= 'A' && codepoint <= 'Z')
        codepoint += 'a' - 'A';
    return static_cast<Key>(codepoint == '=' ? '+' : codepoint); // '+' without Shift on an American keyboard
}

// With Control no character event arrives, so the name of the key is used.
std::optional<Key> chord_key(int key, int code)
{
    if (key == GLFW_KEY_KP_ADD)
        return Key::plus;
    if (key == GLFW_KEY_KP_SUBTRACT)
        return Key::minus;
    if (const auto named = named_key(key))
        return named;
    const char* printed = glfwGetKeyName(key, code);
    return printed != nullptr && printed[0] != '\0' && printed[1] == '\0'
        ? std::optional(printed_key(static_cast<unsigned char>(printed[0])))
        : std::nullopt;
}

std::string last_glfw_error()
{
    const char* description = nullptr;
    glfwGetError(&description);
    return description != nullptr ? description : "unknown reason";
}

constexpr gl::PixelSize kLeastSize { 480, 320 }; // room for one panel

// The window is created hidden. The context reports its loss if the driver supports it.
Result<GLFWwindow*> make_window(const std::string& title, gl::PixelSize size, GLFWmonitor* monitor)
{
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE); // a click on the console must not take the picture off the projector
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "warpstage");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "warpstage");
    for (const int robustness : { GLFW_LOSE_CONTEXT_ON_RESET, GLFW_NO_ROBUSTNESS }) {
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robustness);
        if (GLFWwindow* window = glfwCreateWindow(size.width, size.height, title.c_str(), monitor, nullptr); window != nullptr) {
            glfwSetWindowSizeLimits(window, kLeastSize.width, kLeastSize.height, GLFW_DONT_CARE, GLFW_DONT_CARE);
            return window;
        }
    }
    return Error { "Cannot open a window with OpenGL 4.5: " + last_glfw_error()
        + ". Update the graphics driver, or install libgl1-mesa-dri for software rendering." };
}

Result<void> adopt_context(GLFWwindow* window)
{
    glfwMakeContextCurrent(window);
    if (gladLoadGL(glfwGetProcAddress) == 0 || GLAD_GL_VERSION_4_5 == 0)
        return Error { "The display supports only OpenGL versions before 4.5. Update the graphics driver." };
    glfwSwapInterval(1);
    return {};
}

class GlfwWindow final : public Window {
public:
    GlfwWindow(GLFWwindow* window, std::string title, std::filesystem::path state)
        : m_window(window)
        , m_title(std::move(title))
        , m_state(std::move(state))
        , m_hand(glfwCreateStandardCursor(GLFW_HAND_CURSOR))
    {
        listen();
    }

    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;
    ~GlfwWindow() override
    {
        remember();
        if (m_hand != nullptr)
            glfwDestroyCursor(m_hand);
        glfwDestroyWindow(m_window);
        glfwTerminate();
    }

    // GLFW creates window and context together, so a new window replaces the old one at the same place.
    [[nodiscard]] Result<void> renew() override;

    void listen()
    {
        static constexpr auto kSelf = [](GLFWwindow* w) -> GlfwWindow& {
            return *static_cast<GlfwWindow*>(glfwGetWindowUserPointer(w));
        };
        measure_refresh();
        GLFWwindow* window = m_window;
        glfwSetWindowUserPointer(window, this);
        glfwSetKeyCallback(window,
            [](GLFWwindow* w, int key, int code, int action, int modifiers) { kSelf(w).on_key(key, code, action, modifiers); });
        glfwSetCharCallback(window, [](GLFWwindow* w, unsigned codepoint) { kSelf(w).on_character(codepoint); });
        glfwSetCursorPosCallback(
            window, [](GLFWwindow* w, double, double) { kSelf(w).m_events.emplace_back(PointerMove { kSelf(w).pointer() }); });
        glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int) {
            if (button == GLFW_MOUSE_BUTTON_LEFT || button == GLFW_MOUSE_BUTTON_RIGHT)
                kSelf(w).m_events.emplace_back(PointerPress { action == GLFW_PRESS ? Press::down : Press::up, kSelf(w).pointer(),
                    button == GLFW_MOUSE_BUTTON_LEFT ? Button::main : Button::other });
        });
        glfwSetDropCallback(
            window, [](GLFWwindow* w, int count, const char** names) { kSelf(w).m_dropped.assign(names, names + count); });
        glfwSetScrollCallback(window, [](GLFWwindow* w, double, double steps) {
            kSelf(w).m_events.emplace_back(Wheel { static_cast<float>(steps), kSelf(w).pointer() });
        });
        glfwSetWindowSizeCallback(window, [](GLFWwindow* w, int, int) { kSelf(w).m_placed_anew = true; });
        glfwSetWindowPosCallback(window, [](GLFWwindow* w, int, int) { kSelf(w).m_placed_anew = true; });
        glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { kSelf(w).m_exposed = true; });
        glfwSetWindowContentScaleCallback(window,
            [](GLFWwindow* w, float, float) { kSelf(w).m_events.emplace_back(ContentScale { kSelf(w).content_scale() }); });
    }

    // Of a window that is larger than OpenGL can draw, the lower left part is drawn.
    [[nodiscard]] gl::PixelSize size() const override { return gl::drawable(whole_size()); }
    [[nodiscard]] gl::PixelSize whole_size() const
    {
        gl::PixelSize size;
        glfwGetFramebufferSize(m_window, &size.width, &size.height);
        return size;
    }

    void resize(gl::PixelSize size) override
    {
        if (size.width > 0 && size.height > 0)
            glfwSetWindowSize(m_window, size.width, size.height);
    }

    [[nodiscard]] GLuint framebuffer() const override { return 0; }

    [[nodiscard]] float content_scale() const override
    {
        float x = 1.0F;
        float y = 1.0F;
        glfwGetWindowContentScale(m_window, &x, &y);
        return std::clamp(std::max(x, y), 0.5F, 4.0F);
    }

    void present() override
    {
        glfwSwapBuffers(m_window);
        if (!m_shown) {
            m_shown = true;
            glfwShowWindow(m_window);
            if (m_memory.full_screen && !full_screen())
                toggle_full_screen();
        }
        hold_the_rate();
    }

    void skip() override { hold_the_rate(); }

    [[nodiscard]] bool should_close() const override { return glfwWindowShouldClose(m_window) == GLFW_TRUE; }

    [[nodiscard]] std::vector<Event> take_events() override
    {
        glfwPollEvents();
        if (std::exchange(m_placed_anew,
                false)) // a query of the screens is a request to the display server, so it is not made in each frame
            if (const bool covers = full_screen() || covers_second_screen(); covers != std::exchange(m_covers_screen, covers))
                m_events.emplace_back(HallMode { covers });
        const auto now = Clock::now();
        m_screens.keep_whole(m_window, now);
        if (now - m_remembered > std::chrono::seconds(1)) {
            m_remembered = now;
            remember();
        }
        return std::exchange(m_events, {});
    }

    [[nodiscard]] std::vector<std::filesystem::path> take_dropped() override { return std::exchange(m_dropped, {}); }

    [[nodiscard]] bool take_exposed() override { return std::exchange(m_exposed, false); }

    // The last position and size; the first window gets a size that suits the screen.
    void take_place()
    {
        if (m_state.empty())
            return;
        std::vector<WindowBox> areas;
        int count = 0;
        GLFWmonitor** monitors = glfwGetMonitors(&count);
        for (int i = 0; i < count; ++i) {
            WindowBox area;
            glfwGetMonitorWorkarea(monitors[i], &area.x, &area.y, &area.width, &area.height);
            if (area.width > 0 && area.height > 0)
                areas.push_back(area);
        }
        if (areas.empty())
            return;
        const auto remembered = load_window(m_state);
        const auto box = remembered ? window_on(remembered->box, areas) : std::nullopt;
        m_memory.box = box.value_or(first_window(areas.front()));
        glfwSetWindowSize(m_window, m_memory.box.width, m_memory.box.height);
        glfwSetWindowPos(m_window, m_memory.box.x, m_memory.box.y);
        if (!box)
            return;
        m_memory.full_screen = remembered->full_screen;
        m_memory.maximized = remembered->maximized;
        if (m_memory.maximized)
            glfwMaximizeWindow(m_window);
    }

    void set_pointer(Pointer pointer) override
    {
        if (pointer == m_pointer)
            return;
        glfwSetCursor(m_window, pointer == Pointer::hand ? m_hand : nullptr);
        glfwSetInputMode(m_window, GLFW_CURSOR, pointer == Pointer::hidden ? GLFW_CURSOR_HIDDEN : GLFW_CURSOR_NORMAL);
        m_pointer = pointer;
    }

    [[nodiscard]] WindowPlace place() const override
    {
        const WindowBox at = placement(m_window);
        WindowPlace place { at.x + at.width / 2, at.y + at.height / 2, 0 };
        static_cast<void>(glfwGetMonitors(&place.screens));
        return place;
    }

    [[nodiscard]] bool full_screen() const override { return glfwGetWindowMonitor(m_window) != nullptr; }

    void close() override { glfwSetWindowShouldClose(m_window, GLFW_TRUE); }
    void copy_text(const std::string& text) override { glfwSetClipboardString(m_window, text.c_str()); }
    void toggle_full_screen() override
    {
        m_placed_anew = true;
        if (full_screen()) {
            glfwSetWindowMonitor(m_window, nullptr, m_placed.x, m_placed.y, m_placed.width, m_placed.height, GLFW_DONT_CARE);
            measure_refresh();
            return;
        }
        m_placed = placement(m_window);
        GLFWmonitor* monitor = screen_below(m_window);
        const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
        if (mode != nullptr)
            glfwSetWindowMonitor(m_window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
        glfwSwapInterval(1);
        measure_refresh();
    }

private:
    // Saved periodically and at the end, so that nothing is lost if the program is killed.
    void remember()
    {
        if (m_state.empty() || !m_shown || glfwGetWindowAttrib(m_window, GLFW_ICONIFIED) == GLFW_TRUE)
            return;
        WindowMemory now = m_memory;
        now.full_screen = full_screen();
        now.maximized = !now.full_screen && glfwGetWindowAttrib(m_window, GLFW_MAXIMIZED) == GLFW_TRUE;
        if (now.full_screen)
            now.maximized = m_memory.maximized;
        else if (!now.maximized)
            now.box = placement(m_window);
        if (now == m_memory)
            return;
        m_memory = now;
        static_cast<void>(
            save_window(now, m_state)); // not reported during a lecture: only the position of the next window is affected
    }

    void on_key(int key, int code, int action, int modifiers)
    {
        m_repeats = action == GLFW_REPEAT;
        m_chord = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0;
        m_shift = (modifiers & GLFW_MOD_SHIFT) != 0 ? Shift::down : Shift::up;
        if ((modifiers & GLFW_MOD_CONTROL) != 0 && (modifiers & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) == 0) {
            const auto chord = chord_key(key, code);
            // Keys that toggle do not repeat while held.
            const bool repeats = chord == Key::plus || chord == Key::minus;
            if (chord && (action == GLFW_PRESS || (m_repeats && repeats)))
                m_events.emplace_back(KeyPress { *chord, m_shift, Control::down });
            return;
        }
        const auto named = named_key(key);
        // Keys that move by one repeat while held.
        const bool may_repeat = named == Key::backspace || named == Key::erase || named == Key::up || named == Key::down;
        if ((action != GLFW_PRESS && !(m_repeats && may_repeat)) || m_chord)
            return;
        m_named = named.has_value();
        if (named)
            m_events.emplace_back(KeyPress { *named, m_shift });
    }

    // Arrives right after its key event. A digit key has already been reported by its position.
    void on_character(unsigned codepoint)
    {
        const Key printed = printed_key(codepoint);
        if (printed == Key::slash && m_named && !m_chord && !m_events.empty()
            && std::holds_alternative<KeyPress>(m_events.back())) { // Shift and 7 on many layouts
            m_events.pop_back();
            m_named = false;
        }
        if (!m_chord)
            m_events.emplace_back(Typed { codepoint });
        // A held key would toggle the pause many times per second; only zooming and stepping repeat.
        const bool may_repeat = printed == Key::plus || printed == Key::minus || printed == Key::j || printed == Key::l;
        if (!m_chord && !m_named && (!m_repeats || may_repeat))
            m_events.emplace_back(KeyPress { printed, m_shift });
    }

    // GLFW reports positions in screen coordinates, which are not pixels on every system.
    [[nodiscard]] draw::Point pointer() const
    {
        double x = 0.0;
        double y = 0.0;
        glfwGetCursorPos(m_window, &x, &y);
        int width = 1;
        int height = 1;
        glfwGetWindowSize(m_window, &width, &height);
        const gl::PixelSize pixels = whole_size();
        return { static_cast<float>(x * pixels.width / std::max(width, 1)),
            static_cast<float>(y * pixels.height / std::max(height, 1) - (pixels.height - size().height)) };
    }

    // Whether the window without full screen covers a screen other than the primary one, as on a projector.
    [[nodiscard]] bool covers_second_screen() const
    {
        GLFWmonitor* monitor = screen_below(m_window);
        const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
        if (mode == nullptr || monitor == glfwGetPrimaryMonitor())
            return false;
        const WindowBox at = placement(m_window);
        return at.width >= mode->width && at.height >= mode->height;
    }

    // A query of the mode is a request to the display server, so it is not made in each frame.
    void measure_refresh()
    {
        GLFWmonitor* monitor = screen_below(m_window);
        const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
        const int rate = mode != nullptr && mode->refreshRate >= 24 ? mode->refreshRate : 60;
        m_period = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / rate));
    }

    // Vertical sync is only a request: software renderers, remote displays and some driver settings ignore it, and drawing would
    // then take CPU time from the virtual machine. So the frame rate is limited to the monitor's refresh rate.
    void hold_the_rate()
    {
        m_due += m_period;
        const auto now = Clock::now();
        // With vertical sync a frame ends close to its due time, so only a clearly early frame waits. The frame after a late one
        // may be early to keep the rate; if it is later than one period, a frame is dropped.
        if (m_due - now > m_period / 10)
            std::this_thread::sleep_until(m_due);
        else if (m_due > now || now - m_due > m_period)
            m_due = now;
    }

    GLFWwindow* m_window;
    std::string m_title;
    std::filesystem::path m_state; // empty: the position is not saved
    WindowMemory m_memory; // as last saved
    Clock::time_point m_remembered;
    GLFWcursor* m_hand; // null: the system has no such cursor, and the arrow stays
    Pointer m_pointer = Pointer::arrow;
    std::vector<Event> m_events;
    std::vector<std::filesystem::path> m_dropped;
    Shift m_shift = Shift::up;
    bool m_repeats = false;
    bool m_chord = false;
    bool m_named = false; // the last key was reported by its key event, not by its character
    bool m_shown = false;
    bool m_exposed = false;
    bool m_placed_anew = true;
    Screens m_screens;
    bool m_covers_screen = false; // a whole one, which begins hall mode
    WindowBox m_placed; // before full screen
    Clock::duration m_period { 0 }; // refresh period of the monitor
    Clock::time_point m_due = Clock::now(); // due time of the last frame at the monitor's refresh rate
};

Result<void> GlfwWindow::renew()
{
    const WindowBox at = placement(m_window);
    GLFWmonitor* monitor = glfwGetWindowMonitor(m_window);
    auto window = make_window(m_title, { std::max(1, at.width), std::max(1, at.height) }, monitor);
    if (!window)
        return window.error();
    glfwDestroyWindow(m_window);
    m_window = *window;
    m_pointer = Pointer::arrow;
    m_shown = false;
    listen();
    // The size already contains the old screen's scale.
    if (monitor == nullptr) {
        glfwSetWindowSize(m_window, std::max(1, at.width), std::max(1, at.height));
        glfwSetWindowPos(m_window, at.x, at.y);
    }
    return adopt_context(m_window);
}

} // namespace

Result<std::unique_ptr<Window>> Window::open(const std::string& title, gl::PixelSize size, const std::filesystem::path& state)
{
    if (const auto ready = prepare_driver(); !ready)
        return ready.error();
    if (glfwInit() != GLFW_TRUE)
        return Error { "Cannot open a window: " + last_glfw_error()
            + ". Start the program in a graphical session, or draw off screen with `--offscreen 1920x1080 --screenshot FILE`." };
    auto window = make_window(title, size, nullptr);
    if (!window) {
        glfwTerminate();
        return window.error();
    }
    auto opened = std::make_unique<GlfwWindow>(*window, title, state);
    opened->take_place();
    if (auto adopted = adopt_context(*window); !adopted)
        return adopted.error();
    return std::unique_ptr<Window>(std::move(opened));
}

std::vector<std::string> window_libraries()
{
    int major = 0;
    int minor = 0;
    int revision = 0;
    glfwGetVersion(&major, &minor, &revision);
    return { "GLFW " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(revision) };
}

} // namespace warpstage::stage
