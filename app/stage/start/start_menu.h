// The open start page: selection by keys, letters, pointer and clicker, and the actions of its entries.
#pragma once

#include "app/stage/input/keys.h"
#include "app/stage/overlay_view.h"
#include "app/stage/start/path_finder.h"

namespace warpstage::stage {

struct StartChoice {
    std::string title;
    std::string detail;
    // The commands of the entry, or the extensions of the files to search for.
    std::vector<session::Command> commands {};
    std::vector<std::string> endings {};
    std::filesystem::path file {}; // opened instead; empty: none
    std::size_t group = 0; // of StartChoices::groups
};

// Draws the figure of an entry for views::kStartPicture.
using StartPicture = std::function<draw::DrawList(draw::Size, const draw::Style&)>;
struct MadePicture {
    std::size_t lesson = 0;
    StartPicture picture; // null: none
};

struct StartChoices {
    std::vector<StartChoice> actions;
    std::vector<StartChoice> lessons;
    std::vector<std::string> groups {}; // of lessons, by their titles
    std::size_t chosen = 0; // of the lessons
    std::filesystem::path folder {}; // initial folder of the file search
    // Called when the page opens: the files that were opened last; empty: none.
    std::function<std::vector<StartChoice>()> recent {};
    bool open = false; // at once
    // Called once per frame while the page is open: returns a new figure; empty: none.
    std::function<std::optional<MadePicture>()> next_picture {};
};

class StartMenu {
public:
    // `choices`: null: no start page.
    StartMenu(StageState& state, std::shared_ptr<const StartChoices> choices);

    void open();
    void close();
    // Opens the page with the search for a file of any kind.
    void find_file();
    [[nodiscard]] bool is_open() const
    {
        const auto& page = m_state.overlay.window().start;
        return page != nullptr && page->launch == nullptr;
    }
    // Whether the file search is open; Escape closes it first.
    [[nodiscard]] bool finds_path() const { return m_finder != nullptr; }
    void close_path();

    // Returns whether the page used the key.
    [[nodiscard]] bool press(const KeyPress& press);
    void type(char32_t character);
    // `index` as in views::StartPage; the listed files follow the entries.
    void choose(std::size_t index);
    void activate(std::size_t index);

    // Called for each new snapshot before the frame: updates file names and colors; a change of lesson closes the page.
    void follow(const draw::Style& style);
    // Files to open since the last call.
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
    std::vector<StartChoice> m_recent;
    std::vector<StartPicture> m_pictures; // of the lessons; empty: not yet created
    std::vector<std::size_t> m_undrawn;
    draw::Style m_style; // of the last frame
    std::optional<draw::Theme> m_theme; // of the figures
    std::unique_ptr<PathFinder> m_finder;
    std::vector<std::filesystem::path> m_opened;
    std::shared_ptr<const lesson::Lesson> m_behind; // the lesson shown when the page was opened
    bool m_first = true; // until the page is closed for the first time
};

} // namespace warpstage::stage
