// All lessons of one or more folders. An invalid lesson remains in the list with its error; the others can be used.
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
    // The first root has the lessons that are shipped with the program. Reads every subfolder of each root that has a lesson.toml
    // (or only a kernels.cu, and is then invalid), in name order. A later root replaces lessons with the same id from an earlier
    // one. A root that does not exist becomes an invalid entry.
    [[nodiscard]] static Catalog load(std::span<const std::filesystem::path> roots, const CueFigures& figures = {});

    [[nodiscard]] const std::vector<std::shared_ptr<const Lesson>>& lessons() const { return m_lessons; }
    [[nodiscard]] const std::vector<BrokenLesson>& broken() const { return m_broken; }
    // A sentence for each lesson that replaced one from an earlier root.
    [[nodiscard]] const std::vector<std::string>& replaced() const { return m_replaced; }

    // A lesson from another place, such as a capture, in addition. It replaces one with the same id.
    void add(std::shared_ptr<const Lesson> lesson);

    // Errors: unknown lesson (with similar names), or an invalid one (with the reason).
    [[nodiscard]] Result<std::shared_ptr<const Lesson>> find(std::string_view id) const;

private:
    std::vector<std::shared_ptr<const Lesson>> m_lessons;
    std::vector<BrokenLesson> m_broken;
    std::vector<std::string> m_replaced;
};

// Catalog::load(roots).find(id) for a command that uses one lesson: the kernels of the others are not read.
[[nodiscard]] Result<std::shared_ptr<const Lesson>> find_lesson(
    std::span<const std::filesystem::path> roots, std::string_view id, const CueFigures& figures = {});

} // namespace warpstage::lesson
