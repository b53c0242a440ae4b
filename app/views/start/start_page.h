// The start page: the lessons as pictures, and the other things that can be opened.
#pragma once

#include "app/views/drawing.h"
#include "app/views/start/launch_page.h"

namespace warpstage::views {

struct StartEntry {
    std::string title; // "6 · N-body"
    std::string detail; // one sentence
    std::shared_ptr<const DrawList> picture {}; // null: none yet
    std::size_t group = 0; // of StartPage::groups
};

// Input of a file name.
struct PathChoice {
    std::string title; // "Open a session"
    std::string text; // the typed path
    std::vector<std::string> names; // its completions in this folder; folders end in a slash
    std::size_t chosen = 0; // of the names
    std::string refusal; // why the path cannot be opened; empty: not tried yet
};

struct StartPage {
    std::vector<StartEntry> actions; // in a row above the lessons
    std::vector<StartEntry> recent; // files, in a row below the actions
    std::vector<StartEntry> lessons;
    std::vector<std::string> groups {}; // of lessons, by their titles: a column each if the window is wide enough
    std::size_t chosen = 0; // actions first, then recent files, then lessons
    std::string typed; // the text typed to find an entry
    std::optional<PathChoice> path {};
    std::shared_ptr<const LaunchPage> launch {}; // shown instead of everything else; null: none

    [[nodiscard]] std::size_t before_lessons() const { return actions.size() + recent.size(); }
    [[nodiscard]] std::size_t count() const { return before_lessons() + lessons.size(); }
    [[nodiscard]] const StartEntry& at(std::size_t index) const
    {
        if (index < actions.size())
            return actions[index];
        return index < before_lessons() ? recent[index - actions.size()] : lessons[index - before_lessons()];
    }
};

// Pictures of entries are drawn for this size in points and scaled to their place.
inline constexpr Size kStartPicture { 600.0F, 330.0F };

struct StartPlaces {
    Rect title;
    std::vector<Rect> entries; // by index as in StartPage; an empty rectangle if an entry does not fit
    std::vector<Rect> groups; // headings of the columns; empty: the lessons are in rows
    Rect foot;
};
[[nodiscard]] StartPlaces start_places(const StartPage& page, Size size, const Style& style);

enum class Toward : std::uint8_t { left, right, up, down };
// The entry next to the chosen one, or the chosen one itself at the edge.
[[nodiscard]] std::size_t neighbor_of(const StartPage& page, Toward toward, Size size, const Style& style);

// The first entry whose title contains a word or a number that begins with the text; lessons first. Empty: no match.
[[nodiscard]] std::optional<std::size_t> entry_by(const StartPage& page, std::string_view typed);

} // namespace warpstage::views
