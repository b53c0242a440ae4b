#include "core/exercise/source_archive.h"

#include "core/base/whole_file.h"
#include "core/exercise/submission.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

namespace warpstage::exercise {

namespace {

namespace fs = std::filesystem;

constexpr zip_int64_t kMaxEntries = 20'000;
constexpr std::uint64_t kMaxSource = std::uint64_t { 1 } << 20U; // bytes
constexpr std::uint64_t kMaxArchive = std::uint64_t { 16 } << 20U;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

// The place below a folder; empty: the name leads elsewhere, or is one that systems add.
fs::path safe_path(std::string_view name)
{
    std::string clean { name };
    std::ranges::replace(clean, '\\', '/'); // written by Windows
    std::ranges::replace_if(
        clean, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '_');
    const fs::path path { clean };
    if (path.empty() || path.is_absolute() || clean.size() > 400)
        return {};
    for (const auto& part : path)
        if (part.empty() || part.native().front() == '.' || part == "__MACOSX" || part.native().size() > 200)
            return {};
    return path;
}

Result<std::string> content_of(zip_t* archive, zip_uint64_t index, std::uint64_t limit)
{
    const std::unique_ptr<zip_file_t, CloseEntry> entry(zip_fopen_index(archive, index, 0));
    if (entry == nullptr)
        return Error { zip_strerror(archive) };
    std::string content(limit + 1, '\0');
    std::uint64_t size = 0;
    while (size < content.size()) {
        const auto count = zip_fread(entry.get(), content.data() + size, content.size() - size);
        if (count < 0)
            return Error { "damaged" };
        if (count == 0)
            break;
        size += static_cast<std::uint64_t>(count);
    }
    content.resize(size);
    if (size > limit)
        return Error { "too large" };
    return content;
}

} // namespace

bool has_archive_ending(const fs::path& file)
{
    auto ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return ending == ".zip";
}

Result<void> unpack_sources(const fs::path& file, const fs::path& folder, std::uint64_t most)
{
    const auto bad = [&](std::string_view reason) {
        return Error { fmt::format("The archive {} cannot be read: {}.", file.filename().string(), reason) };
    };
    int code = 0;
    const std::unique_ptr<zip_t, Discard> archive(zip_open(file.c_str(), ZIP_RDONLY, &code));
    if (archive == nullptr)
        return bad("it is no ZIP archive, or damaged");
    const auto entries = zip_get_num_entries(archive.get(), 0);
    if (entries > kMaxEntries)
        return bad(fmt::format("it has more than {} files", kMaxEntries));
    std::uint64_t room = most;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(entries); ++i) {
        const char* const name = zip_get_name(archive.get(), i, 0);
        const auto path = name == nullptr ? fs::path {} : safe_path(name);
        const bool is_archive = has_archive_ending(path);
        if (path.empty() || (!is_archive && !has_cuda_ending(path)))
            continue;
        const auto content = content_of(archive.get(), i, std::min(room, is_archive ? kMaxArchive : kMaxSource));
        if (!content)
            return bad(fmt::format("{} is {}", path.filename().string(), content.error().message));
        room -= content->size();
        std::error_code failed;
        fs::create_directories((folder / path).parent_path(), failed);
        if (failed || !write_whole_file(folder / path, *content))
            return bad(fmt::format("{} cannot be written", path.filename().string()));
    }
    return {};
}

} // namespace warpstage::exercise
