#include "app/shell/files/opener.h"

#include "app/shell/files/recent_files.h"
#include "core/base/user_folders.h"
#include "core/base/words.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::shell {

namespace {

using session::Severity;

// Adds the commands for what the command line says about the lesson of the file, and a sentence for what it cannot have.
void add_commands(const OpenedWith& with, const lesson::Lesson& lesson, const std::filesystem::path& file,
    std::vector<session::Command>& commands, std::vector<std::string>& refused)
{
    const auto named = std::ranges::find_if(lesson.variants,
        [&](const problem::Variant& variant) { return variant.id == with.variant || variant.label == with.variant; });
    if (named != lesson.variants.end() && !with.variant.empty())
        commands.emplace_back(session::SelectVariant { static_cast<std::size_t>(named - lesson.variants.begin()) });
    else if (!with.variant.empty())
        refused.push_back(trf("{} has no kernel `{}`.", file.filename().string(), with.variant));
    auto settings = lesson.initial_settings();
    for (const auto& [id, value] : with.settings) {
        if (auto set = settings.set(lesson.problem->parameters(), id, value); !set)
            refused.push_back(fmt::format("`--set {}={}`: {}", id, value, set.error().message));
        else
            commands.emplace_back(session::SetParameter { id, value });
    }
}

} // namespace

Opener::Opener(const std::shared_ptr<const lesson::Catalog>& catalog, Places places, Urgency urgency)
    : m_places(std::move(places))
    , m_files(catalog, m_places.data, urgency)
{
}

void Opener::open(stage::LaunchMenu& menu, const std::filesystem::path& file, OpenedWith with)
{
    m_with = std::move(with);
    request(menu, { file });
}

void Opener::request(stage::LaunchMenu& menu, OpenRequest request)
{
    if (is_kernel_file(request.file) && !request.answers) {
        views::LaunchPage page;
        page.file = request.file;
        page.status = tr("Compiling …");
        menu.show(std::move(page));
    }
    m_files.open(std::move(request));
}

void Opener::take(stage::LaunchMenu& menu, session::Session& session)
{
    auto answer = m_files.take();
    if (!answer)
        return;
    if (is_kernel_file(answer->file) && !menu.is_open())
        return; // the user has closed it
    if (answer->page) {
        menu.show(*std::move(answer->page));
        return;
    }
    menu.close();
    show(*std::move(answer), session);
}

void Opener::show(OpenAnswer answer, session::Session& session)
{
    if (!std::holds_alternative<session::AddNotice>(answer.commands.front()) && !m_places.recent.empty())
        add_recent(m_places.recent, answer.file);
    const OpenedWith with = std::exchange(m_with, {});
    std::vector<std::string> refused;
    if (const auto* shown = std::get_if<session::ShowLesson>(&answer.commands.front())) {
        const auto lesson = shown->lesson;
        add_commands(with, *lesson, answer.file, answer.commands, refused);
        if (is_kernel_file(answer.file) && refused.empty())
            answer.commands.emplace_back(session::AddNotice { Severity::information,
                tr("F8: grid, block and arguments of your file. When you save the file, it is compiled again.") });
    }
    for (session::Command& command : answer.commands)
        session.submit(std::move(command));
    for (const std::string& sentence : refused)
        session.submit(session::AddNotice { Severity::attention, sentence });
    m_refused.insert(m_refused.end(), refused.begin(), refused.end());
}

void Opener::serve(stage::FileRequest wanted, stage::LaunchMenu& menu, session::Session& session)
{
    const auto lesson = session.snapshot()->setup->lesson;
    if (!is_kernel_file(lesson->origin.outside)) {
        session.submit(session::AddNotice { Severity::information,
            tr("This lesson was not made from a file of yours. Drop a .cu or .ptx file onto the window to open it.") });
        return;
    }
    if (wanted == stage::FileRequest::form)
        return request(menu, { lesson->origin.outside, OutsideFiles::Ask::always });
    const auto folder = turn_into_lesson(*lesson, m_places.data / "lessons");
    session.submit(folder
            ? session::AddNotice { Severity::information,
                trf("The lesson was written to {}. It is available when the program is started again.", short_path(*folder)) }
            : session::AddNotice { Severity::attention, folder.error().message });
}

void Opener::before_frame(stage::StageParts& stage, session::Session& session, Time now)
{
    stage::LaunchMenu& menu = stage.launch;
    if (const auto files = menu.take_files(); !files.empty()) {
        request(menu, { files.front() });
        if (files.size() > 1)
            session.submit(session::AddNotice { Severity::information,
                trf("{} of {} files is opened: {}.", 1, files.size(), files.front().filename().string()) });
    }
    for (const stage::FileRequest wanted : menu.take_requests())
        serve(wanted, menu, session);
    if (auto answered = menu.take_answered()) {
        const std::filesystem::path file = answered->file;
        request(menu, { file, OutsideFiles::Ask::if_unknown, *std::move(answered) });
    }
    // A form that asks keeps what was typed.
    if (const auto changed = m_files.changed(now);
        changed && (menu.is_open() ? !menu.asks() : session.snapshot()->setup->lesson->origin.outside == *changed))
        request(menu, { *changed });
    take(menu, session);
}

} // namespace warpstage::shell
