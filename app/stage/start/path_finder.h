// A path typed on the start page: its completions are read in the background, because the folder may be on a slow disk.
#pragma once

#include "app/views/start/start_page.h"
#include "core/base/latest.h"

#include <filesystem>

namespace warpstage::stage {

class PathFinder {
public:
    // Lists folders and files with one of these extensions.
    PathFinder(std::string title, std::vector<std::string> endings, const std::filesystem::path& folder);

    [[nodiscard]] const views::PathChoice& choice() const { return m_choice; }
    void type(const std::string& characters);
    void erase();
    // Completes the longest common prefix of all names; the selected name if the prefix is empty.
    void complete();
    void choose(std::size_t name);
    void step(int names);
    void refuse(std::string sentence) { m_choice.refusal = std::move(sentence); }
    // Handles Enter: returns a file to open, or nothing if a folder was entered or no name matches.
    [[nodiscard]] std::optional<std::filesystem::path> open();
    // Takes the names that were read. Returns whether they have changed.
    [[nodiscard]] bool follow();

private:
    struct Listing {
        std::string folder;
        std::vector<std::string> names;
    };

    void set(std::string text);
    void filter();
    // The text up to the last slash.
    [[nodiscard]] std::string folder() const;
    [[nodiscard]] std::string typed_name() const;

    std::vector<std::string> m_endings;
    views::PathChoice m_choice;
    std::optional<std::string> m_requested; // folder
    Listing m_listing;
    Latest<std::string, Listing> m_reader;
};

} // namespace warpstage::stage
