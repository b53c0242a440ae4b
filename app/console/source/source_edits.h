// The user's edits of the lessons' sources, and the text of the shown lesson. Does not use Qt.
#pragma once

#include "core/lesson/catalog.h"
#include "core/session/snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace warpstage::console {

class SourceEdits {
public:
    // The lessons of the catalog have the shipped texts.
    explicit SourceEdits(std::shared_ptr<const lesson::Catalog> catalog);

    // The shipped lesson; null: none is shown yet.
    [[nodiscard]] const std::shared_ptr<const lesson::Lesson>& lesson() const { return m_lesson; }
    [[nodiscard]] bool edited(const std::string& text) const;

    // The text of the session's lesson, with the user's edits; nothing if that lesson is already shown.
    [[nodiscard]] std::optional<std::string> text_of_other_lesson(const session::Snapshot& snapshot);
    // The text that the session runs, if another editor changed the file and `text` is not newer; else nothing.
    [[nodiscard]] std::optional<std::string> text_from_elsewhere(const session::Snapshot& snapshot, const std::string& text);
    // Stores `text` as the lesson's text.
    void keep(const std::string& text);

    // The text of a lesson in a session file, shown when that lesson is shown.
    void adopt(const std::string& lesson, const std::string& text, const std::string& ran);
    // True once, when the session shows a file whose adopted text differs from the text that ran: it must be tried like a typed
    // text.
    [[nodiscard]] bool wants_trial(const session::Snapshot& snapshot);
    // The user has typed, which replaces the text of a file.
    void forget_trial() { m_untried.reset(); }

private:
    // The editor's text in a session file, stored next to the kernels that ran.
    struct Adopted {
        std::string lesson;
        std::string ran;
    };

    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::shared_ptr<const lesson::Lesson> m_lesson;
    std::shared_ptr<const lesson::Lesson> m_running; // the session's text
    std::map<std::string, std::string> m_edits; // by lesson; texts that differ from the shipped text
    std::optional<Adopted> m_untried;
};

} // namespace warpstage::console
