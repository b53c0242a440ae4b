// Files that somebody drops onto the stage or chooses on its start page: read and compiled beside the frames.
#pragma once

#include "core/base/latest.h"
#include "core/lesson/catalog.h"
#include "core/session/command.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace warpstage::cli {

class FileOpener {
public:
    // `folder`: where CUDA files that are opened become lessons.
    FileOpener(std::shared_ptr<const lesson::Catalog> catalog, std::filesystem::path folder, Urgency urgency);

    // The newest wins.
    void open(const std::filesystem::path& path) { m_worker.request(path, m_urgency); }
    // What shows the file, or says why it cannot be shown; nothing: it is not there yet.
    [[nodiscard]] std::optional<session::Command> take();
    // For pictures that must not depend on time.
    void wait() { m_worker.wait_until_idle(); }

private:
    Urgency m_urgency;
    Latest<std::filesystem::path, session::Command> m_worker;
};

// The same here and now. Whoever opens a file does not read the terminal, so an error is a notice.
[[nodiscard]] session::Command command_of_file(
    const std::filesystem::path& path, const lesson::Catalog& catalog, const std::filesystem::path& folder);

} // namespace warpstage::cli
