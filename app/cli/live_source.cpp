#include "app/cli/live_source.h"

#include "core/base/text.h"

#include <utility>

namespace warpstage::cli {

namespace {

using session::Severity;

Severity severity_of(gpu::Diagnostic::Severity severity)
{
    switch (severity) {
    case gpu::Diagnostic::Severity::error:
        return Severity::fault;
    case gpu::Diagnostic::Severity::warning:
        return Severity::attention;
    case gpu::Diagnostic::Severity::note:
        return Severity::information;
    }
    VERIFY_NOT_REACHED();
}

void add(console::SourceState& state, const std::vector<gpu::Diagnostic>& diagnostics)
{
    for (const auto& diagnostic : diagnostics)
        state.messages.push_back({ diagnostic.line, severity_of(diagnostic.severity), diagnostic.text });
}

} // namespace

console::SourceState source_state_of(const live::Outcome& outcome)
{
    console::SourceState state;
    state.lesson = outcome.edit.lesson->id;
    add(state, outcome.warnings);
    if (!outcome.finding) {
        state.headline = "This text runs.";
        for (const auto& remark : outcome.remarks)
            state.headline += " " + remark;
        return state;
    }
    state.severity = Severity::fault;
    const std::string& message = outcome.finding->message;
    state.headline = outcome.of_the_rest ? "The other variants keep the kernels before the change: " + message
                                         : text::sentence(message) + " The kernels before the change run on.";
    add(state, outcome.finding->diagnostics);
    if (outcome.finding->diagnostics.empty())
        state.messages.push_back({ outcome.finding->line, Severity::fault, outcome.finding->message });
    return state;
}

LiveSource::LiveSource(editing::LiveEditing& editing, const session::Session& session)
    : m_editing(editing)
    , m_session(session)
{
    m_editing.on_outcome = [this](const live::Outcome& outcome) {
        m_state = std::make_shared<const console::SourceState>(source_state_of(outcome));
    };
}

void LiveSource::source_edited(console::EditedSource edited)
{
    // The lesson may have been left in the moment between a key press and now; its text waits in the view.
    if (m_session.snapshot()->setup->lesson->id != edited.lesson)
        return;
    m_state = std::make_shared<const console::SourceState>(
        console::SourceState { edited.lesson, "Compiles and is tried …", Severity::information, {} });
    m_editing.edit(edited.text);
}

} // namespace warpstage::cli
