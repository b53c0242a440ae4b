#include "core/lesson/outside_lesson.h"

#include "core/base/whole_file.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpstage::lesson {

namespace {

namespace fs = std::filesystem;

Result<void> write(const fs::path& file, std::string_view text)
{
    if (auto written = write_whole_file(file, text); !written)
        return Error { fmt::format("`{}` cannot be written: {}.", file.string(), written.error().message) };
    return {};
}

Result<void> link(const fs::path& file, const fs::path& place)
{
    std::error_code error;
    fs::remove(place, error);
    fs::create_symlink(file, place, error);
    if (error)
        return Error { fmt::format("`{}` cannot be written: {}.", place.string(), error.message()) };
    return {};
}

// FNV-1a, 32 bits: the same on every computer and in every run.
std::uint32_t hash_of(std::string_view text)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    return hash;
}

} // namespace

std::string outside_id(const fs::path& file)
{
    std::error_code ignored;
    const fs::path whole = fs::absolute(file, ignored).lexically_normal();
    std::string id;
    for (char c : file.stem().string()) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        id += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ? c : '_';
    }
    return fmt::format("{}-{:04x}", id, hash_of(whole.string()) >> 16U);
}

Result<std::shared_ptr<const Lesson>> make_outside_lesson(
    const OutsideTexts& texts, const fs::path& folder, const CueFigures& figures)
{
    std::error_code error;
    const fs::path file = fs::absolute(texts.file, error);
    fs::create_directories(folder, error);
    if (error)
        return Error { fmt::format("Folder {} cannot be created: {}.", folder.string(), error.message()) };
    auto source = Result<void> {};
    if (texts.source.empty()) {
        source = link(file, folder / "kernels.cu");
    } else {
        fs::remove(folder / "kernels.cu", error); // never through a link
        source = write(folder / "kernels.cu", texts.source);
    }
    if (!source)
        return source.error();
    const std::string notes = fmt::format("# {}\n", file.filename().string());
    for (const auto& [name, text] : { std::pair { "lesson.toml", std::string_view { texts.toml } },
             std::pair { "notes.md", std::string_view { notes } }, std::pair { "kernels.ptx", std::string_view { texts.ptx } } })
        if (auto written = write(folder / name, text); !written)
            return written.error();
    auto loaded = load_lesson(folder, figures);
    if (!loaded)
        return loaded.error();
    loaded->origin = { file, texts.include_folders, true };
    return std::make_shared<const Lesson>(*std::move(loaded));
}

Result<void> check_buffer_bytes(const Lesson& lesson, const fs::path& file, std::uint64_t most)
{
    for (const problem::Variant& variant : lesson.variants) {
        const auto plan = lesson.problem->plan(variant, lesson.initial_settings());
        if (!plan)
            return plan.error();
        std::uint64_t bytes = 0;
        for (const problem::Buffer& buffer : plan->buffers)
            bytes += buffer.bytes;
        if (bytes > most)
            return Error { fmt::format("The buffers of {} have more than {} MiB.", file.string(), most >> 20U) };
    }
    return {};
}

} // namespace warpstage::lesson
