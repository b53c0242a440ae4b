// A small session of the virtual machine, ready to save.
#pragma once

#include "core/lesson/catalog.h"
#include "core/session/session.h"
#include "core/session_file/document.h"

#include <memory>
#include <string>

namespace warpstage::session_file::testing {

[[nodiscard]] std::shared_ptr<const lesson::Catalog> shipped_lessons();
[[nodiscard]] std::unique_ptr<session::Session> running_session(
    const std::string& lesson, const std::string& variant, const std::string& n);
// Ticks `times` times, each time until all computations have ended.
void tick(session::Session& session, int times);

// reduce2 of 1024 integers, in warps of 32.
[[nodiscard]] Document saved_reduction();

} // namespace warpstage::session_file::testing
