// The figures of the start page: one figure per lesson from a run of its kernels, created in a background thread.
#pragma once

#include "app/shell/service.h"
#include "app/stage/start/start_menu.h"
#include "core/base/latest.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace warpstage::shell {

// Runs a block of the lesson in that folder on the virtual machine. Errors: the lesson cannot be read, or its variant has no
// kernel or one that the virtual machine does not support.
[[nodiscard]] Result<stage::StartPicture> start_picture(const std::filesystem::path& folder, const std::stop_token& stop = {});

class StartPictures final : public Service {
public:
    // Figures of these lessons, in their order.
    StartPictures(const std::vector<std::shared_ptr<const lesson::Lesson>>& lessons, Urgency urgency);

    // A figure completed since the last call; starts the next one. Never waits.
    [[nodiscard]] std::optional<stage::MadePicture> next();
    void wait() override { m_worker.wait_until_idle(); }

private:
    std::vector<std::filesystem::path> m_folders;
    Urgency m_urgency;
    std::size_t m_next = 0;
    Latest<std::filesystem::path, stage::StartPicture> m_worker;
};

} // namespace warpstage::shell
