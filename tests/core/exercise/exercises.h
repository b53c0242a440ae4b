// Shipped exercises, and solutions compiled and checked.
#pragma once

#include "core/base/whole_file.h"
#include "core/exercise/assessment.h"
#include "core/exercise/submission.h"

#include <filesystem>
#include <string>

namespace warpstage::exercise {

inline Exercise shipped(const std::string& id)
{
    auto loaded = load_exercise(std::filesystem::path { WARPSTAGE_ASSETS } / "exercises" / id);
    VERIFY(loaded.ok());
    return *std::move(loaded);
}

inline std::string text_of(const std::filesystem::path& file)
{
    auto text = read_whole_file(file, kMaxTextBytes);
    VERIFY(text.ok());
    return *std::move(text);
}

// With all sizes, also the hidden ones.
inline Assessment checked(const Exercise& exercise, const std::string& source, Hidden hidden = Hidden::named)
{
    gpu::CompileProcess compiler;
    const auto compiled = compile_submission(compiler, source);
    if (!compiled.ptx)
        return failed_assessment(exercise, compiled.ptx.error().message, compiled.line);
    auto assessment = assess(exercise, source, *compiled.ptx, { .seed = 4711, .hidden = hidden });
    VERIFY(assessment.ok());
    return *std::move(assessment);
}

} // namespace warpstage::exercise
