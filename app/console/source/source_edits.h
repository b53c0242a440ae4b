// What the user has made of the lessons' sources: which text belongs to the lesson that is shown. Knows no Qt.
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
    // The lessons of the catalog have the texts as they were shipped.
    explicit SourceEdits(std::shared_ptr<const lesson::Catalog> catalog);

    // As it was shipped; null: none is shown yet.
    [[nodiscard]] const std::shared_ptr<const lesson::Lesson>& lesson() const { return m_lesson; }
    [[nodiscard]] bool edited(const std::string& text) const;

    // The text of the lesson that the session shows, or what the user has made of it; nothing where that lesson is shown already.
    [[nodiscard]] std::optional<std::string> text_of_other_lesson(const session::Snapshot& snapshot);
    // The text with which the session runs now, where another editor has changed the file and `text` is not newer; else nothing.
    [[nodiscard]] std::optional<std::string> text_from_elsewhere(const session::Snapshot& snapshot, const std::string& text);
    // `text` now belongs to the lesson.
    void keep(const std::string& text);

    // The text of a lesson as a session file has it, shown as soon as that lesson is.
    void adopt(const std::string& lesson, const std::string& text, const std::string& ran);
    // Once, when the session shows the file whose adopted text is not the one that ran: it has to be tried like a typed one.
    [[nodiscard]] bool wants_trial(const session::Snapshot& snapshot);
    // The user has typed: what a file had is older.
    void forget_trial() { m_untried.reset(); }

private:
    // What a session file had in its editor, beside kernels that ran.
    struct Adopted {
        std::string lesson;
        std::string ran;
    };

    std::shared_ptr<const lesson::Catalog> m_catalog;
    std::shared_ptr<const lesson::Lesson> m_lesson;
    std::shared_ptr<const lesson::Lesson> m_running; // as the session has it
    std::map<std::string, std::string> m_edits; // by lesson; texts that differ from the lesson's own
    std::optional<Adopted> m_untried;
};

} // namespace warpstage::console
