#include "app/cli/stage/live_source.h"

#include "core/base/text.h"

namespace warpstage::cli {

namespace {

using session::Severity;

Severity severity_of(gpu::Diagnostic::Severity severity)
{
    if (severity == gpu::Diagnostic::Severity::error)
        return Severity::fault;
    return severity == gpu::Diagnostic::Severity::warning ? Severity::attention : Severity::information;
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
        state.headline = "These kernels are running.";
        for (const auto& remark : outcome.remarks)
            state.headline += " " + remark;
        return state;
    }
    state.severity = Severity::fault;
    const std::string& message = outcome.finding->message;
    if (outcome.of_the_rest)
        state.headline = "The other variants keep their previous kernels: " + message;
    else
        state.headline = text::sentence(message)
            + (outcome.lesson != nullptr ? " Backspace on the stage restores the last good version."
                                         : " Still showing the previous version.");
    add(state, outcome.finding->diagnostics);
    if (outcome.finding->diagnostics.empty())
        state.messages.push_back({ outcome.finding->line, Severity::fault, outcome.finding->message });
    return state;
}

void LiveSource::source_edited(console::EditedSource edited)
{
    // The lesson may have changed since the key press; its text stays in the view.
    if (m_session.snapshot()->setup->lesson->id != edited.lesson)
        return;
    m_state = std::make_shared<const console::SourceState>(
        console::SourceState { edited.lesson, "Compiling and testing …", Severity::information, {}, true });
    m_editing.edit(edited.text);
}

} // namespace warpstage::cli
