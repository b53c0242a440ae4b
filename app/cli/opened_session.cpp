#include "app/cli/opened_session.h"

#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace warpstage::cli {

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

} // namespace warpstage::cli
