// Files dropped onto the stage or selected on its start page: read and compiled in a background thread.
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
    // `folder`: where opened CUDA files become lessons.
    FileOpener(std::shared_ptr<const lesson::Catalog> catalog, std::filesystem::path folder, Urgency urgency);

    // Only the newest request is kept.
    void open(const std::filesystem::path& path) { m_worker.request(path, m_urgency); }
    // The command that shows the file, or the error; nothing while it is being read.
    [[nodiscard]] std::optional<session::Command> take();
    // Waits until it is done, for screenshots that must not depend on time.
    void wait() { m_worker.wait_until_idle(); }

private:
    Urgency m_urgency;
    Latest<std::filesystem::path, session::Command> m_worker;
};

// The same, synchronously. Errors become notices on the stage, because the terminal may not be visible.
[[nodiscard]] session::Command command_of_file(
    const std::filesystem::path& path, const lesson::Catalog& catalog, const std::filesystem::path& folder);

} // namespace warpstage::cli
