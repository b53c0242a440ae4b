#include "app/cli/stage/start_page.h"

#include "app/cli/stage/recent_files.h"
#include "core/base/user_folders.h"
#include "core/base/words.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <random>
#include <utility>

namespace warpstage::cli {

std::shared_ptr<stage::StartChoices> start_choices(
    const lesson::Catalog& catalog, const std::string& lesson, const std::optional<LastSession>& last)
{
    auto choices = std::make_shared<stage::StartChoices>();
    if (last)
        if (auto commands = commands_of(*last, catalog); !commands.empty())
            choices->actions.push_back({ tr("Continue"), words_of(*last, catalog), std::move(commands) });
    choices->actions.push_back({ tr("Open a session or a capture"), tr("A saved lecture, or launches of a program (*.warpstage)"),
        {}, { std::string { session_file::kEnding } } });
    choices->actions.push_back({ tr("Open a CUDA file"), tr("Your own kernels (*.cu, *.ptx)"), {}, { ".cu", ".ptx" } });
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

StartPage::StartPage(const std::shared_ptr<const lesson::Catalog>& catalog, Places places, Urgency urgency)
    : m_places(std::move(places))
    , m_pictures(catalog->lessons(), urgency)
    , m_opener(catalog, m_places.data, urgency)
    , m_memory(m_places.memory)
{
    if (!m_places.published.is_empty())
        m_publisher = std::make_unique<session::LinkPublisher>(
            fmt::format("{:08x}", std::random_device {}()), place_of(m_places.published));
}

std::vector<stage::StartChoice> StartPage::recent() const
{
    std::vector<stage::StartChoice> choices;
    if (m_places.recent.empty())
        return choices;
    for (const auto& file : recent_files(m_places.recent)) {
        stage::StartChoice choice { file.filename().string(), short_path(file.parent_path()) };
        choice.file = file;
        choices.push_back(std::move(choice));
    }
    return choices;
}

void StartPage::open(stage::Stage& stage, const std::filesystem::path& file, OpenedWith with)
{
    m_with = std::move(with);
    request(stage, { file });
}

void StartPage::request(stage::Stage& stage, OpenRequest request)
{
    if (is_kernel_file(request.file) && !request.answers) {
        views::LaunchPage page;
        page.file = request.file;
        page.status = tr("Compiling …");
        stage.launch_menu().show(std::move(page));
    }
    m_opener.open(std::move(request));
}

void StartPage::take(stage::Stage& stage, session::Session& session)
{
    auto answer = m_opener.take();
    if (!answer)
        return;
    if (is_kernel_file(answer->file) && !stage.launch_menu().is_open())
        return; // the user has closed it
    if (answer->page) {
        stage.launch_menu().show(*std::move(answer->page));
        return;
    }
    stage.launch_menu().close();
    const auto* notice = std::get_if<session::AddNotice>(&answer->commands.front());
    if (notice == nullptr && !m_places.recent.empty())
        add_recent(m_places.recent, answer->file);
    const OpenedWith with = std::exchange(m_with, {});
    const auto* shown = std::get_if<session::ShowLesson>(&answer->commands.front());
    std::vector<session::Command> further;
    std::vector<std::string> refused;
    const auto lesson = shown == nullptr ? nullptr : shown->lesson; // the command is moved below
    if (shown != nullptr && !with.variant.empty()) {
        const auto& variants = shown->lesson->variants;
        const auto named = std::ranges::find_if(variants,
            [&](const problem::Variant& variant) { return variant.id == with.variant || variant.label == with.variant; });
        if (named != variants.end())
            further.emplace_back(session::SelectVariant { static_cast<std::size_t>(named - variants.begin()) });
        else
            refused.push_back(trf("{} has no kernel `{}`.", answer->file.filename().string(), with.variant));
    }
    for (session::Command& command : answer->commands)
        session.submit(std::move(command));
    for (session::Command& command : further)
        session.submit(std::move(command));
    if (lesson != nullptr)
        set_parameters(*lesson, with, session, refused);
    if (lesson != nullptr && is_kernel_file(answer->file) && refused.empty())
        session.submit(session::AddNotice { session::Severity::information,
            tr("F8: grid, block and arguments of your file. When you save the file, it is compiled again.") });
    for (const std::string& sentence : refused)
        session.submit(session::AddNotice { session::Severity::attention, sentence });
    m_refused.insert(m_refused.end(), refused.begin(), refused.end());
}

void StartPage::set_parameters(
    const lesson::Lesson& lesson, const OpenedWith& with, session::Session& session, std::vector<std::string>& refused)
{
    auto settings = lesson.initial_settings();
    for (const auto& [id, value] : with.settings) {
        if (auto set = settings.set(lesson.problem->parameters(), id, value); !set)
            refused.push_back(fmt::format("`--set {}={}`: {}", id, value, set.error().message));
        else
            session.submit(session::SetParameter { id, value });
    }
}

void StartPage::publish(session::Session& session, std::chrono::steady_clock::time_point now)
{
    if (m_publisher == nullptr)
        return;
    m_publisher->follow(*session.snapshot(), now);
    if (const auto failure = m_publisher->take_failure(); !failure.empty())
        session.submit(session::AddNotice { session::Severity::attention,
            trf("Cannot publish what is shown to `{}`: {}.", m_places.published.shown(), failure) });
    if (m_publisher->take_recovery())
        session.submit(session::AddNotice {
            session::Severity::information, trf("What is shown is published to `{}` again.", m_places.published.shown()) });
}

std::vector<std::string> StartPage::take_refused()
{
    return std::exchange(m_refused, {});
}

void StartPage::obey(stage::FileRequest wanted, stage::Stage& stage, session::Session& session)
{
    using session::Severity;
    const auto lesson = session.snapshot()->setup->lesson;
    if (!is_kernel_file(lesson->origin.outside)) {
        session.submit(session::AddNotice { Severity::information,
            tr("This lesson was not made from a file of yours. Drop a .cu or .ptx file onto the window to open it.") });
        return;
    }
    if (wanted == stage::FileRequest::form)
        return request(stage, { lesson->origin.outside, OutsideFiles::Ask::always });
    const auto folder = turn_into_lesson(*lesson, m_places.data / "lessons");
    session.submit(folder
            ? session::AddNotice { Severity::information,
                trf("The lesson was written to {}. It is available when the program is started again.", short_path(*folder)) }
            : session::AddNotice { Severity::attention, folder.error().message });
}

void StartPage::follow(stage::Stage& stage, session::Session& session, std::chrono::steady_clock::time_point now)
{
    for (const auto& path : stage.launch_menu().take_files())
        request(stage, { path });
    for (const stage::FileRequest wanted : stage.launch_menu().take_requests())
        obey(wanted, stage, session);
    if (auto answered = stage.launch_menu().take_answered()) {
        const std::filesystem::path file = answered->file;
        request(stage, { file, OutsideFiles::Ask::if_unknown, *std::move(answered) });
    }
    // A form that asks keeps what was typed.
    const auto& menu = stage.launch_menu();
    if (const auto changed = m_opener.changed(now);
        changed && (menu.is_open() ? !menu.asks() : session.snapshot()->setup->lesson->origin.outside == *changed))
        request(stage, { *changed });
    publish(session, now);
    take(stage, session);
    // Only a lesson that the user selected can be continued.
    if (stage.mode() != stage::Stage::Mode::start && stage.mode() != stage::Stage::Mode::launch)
        m_memory.follow(*session.snapshot(), now);
}

void StartPage::wait()
{
    m_pictures.wait();
    m_opener.wait();
}

} // namespace warpstage::cli
