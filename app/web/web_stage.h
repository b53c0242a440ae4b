// The session and the stage's logic in a web worker. The page sends events and receives messages of what to paint.
#pragma once

#include "app/shell/application.h"
#include "app/stage/capture/figure_page.h"
#include "app/stage/render/look.h"
#include "app/stage/stage_options.h"
#include "app/stage/stage_parts.h"
#include "app/web/message.h"
#include "app/web/page_task.h"
#include "app/web/web_scene.h"

#include <memory>
#include <string>

namespace warpstage::web {

class PageScreen final : public stage::Screen {
public:
    [[nodiscard]] draw::Size points() const override { return m_size.points; }
    [[nodiscard]] const draw::Style& style() const override { return m_style; }
    void set_content_scale(float scale) override;
    [[nodiscard]] const stage::LookSize& look_size() const { return m_size; }
    void resize(draw::Size points) { m_size.points = points; }
    void set_touch(bool touch) { m_size.touch = touch; }
    // Whether the style has changed.
    bool adopt(const stage::Look& look);

private:
    stage::LookSize m_size;
    draw::Style m_style;
};

class PageWindow final : public stage::WindowControl {
public:
    void set_pointer(Pointer pointer) override { m_pointer = pointer; }
    [[nodiscard]] Pointer pointer() const { return m_pointer; }
    [[nodiscard]] bool full_screen() const override { return m_full_screen; }
    void set_full_screen(bool full_screen) { m_full_screen = full_screen; }
    void toggle_full_screen() override { request({ kFullScreen }); }
    [[nodiscard]] bool choose_file() override
    {
        request({ kChooseFile });
        return true;
    }
    void close() override { } // the browser's user closes the page
    void request(PageTask task) { m_task = std::move(task); }
    // The page has its own address: the text begins with `#`.
    void copy_text(const std::string& text) override { request({ kCopyLink, { { "link", text.substr(1) } } }); }
    // What the page was asked to do last.
    [[nodiscard]] std::optional<PageTask> take_task() { return std::exchange(m_task, std::nullopt); }

private:
    Pointer m_pointer = Pointer::arrow;
    bool m_full_screen = false;
    std::optional<PageTask> m_task;
};

// Pictures are downloads of the page.
class PageCaptures final : public stage::Captures {
public:
    PageCaptures(stage::StageState& state, PageWindow& window)
        : m_state(state)
        , m_window(window)
    {
    }
    void save_picture() override { m_window.request({ kSavePicture }); }
    void save_figure(const views::View& below) override;
    void copy_picture() override { } // a page has no command for this and the following: absent_commands_of_page.cpp
    void copy_figure(const views::View& /*below*/) override { }
    void toggle_clip() override { }

private:
    void say(const std::string& sentence) { m_state.overlay.say(sentence, session::Severity::attention); }

    stage::StageState& m_state;
    PageWindow& m_window;
};

// The preference of the browser: lessons start paused, or moving.
enum class Motion : std::uint8_t { full, reduced };

class WebStage final : public stage::Face {
public:
    // `link`: the fragment of the page's address; without a lesson the first one is shown. Errors: those of
    // parse_link() and Session::create().
    [[nodiscard]] static Result<std::unique_ptr<WebStage>> open(
        const std::filesystem::path& assets, std::string_view link, const stage::LookSize& size, Motion motion);

    void receive(const stage::Event& event) { stage::receive(m_parts, event); }
    // Shows a recorded session. Errors: those of session_file::load() and session_file::restore().
    [[nodiscard]] Result<void> show_file(const std::filesystem::path& path);
    // Shows the lesson of a capture, whose files are in the folder. `file`: the capture's name. Errors: those of load_lesson(),
    // buffers that are too large for a page.
    [[nodiscard]] Result<void> show_capture(const std::filesystem::path& folder, const std::string& file);
    void resize(draw::Size points, float content_scale);
    void set_full_screen(bool full_screen) { m_window.set_full_screen(full_screen); }
    // Everything is painted again.
    void invalidate();

    // The message of the next frame.
    [[nodiscard]] std::span<const std::uint32_t> frame(Time now);
    [[nodiscard]] std::optional<PageTask> take_task() { return m_window.take_task(); }
    [[nodiscard]] shell::Following& following() { return m_application.following(); }
    // The text field that is typed into, as JSON; empty: none.
    [[nodiscard]] std::string typing() const;
    void replace_text(std::string_view text) { m_parts.lists.replace_text(text); }
    // What is shown, as JSON, for tests: lesson, variant, cue, step, frames per second, mode.
    [[nodiscard]] std::string state();

private:
    struct Frame { // written when it changes
        draw::Color background;
        draw::Rect scene;
        bool dark = true;
        bool blank = false;
        stage::WindowControl::Pointer pointer = stage::WindowControl::Pointer::arrow;

        bool operator==(const Frame&) const = default;
    };

    WebStage(std::shared_ptr<const lesson::Catalog> catalog, std::unique_ptr<session::Session> session,
        const stage::StageOptions& options, const stage::LookSize& size);
    [[nodiscard]] stage::StageParts& parts() override { return m_parts; }
    void take_input(session::Session& /*session*/) override { } // the page calls receive()
    void draw(std::shared_ptr<const session::Snapshot> shown, Time now) override;
    void show(session::Command command);
    void adopt_style();
    void write_frame();
    void write_marker(Time now);

    std::shared_ptr<const lesson::Catalog> m_catalog;
    shell::Application m_application;
    stage::StageState m_state;
    PageScreen m_screen;
    PageWindow m_window;
    WebScene m_scene;
    stage::StageParts m_parts;
    PageCaptures m_captures;
    Message m_message;
    std::optional<Frame> m_frame; // of the last message
    bool m_marker_shown = false;
};

} // namespace warpstage::web
