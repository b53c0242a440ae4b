// Widgets without a screen, and settings in a temporary folder.
#pragma once

#include "core/lesson/catalog.h"
#include "core/session/session.h"

#include <filesystem>
#include <memory>
#include <string>

namespace warpstage::console::testing {

// A folder that exists while the test program runs.
[[nodiscard]] const std::filesystem::path& own_folder();

// The shipped lessons, read once.
[[nodiscard]] std::shared_ptr<const lesson::Catalog> shipped_lessons();

// On the virtual machine with n elements (empty: the lesson's default), after enough ticks to have times and a recording.
[[nodiscard]] std::unique_ptr<session::Session> running_session(
    const std::string& lesson, const std::string& variant, const std::string& n);
void tick(session::Session& session, int times);

} // namespace warpstage::console::testing
