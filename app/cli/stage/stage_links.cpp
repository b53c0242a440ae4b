#include "app/cli/stage/stage_links.h"

#include "core/base/text.h"
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <chrono>
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

// What the source view says about an outcome.
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

} // namespace

Result<session::Replay> load_replay(const std::filesystem::path& path, const lesson::Catalog& catalog)
{
    const auto document = session_file::load(path);
    if (!document)
        return document.error();
    return session_file::restore(*document, catalog, path.string());
}

session::Command command_of_dropped(const std::filesystem::path& path, const lesson::Catalog& catalog)
{
    if (path.extension() != session_file::kEnding)
        return session::Tell { session::Severity::attention,
            fmt::format("{} is no session: what can be dropped here ends in {}.", path.string(), session_file::kEnding) };
    auto replay = load_replay(path, catalog);
    if (!replay)
        return session::Tell { session::Severity::attention, replay.error().message };
    return session::ShowReplay { std::make_shared<const session::Replay>(*std::move(replay)) };
}

console::StageState ConsoleStage::draw_frame()
{
    if (m_stage.should_close())
        return console::StageState::closed;
    m_before_frame();
    m_stage.poll_input(m_session);
    const auto now = std::chrono::steady_clock::now();
    m_session.tick(now);
    m_stage.draw(m_session.snapshot(), now);
    return m_stage.take_console_request() ? console::StageState::console_key : console::StageState::open;
}

std::optional<console::StagePicture> ConsoleStage::take_picture()
{
    auto image = m_stage.take_miniature();
    if (!image)
        return std::nullopt;
    return console::StagePicture { image->width, image->height, std::move(image->rgba) };
}

console::StageWindow::Place ConsoleStage::place() const
{
    const auto place = m_stage.place();
    return place ? Place { place->center_x, place->center_y } : Place {};
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
    if (m_session.snapshot()->lesson->id != edited.lesson)
        return;
    m_state = std::make_shared<const console::SourceState>(
        console::SourceState { edited.lesson, "Compiles and is tried …", Severity::information, {} });
    m_editing.edit(edited.text);
}

} // namespace warpstage::cli
