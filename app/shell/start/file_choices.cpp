#include "app/shell/start/file_choices.h"

#include "app/shell/files/recent_files.h"
#include "core/base/user_folders.h"
#include "core/base/words.h"
#include "core/session_file/session_file.h"

namespace warpstage::shell {

namespace {

std::vector<stage::StartChoice> recent_choices(const std::filesystem::path& list)
{
    std::vector<stage::StartChoice> choices;
    for (const auto& file : recent_files(list)) {
        stage::StartChoice choice { file.filename().string(), short_path(file.parent_path()) };
        choice.file = file;
        choices.push_back(std::move(choice));
    }
    return choices;
}

} // namespace

std::shared_ptr<stage::StartChoices> file_choices(const lesson::Catalog& catalog, const std::string& chosen,
    const std::optional<LastSession>& last, const std::filesystem::path& recent)
{
    auto choices = lesson_choices(catalog, chosen);
    if (last)
        if (auto commands = commands_of(*last, catalog); !commands.empty())
            choices->actions.push_back({ tr("Continue"), words_of(*last, catalog), std::move(commands) });
    choices->actions.push_back({ tr("Open a session or a capture"), tr("A saved lecture, or launches of a program (*.warpstage)"),
        {}, { std::string { session_file::kEnding } } });
    choices->actions.push_back({ tr("Open a CUDA file"), tr("Your own kernels (*.cu, *.ptx)"), {}, { ".cu", ".ptx" } });
    std::error_code unknown;
    choices->folder = std::filesystem::current_path(unknown);
    if (!recent.empty())
        choices->recent = [recent] {
            return recent_choices(recent);
        };
    return choices;
}

} // namespace warpstage::shell
