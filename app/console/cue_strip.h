// Above the notes: what the audience reads now, and what the next key press will show.
#pragma once

#include "app/console/cue_words.h"

#include <QFrame>

class QLabel;

namespace warpstage::console {

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
