#include "app/shell/files/captures.h"

#include "app/shell/files/recorded.h"
#include "core/base/temporary_folder.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

namespace warpstage::shell {

namespace {

namespace fs = std::filesystem;

// Bytes of all buffers: the files of a capture, and buffers of zeros, which have no file.
constexpr std::uint64_t kMaxBufferBytes = 2 * capture_file::kMaxBytes;

// A new folder in that of this process; empty: it cannot be created. Its last part names the capture in messages.
fs::path new_folder(const fs::path& file)
{
    static const TemporaryFolder all;
    static std::atomic<int> opened = 0;
    if (all.path().empty())
        return {};
    fs::path folder = all.path() / std::to_string(++opened) / file.filename();
    std::error_code failed;
    fs::create_directories(folder, failed);
    return failed ? fs::path {} : folder;
}

// Names the capture and its member instead of the temporary folder.
Error of_capture(const Error& error, const fs::path& folder)
{
    std::string message = error.message;
    const std::string temporary = folder.parent_path().string() + "/";
    for (auto at = message.find(temporary); at != std::string::npos; at = message.find(temporary))
        message.erase(at, temporary.size());
    return Error { std::move(message) };
}

} // namespace

bool names_file(const std::string& word)
{
    return fs::path { word }.extension() == session_file::kEnding;
}

Result<std::shared_ptr<const lesson::Lesson>> open_capture(const fs::path& file)
{
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return Error { fmt::format("The file `{}` does not exist.", file.string()) };
    if (!fs::is_regular_file(file, ignored))
        return Error { fmt::format("`{}` is a folder, a pipe or a device. Give the path of a capture.", file.string()) };
    if (!capture_file::is_capture(file))
        return Error { fmt::format(
            "`{}` is not a capture. Session files open on the stage: `warpstage {}`.", file.string(), file.string()) };
    const fs::path folder = new_folder(file);
    if (folder.empty())
        return Error { fmt::format("Cannot create a temporary folder in `{}`.", fs::temp_directory_path().string()) };
    if (auto unpacked = capture_file::unpack(file, folder); !unpacked)
        return unpacked.error();
    auto loaded = lesson_of_capture(folder, file, kMaxBufferBytes);
    if (!loaded)
        return of_capture(loaded.error(), folder);
    loaded->origin.outside = fs::absolute(file, ignored);
    return std::make_shared<const lesson::Lesson>(*std::move(loaded));
}

} // namespace warpstage::shell
