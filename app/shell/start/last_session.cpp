#include "app/shell/start/last_session.h"

#include "core/base/number.h"
#include "core/base/settings_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::shell {

namespace {

constexpr std::size_t kMaxParameters = 64;

bool is_one_line(const std::string& text)
{
    return text.find('\n') == std::string::npos;
}

} // namespace

std::optional<LastSession> load_last_session(const std::filesystem::path& file)
{
    LastSession last;
    for (const auto& [name, value] : read_settings(file)) {
        if (name == "lesson")
            last.lesson = value;
        else if (name == "variant")
            last.variant = value;
        else if (name == "cue")
            last.cue = number_in<std::size_t>(value);
        else if (name == "question")
            last.answered = value != "asked";
        else if (name.starts_with("set ") && last.parameters.size() < kMaxParameters)
            last.parameters.emplace_back(name.substr(4), value);
    }
    return last.lesson.empty() ? std::nullopt : std::optional(std::move(last));
}

Result<void> save_last_session(const LastSession& last, const std::filesystem::path& file)
{
    std::string text = fmt::format("lesson = {}\nvariant = {}\n", last.lesson, last.variant);
    if (last.cue)
        text += fmt::format("cue = {}\nquestion = {}\n", *last.cue, last.answered ? "answered" : "asked");
    for (const auto& [id, value] : last.parameters)
        if (is_one_line(value))
            text += fmt::format("set {} = {}\n", id, value);
    return write_settings(file, text);
}

LastSession last_session_of(const session::Snapshot& shown)
{
    const session::SetupSection& setup = *shown.setup;
    LastSession last;
    last.lesson = setup.lesson->id;
    if (setup.variant < setup.variants.size())
        last.variant = setup.variants[setup.variant].id;
    const auto initial = setup.lesson->initial_settings(shown.device->engine.kind);
    for (const auto& parameter : setup.parameters)
        if (parameter.value != initial.text(parameter.id))
            last.parameters.emplace_back(parameter.id, parameter.value);
    last.cue = shown.cue->index;
    last.answered = shown.cue->numbers == session::CueNumbers::shown;
    return last;
}

std::vector<session::Command> commands_of(const LastSession& last, const lesson::Catalog& catalog)
{
    std::vector<session::Command> commands;
    const auto found = catalog.find(last.lesson);
    if (!found)
        return commands;
    const lesson::Lesson& lesson = **found;
    commands.emplace_back(session::SelectLesson { lesson.id });
    std::size_t variant = lesson.opening.variant;
    const lesson::Cue* cue = last.cue && *last.cue < lesson.cues.size() ? &lesson.cues[*last.cue] : nullptr;
    if (cue != nullptr) {
        commands.emplace_back(session::CueStep { session::Direction::next, *last.cue });
        if (!cue->question.empty() && last.answered)
            commands.emplace_back(session::CueStep {});
        variant = cue->variant;
    }
    for (const auto& [id, value] : last.parameters) {
        const bool by_cue = cue != nullptr && cue->parameters.contains(id) && cue->parameters.at(id) == value;
        if (!by_cue)
            commands.emplace_back(session::SetParameter { id, value });
    }
    const auto named = std::ranges::find(lesson.variants, last.variant, &problem::Variant::id);
    const auto index = static_cast<std::size_t>(named - lesson.variants.begin());
    if (named != lesson.variants.end() && index != variant)
        commands.emplace_back(session::SelectVariant { index });
    return commands;
}

std::string words_of(const LastSession& last, const lesson::Catalog& catalog)
{
    const auto found = catalog.find(last.lesson);
    if (!found)
        return {};
    const lesson::Lesson& lesson = **found;
    std::string words = fmt::format("{} · {}", lesson.number, lesson.title);
    if (const auto* variant = lesson.find_variant(last.variant))
        words += ", " + variant->label;
    if (last.cue && *last.cue < lesson.cues.size())
        words += fmt::format(", cue {} of {}", *last.cue + 1, lesson.cues.size());
    return words;
}

// Only a lesson that the user selected can be continued.
void SessionMemory::before_frame(stage::StageParts& stage, session::Session& session, Time now)
{
    const auto mode = mode_of(stage);
    if (mode != stage::StageMode::start && mode != stage::StageMode::launch)
        follow(*session.snapshot(), now);
}

void SessionMemory::follow(const session::Snapshot& shown, Time now)
{
    constexpr std::chrono::seconds kBetween { 1 };
    if (now - m_saved_at < kBetween || shown.setup->lesson == nullptr)
        return;
    m_saved_at = now;
    m_shown = last_session_of(shown);
    save();
}

void SessionMemory::save()
{
    // A write error must not interrupt the presentation.
    if (!m_file.empty() && m_shown && m_shown != m_saved && save_last_session(*m_shown, m_file))
        m_saved = m_shown;
}

} // namespace warpstage::shell
