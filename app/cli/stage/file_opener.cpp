#include "app/cli/stage/file_opener.h"

#include "app/cli/captures.h"
#include "app/cli/stage/cuda_file.h"
#include "app/cli/stage/stage_links.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

namespace warpstage::cli {

session::Command command_of_file(
    const std::filesystem::path& path, const lesson::Catalog& catalog, const std::filesystem::path& folder)
{
    const auto refusal = [](std::string sentence) {
        return session::AddNotice { session::Severity::attention, std::move(sentence) };
    };
    if (path.extension() == ".cu") {
        auto lesson = open_cuda_file(path, folder);
        if (!lesson)
            return refusal(lesson.error().message);
        return session::ShowLesson { *std::move(lesson) };
    }
    if (path.extension() != session_file::kEnding)
        return refusal(
            fmt::format("{} is neither a session file (*{}) nor a CUDA file (*.cu).", path.string(), session_file::kEnding));
    if (capture_file::is_capture(path)) {
        auto lesson = open_capture(path);
        if (!lesson)
            return refusal(lesson.error().message);
        return session::ShowLesson { *std::move(lesson) };
    }
    auto replay = load_replay(path, catalog);
    if (!replay)
        return refusal(replay.error().message);
    return session::ShowReplay { std::make_shared<const session::Replay>(*std::move(replay)) };
}

FileOpener::FileOpener(std::shared_ptr<const lesson::Catalog> catalog, std::filesystem::path folder, Urgency urgency)
    : m_urgency(urgency)
    , m_worker([catalog = std::move(catalog), folder = std::move(folder)](
                   const std::filesystem::path& path, auto& /*progress*/) { return command_of_file(path, *catalog, folder); })
{
}

std::optional<session::Command> FileOpener::take()
{
    auto answer = m_worker.take();
    return answer ? std::optional(std::move(answer->result)) : std::nullopt;
}

} // namespace warpstage::cli
