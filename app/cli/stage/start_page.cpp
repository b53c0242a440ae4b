#include "app/cli/stage/start_page.h"

#include "core/base/words.h"
#include "core/session_file/session_file.h"

namespace warpstage::cli {

std::shared_ptr<stage::StartChoices> start_choices(
    const lesson::Catalog& catalog, const std::string& lesson, const std::optional<LastSession>& last)
{
    auto choices = std::make_shared<stage::StartChoices>();
    if (last)
        if (auto commands = commands_of(*last, catalog); !commands.empty())
            choices->actions.push_back({ tr("Continue"), words_of(*last, catalog), std::move(commands) });
    choices->actions.push_back(
        { tr("Open a session"), tr("A saved lecture (*.warpstage)"), {}, { std::string { session_file::kEnding } } });
    choices->actions.push_back({ tr("Open a CUDA file"), tr("Your own kernels (*.cu)"), {}, { ".cu" } });
    for (const auto& known : catalog.lessons()) {
        if (known->id == lesson)
            choices->chosen = choices->lessons.size();
        choices->lessons.push_back({ fmt::format("{} · {}", known->number, known->shown(known->title)),
            known->shown(known->summary), { session::SelectLesson { known->id } } });
    }
    std::error_code unknown;
    choices->folder = std::filesystem::current_path(unknown);
    return choices;
}

StartPage::StartPage(const std::shared_ptr<const lesson::Catalog>& catalog, const std::filesystem::path& memory,
    const std::filesystem::path& opened, Urgency urgency)
    : m_pictures(catalog->lessons(), urgency)
    , m_opener(catalog, opened, urgency)
    , m_memory(memory)
{
}

void StartPage::follow(stage::Stage& stage, session::Session& session, std::chrono::steady_clock::time_point now)
{
    for (const auto& path : stage.take_dropped())
        m_opener.open(path);
    if (auto command = m_opener.take())
        session.submit(*std::move(command));
    // Only a lesson that the user selected can be continued.
    if (stage.mode() != stage::Stage::Mode::start)
        m_memory.follow(*session.snapshot(), now);
}

void StartPage::wait()
{
    m_pictures.wait();
    m_opener.wait();
}

} // namespace warpstage::cli
