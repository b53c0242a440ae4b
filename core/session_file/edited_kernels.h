// A presenter's edited kernels as a file that web pages fetch: JSON with the source and the PTX.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace warpstage::session_file {

inline constexpr std::size_t kMaxKernelsBytes = std::size_t { 4 } << 20;

[[nodiscard]] std::string kernels_text(const lesson::Lesson& edited);

// The installed lesson with the kernels of the file, which count as edited. Errors, each a sentence: too
// long, not such a file, a newer format, of another lesson, PTX that does not parse or does not match the lesson, kernels that
// need more memory than a page has for them.
[[nodiscard]] Result<std::shared_ptr<const lesson::Lesson>> read_kernels(std::string_view text, const lesson::Lesson& installed);

} // namespace warpstage::session_file
