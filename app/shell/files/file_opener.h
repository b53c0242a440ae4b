// Files named on the command line, dropped onto the stage or selected on its start page: read and compiled in a background
// thread.
#pragma once

#include "app/shell/files/outside_file.h"
#include "core/base/latest.h"
#include "core/lesson/catalog.h"
#include "core/session/command.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace warpstage::shell {

// What to do with a file.
struct OpenRequest {
    std::filesystem::path file;
    OutsideFiles::Ask ask = OutsideFiles::Ask::if_unknown;
    std::optional<views::LaunchPage> answers {}; // of its form
};
// The commands that show it, or the form that asks how to launch it.
struct OpenAnswer {
    std::filesystem::path file;
    std::vector<session::Command> commands;
    std::optional<views::LaunchPage> page;
};

class FileOpener {
public:
    // `data`: the user's folder, see OutsideFiles.
    FileOpener(std::shared_ptr<const lesson::Catalog> catalog, std::filesystem::path data, Urgency urgency);

    // Only the newest request is kept.
    void open(OpenRequest request);
    // Nothing while the file is being read.
    [[nodiscard]] std::optional<OpenAnswer> take();
    // The last kernel file that was opened, if it was saved since then; checks at most every quarter of a second. Live editing
    // follows the kernels.cu of a lesson: this is for .ptx files and for files that could not be opened.
    [[nodiscard]] std::optional<std::filesystem::path> changed(std::chrono::steady_clock::time_point now);
    // Waits until it is done, for screenshots that must not depend on time.
    void wait() { m_worker.wait_until_idle(); }

private:
    struct Watched {
        std::filesystem::path file;
        std::filesystem::file_time_type written;
    };

    Urgency m_urgency;
    OutsideFiles m_files; // used by the worker only
    std::optional<Watched> m_watched;
    std::optional<std::chrono::steady_clock::time_point> m_looked;
    Latest<OpenRequest, OpenAnswer> m_worker;
};

// The same, synchronously. Errors of session files become notices on the stage, because the terminal may not be visible.
[[nodiscard]] OpenAnswer open_file(
    const OpenRequest& request, const lesson::Catalog& catalog, OutsideFiles& files, const std::stop_token& stop = {});

} // namespace warpstage::shell
