// A path that is typed on the start page: the names that continue it are read beside the frames, as a folder may be on a slow
// disk.
#pragma once

#include "app/views/start/start_page.h"
#include "core/base/latest.h"

#include <filesystem>

namespace warpstage::stage {

class PathFinder {
public:
    // Files with one of these endings are listed, and folders.
    PathFinder(std::string title, std::vector<std::string> endings, const std::filesystem::path& folder);

    [[nodiscard]] const views::PathChoice& choice() const { return m_choice; }
    void type(const std::string& characters);
    void erase();
    // The longest continuation that all names share; the chosen one where they share none.
    void complete();
    void choose(std::size_t name);
    void step(int names);
    void refuse(std::string sentence) { m_choice.refusal = std::move(sentence); }
    // What Enter means: a file to open, or nothing, where it went into a folder or there is none.
    [[nodiscard]] std::optional<std::filesystem::path> open();
    // Takes what has been read. Whether there are other names.
    [[nodiscard]] bool follow();

private:
    struct Listing {
        std::string folder;
        std::vector<std::string> names;
    };

    void set(std::string text);
    void filter();
    // Of the text, up to the last slash.
    [[nodiscard]] std::string folder() const;
    [[nodiscard]] std::string typed_name() const;

    std::vector<std::string> m_endings;
    views::PathChoice m_choice;
    std::optional<std::string> m_requested; // folder
    Listing m_listing;
    Latest<std::string, Listing> m_reader;
};

} // namespace warpstage::stage
