// What the presenter reads of the walkthrough: where the lesson stands and what the next key press will show.
#pragma once

#include "core/session/snapshot.h"

#include <QFrame>
#include <cstddef>
#include <string>

class QLabel;

namespace warpstage::console {

struct CueCard {
    std::string title; // "Cue 3 of 8 · the question is asked"
    std::string words; // as the audience reads them
    std::string detail; // variant, parameters, where to look; or what the answer will be

    bool operator==(const CueCard&) const = default;
};

struct CueCards {
    CueCard now;
    CueCard next;
};

// Of a snapshot whose lesson has cues.
[[nodiscard]] CueCards cue_cards(const session::Snapshot& snapshot);

// "3 ? · reduce2 · banks", with the mark where it asks first.
[[nodiscard]] std::string cue_title(const lesson::Lesson& lesson, std::size_t index);
// What is asked, else what is told.
[[nodiscard]] std::string cue_words(const lesson::Lesson& lesson, std::size_t index);
// "reduce2 · block = 128 · banks, line 42 · as GTX280"
[[nodiscard]] std::string cue_detail(const lesson::Lesson& lesson, std::size_t index);

class CueStrip : public QWidget {
public:
    explicit CueStrip(QWidget* parent = nullptr);

    // Hides where the lesson has no cues.
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
