#include "app/shell/files/recorded.h"

#include "app/views/view.h"
#include "core/lesson/outside_lesson.h"
#include "core/session/recording/replay.h"
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"

#include <utility>

namespace warpstage::shell {

Result<session::ShowReplay> replay_of(const std::filesystem::path& file, const lesson::Catalog& catalog, const std::string& name)
{
    const auto document = session_file::load(file);
    if (!document)
        return document.error();
    auto replay = session_file::restore(*document, catalog, name);
    if (!replay)
        return replay.error();
    return session::ShowReplay { std::make_shared<const session::Replay>(*std::move(replay)) };
}

Result<lesson::Lesson> lesson_of_capture(
    const std::filesystem::path& folder, const std::filesystem::path& capture, std::uint64_t max_bytes)
{
    auto loaded = lesson::load_lesson(folder, views::cue_figures());
    if (!loaded)
        return loaded.error();
    if (auto fits = lesson::check_buffer_bytes(*loaded, capture, max_bytes); !fits)
        return fits.error();
    loaded->origin.outside = capture; // it stays on the virtual machine until the user trusts it
    return loaded;
}

} // namespace warpstage::shell
