// The functions that the worker calls: page/worker.js.
#include "app/web/web_stage.h"
#include "core/base/concurrency/background.h"
#include "core/base/words.h"

#include <emscripten/emscripten.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace {

using warpstage::web::WebStage;

std::unique_ptr<WebStage> stage; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): a module has one
std::string message; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): valid until the next call

warpstage::web::Message picture; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): valid until the next call

warpstage::stage::Key key_of(std::string_view name)
{
    if (const auto press = warpstage::stage::key_named(name))
        return press->key;
    return static_cast<warpstage::stage::Key>(0);
}

// Calls readCatalog() of page/worker.js. Returns bytes to free, or null.
// clang-format off
EM_JS(char*, read_catalog_of_page, (const char* name, std::uint32_t* bytes), {
  const content = Module["readCatalog"] ? Module["readCatalog"](UTF8ToString(name)) : null;
  if (content === null)
    return 0;
  const at = _malloc(Math.max(1, content.length));
  HEAPU8.set(content, at);
  HEAPU32[bytes >> 2] = content.length;
  return at;
})
// clang-format on

std::optional<std::string> read_catalog_of_site(const std::string& name)
{
    std::uint32_t bytes = 0;
    char* const content = read_catalog_of_page(name.c_str(), &bytes);
    if (content == nullptr)
        return std::nullopt;
    std::string read(content, bytes);
    std::free(content); // NOLINT(cppcoreguidelines-no-malloc): allocated by the page
    return read;
}

} // namespace

extern "C" {

// Empty: the stage is open. Otherwise the reason why not.
EMSCRIPTEN_KEEPALIVE const char* stage_open(
    const char* assets, const char* link, float width, float height, float content_scale, int touch, int reduced_motion)
{
    warpstage::words::set_catalog_reader(read_catalog_of_site);
    static_cast<void>(warpstage::words::set_language(warpstage::words::system_language())); // of the browser
    auto opened = WebStage::open(assets, link, { { width, height }, content_scale, 1.0F, touch != 0 },
        reduced_motion != 0 ? warpstage::web::Motion::reduced : warpstage::web::Motion::full);
    message = opened ? std::string {} : opened.error().message;
    if (opened)
        stage = *std::move(opened);
    return message.c_str();
}

// The message of the next frame; its number of words is at `count`.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* stage_draw(std::uint32_t* count)
{
    const auto words = stage->frame(std::chrono::steady_clock::now());
    *count = static_cast<std::uint32_t>(words.size());
    return words.data();
}

// Computes until the time is over. 1: more is to be computed.
EMSCRIPTEN_KEEPALIVE int stage_compute(double milliseconds)
{
    const auto limit = std::chrono::duration<double, std::milli>(milliseconds);
    const auto until = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(limit);
    return warpstage::advance_background_work(until) ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void stage_key(const char* name, int shift, int control)
{
    using warpstage::stage::Control;
    using warpstage::stage::Shift;
    const auto key = key_of(name);
    if (key != static_cast<warpstage::stage::Key>(0))
        stage->receive(
            warpstage::stage::KeyPress { key, shift != 0 ? Shift::down : Shift::up, control != 0 ? Control::down : Control::up });
}

EMSCRIPTEN_KEEPALIVE void stage_type(std::uint32_t character)
{
    stage->receive(warpstage::stage::Typed { static_cast<char32_t>(character) });
}

// The text field that is typed into, as JSON; empty: none.
EMSCRIPTEN_KEEPALIVE const char* stage_typing()
{
    message = stage->typing();
    return message.c_str();
}

// The whole text of the field.
EMSCRIPTEN_KEEPALIVE void stage_replace_text(const char* text)
{
    stage->replace_text(text);
}

EMSCRIPTEN_KEEPALIVE void stage_move(float x, float y)
{
    stage->receive(warpstage::stage::PointerMove { { x, y } });
}

EMSCRIPTEN_KEEPALIVE void stage_press(int down, int other_button, float x, float y)
{
    using warpstage::stage::Button;
    using warpstage::stage::Press;
    stage->receive(warpstage::stage::PointerPress {
        down != 0 ? Press::down : Press::up, { x, y }, other_button != 0 ? Button::other : Button::main });
}

EMSCRIPTEN_KEEPALIVE void stage_wheel(float steps, float x, float y)
{
    stage->receive(warpstage::stage::Wheel { steps, { x, y } });
}

EMSCRIPTEN_KEEPALIVE void stage_resize(float width, float height, float content_scale)
{
    stage->resize({ width, height }, content_scale);
}

EMSCRIPTEN_KEEPALIVE void stage_full_screen(int on)
{
    stage->set_full_screen(on != 0);
}

// What the page does now, as JSON: the name of its function and its arguments; empty: nothing.
EMSCRIPTEN_KEEPALIVE const char* stage_task()
{
    message.clear();
    picture.clear();
    if (const auto task = stage->take_task()) {
        message = to_json(*task);
        if (task->picture)
            picture.add(*task->picture);
    }
    return message.c_str();
}

// The argument `picture` of that function, as the words of a message; none: 0 words.
EMSCRIPTEN_KEEPALIVE const std::uint32_t* stage_task_picture(std::uint32_t* count)
{
    *count = static_cast<std::uint32_t>(picture.words().size());
    return picture.words().data();
}

// The next functions return why the text cannot be used; empty: it can.
EMSCRIPTEN_KEEPALIVE const char* stage_go(const char* link)
{
    auto read = warpstage::session::parse_link(link);
    message = read ? std::string {} : read.error().message;
    if (read)
        stage->following().go(*std::move(read));
    return message.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* stage_follow(const char* published)
{
    message = stage->following().receive(published);
    return message.c_str();
}

// The name of a file to fetch; empty: none.
EMSCRIPTEN_KEEPALIVE const char* stage_wanted_kernels()
{
    message = stage->following().wanted_kernels();
    return message.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* stage_receive_kernels(const char* content, std::size_t bytes)
{
    message = stage->following().receive_kernels({ content, bytes });
    return message.c_str();
}

EMSCRIPTEN_KEEPALIVE const char* stage_show_file(const char* path)
{
    const auto shown = stage->show_file(path);
    message = shown ? std::string {} : shown.error().message;
    return message.c_str();
}

// The files of a capture are in the folder.
EMSCRIPTEN_KEEPALIVE const char* stage_show_capture(const char* folder, const char* file)
{
    const auto shown = stage->show_capture(folder, file);
    message = shown ? std::string {} : shown.error().message;
    return message.c_str();
}

EMSCRIPTEN_KEEPALIVE void stage_explore(int on_own)
{
    stage->following().explore(on_own != 0);
}

EMSCRIPTEN_KEEPALIVE int stage_follows()
{
    return stage->following().follows() ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE const char* stage_state()
{
    message = stage->state();
    return message.c_str();
}

} // extern "C"
