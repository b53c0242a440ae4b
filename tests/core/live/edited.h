// Shipped lessons and their kernels with one edit.
#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <string>

namespace warpstage::live {

// "05-reduction"
inline std::shared_ptr<const lesson::Lesson> shipped(const std::string& folder)
{
    auto loaded = lesson::load_lesson(std::filesystem::path { WARPSTAGE_ASSETS } / "lessons" / folder);
    VERIFY(loaded.ok());
    return std::make_shared<const lesson::Lesson>(std::move(*loaded));
}

// The lesson's kernels with the first occurrence of `from` after `where` replaced with `to`.
inline std::string edited(const lesson::Lesson& lesson, const std::string& where, const std::string& from, const std::string& to)
{
    auto source = lesson.source;
    const auto start = source.find(where);
    VERIFY(start != std::string::npos);
    const auto at = source.find(from, start);
    VERIFY(at != std::string::npos);
    return source.replace(at, from.size(), to);
}

} // namespace warpstage::live
