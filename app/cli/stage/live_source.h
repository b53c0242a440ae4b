// The source view of the presenter's console: takes its edited texts and returns their outcomes.
#pragma once

#include "app/console/edited_source.h"
#include "core/editing/live_editing.h"
#include "core/session/session.h"

namespace warpstage::cli {

// The source view's message about an outcome.
[[nodiscard]] console::SourceState source_state_of(const live::Outcome& outcome);

class LiveSource final : public console::SourceEditor {
public:
    // Both must outlive this.
    LiveSource(editing::LiveEditing& editing, const session::Session& session)
        : m_editing(editing)
        , m_session(session)
    {
        m_editing.on_outcome = [this](const live::Outcome& outcome) {
            m_state = std::make_shared<const console::SourceState>(source_state_of(outcome));
        };
    }

    void source_edited(console::EditedSource edited) override;
    [[nodiscard]] std::shared_ptr<const console::SourceState> source_state() const override { return m_state; }

private:
    editing::LiveEditing& m_editing;
    const session::Session& m_session;
    std::shared_ptr<const console::SourceState> m_state;
};

} // namespace warpstage::cli
