// The start page while it is open: what is chosen on it by keys, letters, pointer and clicker, and what that opens.
#pragma once

#include "app/stage/input/keys.h"
#include "app/stage/overlay_view.h"
#include "app/stage/start/path_finder.h"

namespace warpstage::stage {

struct StartChoice {
    std::string title;
    std::string detail;
    // What opening it requests of the session; or files with these endings are looked for.
    std::vector<session::Command> commands {};
    std::vector<std::string> endings {};
};

// The picture of an entry: draws it for views::kStartPicture.
using StartPicture = std::function<draw::DrawList(draw::Size, const draw::Style&)>;
struct MadePicture {
    std::size_t lesson = 0;
    StartPicture picture; // null: there is none
};

struct StartChoices {
    std::vector<StartChoice> actions;
    std::vector<StartChoice> lessons;
    std::size_t chosen = 0; // of the lessons
    std::filesystem::path folder {}; // where files are looked for first
    bool open = false; // at once
    // Asked once a frame while the page is open: a picture that has been made since; empty: there are none.
    std::function<std::optional<MadePicture>()> next_picture {};
};

class StartMenu {
public:
    // `choices`: null: there is no page.
    StartMenu(StageState& state, std::shared_ptr<const StartChoices> choices);

    void open();
    void close();
    [[nodiscard]] bool is_open() const { return m_state.overlay.window().start != nullptr; }
    // Whether somebody looks for a file on it; then that is what is closed first.
    [[nodiscard]] bool finds_path() const { return m_finder != nullptr; }
    void close_path();

    // Whether the page took the key; all others do what they always do.
    [[nodiscard]] bool press(const KeyPress& press);
    void type(char32_t character);
    // As views::StartPage counts; behind the entries the listed files.
    void choose(std::size_t index);
    void activate(std::size_t index);

    // For each new snapshot, before the frame: what was found, other colors; another lesson closes the page.
    void follow(const draw::Style& style);
    // Files to open, since the last call.
    [[nodiscard]] std::vector<std::filesystem::path> take_opened() { return std::exchange(m_opened, {}); }

private:
    [[nodiscard]] const StartChoice& choice(std::size_t index) const;
    [[nodiscard]] bool press_path(const KeyPress& press);
    void move(views::Toward toward);
    void open_path(const std::filesystem::path& path);
    void look_for(std::string typed);
    void take_picture();
    void draw_pictures(const draw::Style& style);
    void show();

    StageState& m_state;
    std::shared_ptr<const StartChoices> m_choices;
    views::StartPage m_page;
    std::vector<StartPicture> m_pictures; // of the lessons; empty ones have not been made
    std::vector<std::size_t> m_undrawn;
    draw::Style m_style; // of the last frame
    std::optional<draw::Theme> m_theme; // of the pictures
    std::unique_ptr<PathFinder> m_finder;
    std::vector<std::filesystem::path> m_opened;
    std::shared_ptr<const lesson::Lesson> m_behind; // that was shown when the page was opened
    bool m_first = true; // before the page was closed for the first time
};

} // namespace warpstage::stage
