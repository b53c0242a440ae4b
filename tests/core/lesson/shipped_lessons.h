// The lessons in the build folder.
#pragma once

#include "core/lesson/catalog.h"

#include <array>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace warpstage::lesson {

// With the subjects of the figures that cues point at, which the views define.
inline std::shared_ptr<const Lesson> with_subjects(Lesson lesson)
{
    for (Cue& cue : lesson.cues)
        cue.subject = cue.figure == "banks" ? FigureSubject::shared_access
            : cue.figure == "sectors"       ? FigureSubject::global_access
            : cue.figure == "sm"            ? FigureSubject::sm_run
            : cue.figure == "compare"       ? FigureSubject::step_counts
            : cue.figure == "why"           ? FigureSubject::causes
            : cue.figure == "waves"         ? FigureSubject::waves
            : cue.figure == "rounding"      ? FigureSubject::rounding
                                            : FigureSubject::other;
    return std::make_shared<const Lesson>(std::move(lesson));
}

inline std::shared_ptr<const Catalog> shipped_lessons()
{
    static const auto catalog = [] {
        const std::array<std::filesystem::path, 1> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        auto loaded = std::make_shared<Catalog>(Catalog::load(roots));
        for (const auto& lesson : std::vector(loaded->lessons()))
            loaded->add(with_subjects(*lesson));
        return std::shared_ptr<const Catalog>(std::move(loaded));
    }();
    return catalog;
}

} // namespace warpstage::lesson
