// The first page: the lessons as pictures, and what else can be opened.
#pragma once

#include "app/views/drawing.h"

namespace warpstage::views {

struct StartEntry {
    std::string title; // "6 · N-body"
    std::string detail; // one sentence
    std::shared_ptr<const DrawList> picture {}; // null: there is none yet
};

// A file that somebody looks for.
struct PathChoice {
    std::string title; // "Open a session"
    std::string text; // the path as far as it is typed
    std::vector<std::string> names; // that continue it, in this folder; folders end in a slash
    std::size_t chosen = 0; // of the names
    std::string refusal; // why the path cannot be opened; empty: it has not been tried
};

struct StartPage {
    std::vector<StartEntry> actions; // in a row above the lessons
    std::vector<StartEntry> lessons;
    std::size_t chosen = 0; // actions first, then lessons
    std::string typed; // by which an entry was looked for
    std::optional<PathChoice> path {};

    [[nodiscard]] std::size_t count() const { return actions.size() + lessons.size(); }
    [[nodiscard]] const StartEntry& at(std::size_t index) const
    {
        return index < actions.size() ? actions[index] : lessons[index - actions.size()];
    }
};

// Pictures of entries are drawn for this size, in points; what comes of it is scaled to where it stands.
inline constexpr Size kStartPicture { 600.0F, 330.0F };

struct StartPlaces {
    Rect title;
    std::vector<Rect> entries; // as StartPage counts; without area where an entry has no room at the moment
    Rect foot;
};
[[nodiscard]] StartPlaces start_places(const StartPage& page, Size size, const Style& style);

enum class Toward : std::uint8_t { left, right, up, down };
// The entry next to the chosen one; the same where there is none.
[[nodiscard]] std::size_t neighbor_of(const StartPage& page, Toward toward, Size size, const Style& style);

// The first entry whose title has a word, or a number, that begins with the text; lessons first. Nothing: none has.
[[nodiscard]] std::optional<std::size_t> entry_by(const StartPage& page, std::string_view typed);

} // namespace warpstage::views
