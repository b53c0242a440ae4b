#include "core/lesson/catalog.h"

#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/lesson/files/lesson_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace warpstage::lesson {

namespace {

namespace fs = std::filesystem;

struct Folders {
    std::vector<fs::path> found; // in name order
    std::string reason; // why the root could not be read; empty: no error
};

Folders lesson_folders(const fs::path& root)
{
    Folders folders;
    std::error_code error;
    if (!fs::is_directory(root, error)) {
        folders.reason = fmt::format("Folder {} does not exist; no lessons were loaded from it.", root.string());
        return folders;
    }
    for (fs::directory_iterator at { root, error }, end; !error && at != end; at.increment(error)) {
        std::error_code ignored; // an inaccessible file counts as missing
        const auto& folder = at->path();
        if (fs::exists(folder / "lesson.toml", ignored) || fs::exists(folder / "kernels.cu", ignored))
            folders.found.push_back(folder);
    }
    if (error)
        folders.reason = fmt::format("Folder {} cannot be read: {}.", root.string(), error.message());
    std::sort(folders.found.begin(), folders.found.end());
    return folders;
}

// An invalid lesson has no id; its folder "06-nbody" counts as "nbody".
bool stands_for(const fs::path& folder, std::string_view id)
{
    const auto name = folder.filename().string();
    return name == id || name.ends_with(fmt::format("-{}", id));
}

// The id in lesson.toml; empty if the file is invalid.
std::string id_of(const fs::path& folder)
{
    const auto text = read_whole_file(folder / "lesson.toml", kMaxTextBytes);
    if (!text)
        return {};
    auto file = parse_lesson_file(*text, "lesson.toml");
    return file ? std::move(file->id) : std::string {};
}

} // namespace

Catalog Catalog::load(std::span<const fs::path> roots, const CueFigures& figures)
{
    Catalog catalog;
    for (const auto& root : roots) {
        const auto folders = lesson_folders(root);
        if (!folders.reason.empty())
            catalog.m_broken.push_back({ root, folders.reason });
        std::vector<std::string> ids_of_root;
        for (const auto& folder : folders.found) {
            auto loaded = load_lesson(folder, figures);
            if (!loaded) {
                catalog.m_broken.push_back({ folder, loaded.error().message });
                continue;
            }
            loaded->origin.shipped = &root == roots.data();
            auto lesson = std::make_shared<const Lesson>(std::move(*loaded));
            auto& lessons = catalog.m_lessons;
            const auto same =
                std::find_if(lessons.begin(), lessons.end(), [&](const auto& other) { return other->id == lesson->id; });
            if (std::find(ids_of_root.begin(), ids_of_root.end(), lesson->id) != ids_of_root.end()) {
                catalog.m_broken.push_back({ folder,
                    fmt::format("{}/lesson.toml: the id `{}` is already used by {}. Choose another one.",
                        folder.filename().string(), lesson->id, (*same)->folder.filename().string()) });
                continue;
            }
            ids_of_root.push_back(lesson->id);
            if (same == lessons.end()) {
                lessons.push_back(std::move(lesson));
                continue;
            }
            catalog.m_replaced.push_back(fmt::format("Lesson `{}` in {} replaces {}. Give it another id to keep both.",
                lesson->id, folder.string(), (*same)->folder.string()));
            *same = std::move(lesson);
        }
    }
    return catalog;
}

void Catalog::add(std::shared_ptr<const Lesson> lesson)
{
    std::erase_if(m_lessons, [&](const auto& other) { return other->id == lesson->id; });
    m_lessons.push_back(std::move(lesson));
}

Result<std::shared_ptr<const Lesson>> Catalog::find(std::string_view id) const
{
    std::vector<std::string> ids;
    for (const auto& lesson : m_lessons) {
        if (lesson->id == id)
            return lesson;
        ids.push_back(lesson->id);
    }
    for (const auto& broken : m_broken) {
        if (stands_for(broken.folder, id))
            return Error { fmt::format("Lesson `{}` is invalid: {}", id, broken.reason) };
    }
    if (ids.empty())
        return Error { fmt::format("Unknown lesson `{}`: no lessons were found.", id) };
    if (const auto near = text::nearest(id, ids); !near.empty())
        return Error { fmt::format("Unknown lesson `{}`. Did you mean `{}`?", id, near) };
    std::vector<std::string> variants;
    for (const auto& lesson : m_lessons)
        for (const auto& variant : lesson->variants)
            variants.push_back(variant.id);
    if (const auto near = text::nearest(id, variants); !near.empty())
        for (const auto& lesson : m_lessons)
            if (lesson->find_variant(near) != nullptr)
                return Error { fmt::format(
                    "Unknown lesson `{}`. Did you mean variant `{}` of lesson `{}`?", id, near, lesson->id) };
    return Error { fmt::format("Unknown lesson `{}`. Use {}.", id, text::alternatives(ids)) };
}

Result<std::shared_ptr<const Lesson>> find_lesson(std::span<const fs::path> roots, std::string_view id, const CueFigures& figures)
{
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) {
        for (const auto& folder : lesson_folders(*root).found) {
            if (id_of(folder) != id)
                continue;
            if (auto loaded = load_lesson(folder, figures))
                return std::make_shared<const Lesson>(std::move(*loaded));
        }
    }
    // The catalog contains the reason.
    return Catalog::load(roots, figures).find(id);
}

} // namespace warpstage::lesson
