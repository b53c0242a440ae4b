// The pictures of the start page: each lesson's own figure of what its kernels did, made beside the frames.
#pragma once

#include "app/stage/start/start_menu.h"
#include "core/base/latest.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace warpstage::cli {

// Runs a block of the lesson in that folder on the virtual machine. Errors: the lesson cannot be read, its variant runs no
// kernel, or not there.
[[nodiscard]] Result<stage::StartPicture> start_picture(const std::filesystem::path& folder, const std::stop_token& stop = {});

class StartPictures {
public:
    // Of these lessons, in their order.
    StartPictures(const std::vector<std::shared_ptr<const lesson::Lesson>>& lessons, Urgency urgency);

    // One that has been made since the last call; the next is begun. Never waits.
    [[nodiscard]] std::optional<stage::MadePicture> next();
    // For pictures that must not depend on time.
    void wait() { m_worker.wait_until_idle(); }

private:
    std::vector<std::filesystem::path> m_folders;
    Urgency m_urgency;
    std::size_t m_next = 0;
    Latest<std::filesystem::path, stage::StartPicture> m_worker;
};

} // namespace warpstage::cli
