// The presenter's view of the walkthrough: the current cue and what the next key press shows.
#pragma once

#include "core/session/snapshot.h"

#include <QFrame>
#include <cstddef>
#include <string>

class QLabel;

namespace warpstage::console {

struct CueCard {
    std::string title; // "Cue 3 of 8 · question asked"
    std::string words; // as shown to the audience
    std::string detail; // variant, parameters and place to look at; or the answer

    bool operator==(const CueCard&) const = default;
};

struct CueCards {
    CueCard now;
    CueCard next;
};

// The lesson of the snapshot must have cues.
[[nodiscard]] CueCards cue_cards(const session::Snapshot& snapshot);

// "3 ? · reduce2 · banks", with "?" where the cue has a question.
[[nodiscard]] std::string cue_title(const lesson::Lesson& lesson, std::size_t index);
// The question, else the caption.
[[nodiscard]] std::string cue_words(const lesson::Lesson& lesson, std::size_t index);
// "reduce2 · block = 128 · banks, line 42 · for GTX280"
[[nodiscard]] std::string cue_detail(const lesson::Lesson& lesson, std::size_t index);

class CueStrip : public QWidget {
public:
    explicit CueStrip(QWidget* parent = nullptr);

    // Hidden if the lesson has no cues.
    void show_snapshot(const session::Snapshot& snapshot);

private:
    struct Card {
        QLabel* title = nullptr;
        QLabel* words = nullptr;
        QLabel* detail = nullptr;

        void show(const CueCard& card) const;
    };
    Card add_card(const QString& name);

    Card m_now;
    Card m_next;
};

} // namespace warpstage::console
