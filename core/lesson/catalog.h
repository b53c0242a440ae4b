// All lessons of one or more folders. A broken one stays in the list with its reason; the others work.
#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

struct BrokenLesson {
    std::filesystem::path folder;
    std::string reason;
};

class Catalog {
public:
    // Reads every sub-folder of each root that holds a lesson.toml (or a kernels.cu: then broken for want of one), in name order.
    // A later root replaces lessons of the same id from an earlier one. A root that does not exist is a broken entry of its own.
    [[nodiscard]] static Catalog load(std::span<const std::filesystem::path> roots, const CueFigures& figures = {});

    [[nodiscard]] const std::vector<std::shared_ptr<const Lesson>>& lessons() const { return m_lessons; }
    [[nodiscard]] const std::vector<BrokenLesson>& broken() const { return m_broken; }
    // A sentence for each lesson that took the place of one of an earlier root.
    [[nodiscard]] const std::vector<std::string>& replaced() const { return m_replaced; }

    // Errors: no such lesson (with the nearest ones), or a broken one (with the reason).
    [[nodiscard]] Result<std::shared_ptr<const Lesson>> find(std::string_view id) const;

private:
    std::vector<std::shared_ptr<const Lesson>> m_lessons;
    std::vector<BrokenLesson> m_broken;
    std::vector<std::string> m_replaced;
};

// Catalog::load(roots).find(id) for a command that is about one lesson: the kernels of the others are not read.
[[nodiscard]] Result<std::shared_ptr<const Lesson>> find_lesson(
    std::span<const std::filesystem::path> roots, std::string_view id, const CueFigures& figures = {});

} // namespace warpstage::lesson
