// The console's source view on the way of edited kernels: its texts in, what became of them out.
#pragma once

#include "app/console/edited_source.h"
#include "core/editing/live_editing.h"
#include "core/session/session.h"

#include <memory>

namespace warpstage::cli {

class LiveSource final : public console::SourceEditor {
public:
    // Both must outlive this.
    LiveSource(editing::LiveEditing& editing, const session::Session& session);

    void source_edited(console::EditedSource edited) override;
    [[nodiscard]] std::shared_ptr<const console::SourceState> source_state() const override { return m_state; }

private:
    editing::LiveEditing& m_editing;
    const session::Session& m_session;
    std::shared_ptr<const console::SourceState> m_state;
};

// What the source view says about an outcome.
[[nodiscard]] console::SourceState source_state_of(const live::Outcome& outcome);

} // namespace warpstage::cli
