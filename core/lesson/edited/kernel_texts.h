// Texts that replace a lesson's kernels, and the lesson with them.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"
#include "core/problem/relaunched.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warpstage::lesson {

struct KernelTexts {
    std::string source; // kernels.cu
    std::string ptx; // kernels.ptx; empty: unchanged
    std::map<std::string, std::string, std::less<>> builds; // kernels.NAME.ptx by NAME; the others are unchanged
    // By NAME, "" for kernels.ptx: a subset of the kernels, which replaces those of the complete text.
    std::map<std::string, std::string, std::less<>> partial;
};

// The lesson with these kernels; everything else is shared with the old lesson, except partial builds. Errors: PTX that cannot be
// parsed, a variant whose kernel is missing or has different parameters.
[[nodiscard]] Result<std::shared_ptr<const Lesson>> with_kernels(const Lesson& lesson, const KernelTexts& texts);

// The texts of the lesson's kernels.
[[nodiscard]] KernelTexts kernel_texts_of(const Lesson& lesson);

// The lesson with these changes of launches in addition to its own; its kernels count as edited.
[[nodiscard]] std::shared_ptr<const Lesson> with_launches(const Lesson& lesson, const std::vector<problem::Relaunch>& launches);

// The lesson with kernels that have this flaw: its variant becomes one that demonstrates it, so that the recorded run shows it.
// `expects`, `checks`: as in Variant; empty checks stay as they are.
[[nodiscard]] std::shared_ptr<const Lesson> with_flaw(
    const Lesson& lesson, Flaw flaw, std::string expects, const std::string& checks);

} // namespace warpstage::lesson
