#include "core/capture_file/archive.h"

#include "core/base/links.h"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace warpstage::capture_file {

namespace {

namespace fs = std::filesystem;

// The first bytes of a ZIP archive that contains files.
constexpr std::string_view kFirstBytes = "PK\x03\x04";
constexpr zip_int64_t kMaxFiles = 1 << 16;
constexpr std::size_t kMaxFolders = 64; // a capture has one
constexpr std::size_t kPiece = std::size_t { 1 } << 20; // bytes that are unpacked at once

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};

Error damaged_archive(const fs::path& file, std::string_view reason)
{
    return Error { fmt::format("{} is damaged: {}.", file.string(), reason) };
}

std::string reason_of(zip_t* archive)
{
    return zip_strerror(archive);
}

// "lesson.toml", "buffers/12.bin": letters, digits and a few other characters, and no part that starts with a dot.
bool is_plain_name(std::string_view name)
{
    constexpr std::size_t kMax = 200;
    const auto slash = name.find('/');
    const auto is_part = [](std::string_view part) {
        constexpr std::string_view kOthers = "._-+";
        return !part.empty() && part.front() != '.' && std::ranges::all_of(part, [&](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kOthers.find(c) != kOthers.npos;
        });
    };
    if (name.size() > kMax)
        return false;
    return slash == std::string_view::npos ? is_part(name) : is_part(name.substr(0, slash)) && is_part(name.substr(slash + 1));
}

// For messages: a terminal would execute control characters.
std::string printable(std::string_view name)
{
    constexpr std::size_t kMax = 60;
    std::string shown { name.substr(0, kMax) };
    std::ranges::replace_if(
        shown, [](char c) { return c < ' ' || c > '~'; }, '?');
    return name.size() > kMax ? shown + "…" : shown;
}

struct Entry {
    zip_uint64_t index = 0;
    std::string name;
    std::uint64_t bytes = 0; // as stated
};

// Names and sizes of all files, which are checked before anything is unpacked.
Result<std::vector<Entry>> entries_of(zip_t* archive, const fs::path& file)
{
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count > kMaxFiles)
        return Error { fmt::format("{} contains more than {} files.", file.string(), kMaxFiles) };
    std::vector<Entry> entries;
    std::set<std::string, std::less<>> folders;
    std::set<std::string, std::less<>> names;
    std::uint64_t room = kMaxBytes;
    for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(count); ++i) {
        zip_stat_t status {};
        zip_stat_init(&status);
        constexpr zip_uint64_t kRequired = ZIP_STAT_NAME | ZIP_STAT_SIZE;
        if (zip_stat_index(archive, i, 0, &status) != 0 || (status.valid & kRequired) != kRequired)
            return damaged_archive(file, "an entry has no name or size");
        const std::string_view name = status.name;
        const bool is_folder = name.ends_with('/'); // as `zip -r` writes them
        if (!is_plain_name(is_folder ? name.substr(0, name.size() - 1) : name))
            return Error { fmt::format(
                "{} is not a capture: it contains the file `{}`, whose name is not one of a capture. Names have "
                "letters, digits and `._-+`, and at most one folder.",
                file.string(), printable(name)) };
        if (const auto slash = name.rfind('/'); slash != std::string_view::npos)
            folders.emplace(name.substr(0, slash));
        if (folders.size() > kMaxFolders)
            return Error { fmt::format("{} contains more than {} folders.", file.string(), kMaxFolders) };
        if (is_folder)
            continue;
        if (status.size > room)
            return Error { fmt::format("{} contains more than {} MiB.", file.string(), kMaxBytes >> 20) };
        room -= status.size;
        if (!names.emplace(name).second)
            return damaged_archive(file, fmt::format("it contains `{}` twice", name));
        entries.push_back({ i, std::string { name }, status.size });
    }
    for (const auto& folder : folders)
        if (names.contains(folder))
            return damaged_archive(file, fmt::format("it contains `{}` as a file and as a folder", folder));
    return entries;
}

Result<void> unpack_entry(zip_t* archive, const Entry& unpacked, const fs::path& file, const fs::path& folder)
{
    const auto& [index, name, stated] = unpacked;
    const std::unique_ptr<zip_file_t, CloseEntry> entry(zip_fopen_index(archive, index, 0));
    if (entry == nullptr)
        return damaged_archive(file, reason_of(archive));
    const fs::path target = folder / name;
    std::error_code failed;
    fs::create_directories(target.parent_path(), failed);
    if (failed)
        return Error { fmt::format("Cannot create the folder `{}`: {}.", target.parent_path().string(), failed.message()) };
    std::ofstream stream(target, std::ios::binary);
    std::vector<char> piece(std::min<std::size_t>(kPiece, stated + 1));
    std::uint64_t written = 0;
    for (;;) {
        const zip_int64_t bytes = zip_fread(entry.get(), piece.data(), piece.size()); // the last one compares the checksum
        if (bytes < 0)
            return damaged_archive(file, fmt::format("`{}` cannot be unpacked", name));
        if (bytes == 0)
            break;
        written += static_cast<std::uint64_t>(bytes);
        if (written > stated)
            return damaged_archive(file, fmt::format("`{}` is longer than stated", name));
        stream.write(piece.data(), bytes);
    }
    stream.close();
    if (!stream)
        return Error { fmt::format("Cannot write `{}`: {}.", target.string(), std::generic_category().message(errno)) };
    if (written != stated)
        return damaged_archive(file, fmt::format("`{}` is shorter than stated", name));
    return {};
}

} // namespace

bool is_capture(const fs::path& file)
{
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) // a pipe would be waited for
        return false;
    std::ifstream stream(file, std::ios::binary);
    std::array<char, kFirstBytes.size()> first {};
    stream.read(first.data(), first.size());
    return stream.good() && std::string_view { first.data(), first.size() } == kFirstBytes;
}

std::vector<Packed> files_below(const fs::path& folder, const std::string& place)
{
    std::vector<Packed> files;
    std::error_code failed;
    for (fs::recursive_directory_iterator at { folder, failed }, end; !failed && at != end; at.increment(failed)) {
        if (at->is_regular_file(failed))
            files.push_back({ at->path(), place + at->path().lexically_relative(folder).generic_string() });
    }
    std::ranges::sort(files, {}, &Packed::name);
    return files;
}

Result<void> pack(const std::vector<Packed>& files, const fs::path& file, Packing packing)
{
    // libzip would replace a link, a pipe or a device by the archive.
    const auto target = without_links(file);
    std::error_code failed;
    if (!target || (fs::exists(*target, failed) && !fs::is_regular_file(*target, failed)))
        return Error { fmt::format("Cannot write `{}`: Not a regular file.", file.string()) };
    int code = 0;
    std::unique_ptr<zip_t, Discard> archive(zip_open(target->c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
    if (archive == nullptr) {
        zip_error_t error {};
        zip_error_init_with_code(&error, code);
        const std::string reason = zip_error_strerror(&error);
        zip_error_fini(&error);
        return Error { fmt::format("Cannot write `{}`: {}.", file.string(), reason) };
    }
    for (const auto& [path, name] : files) {
        zip_source_t* source = zip_source_file(archive.get(), path.c_str(), 0, -1);
        const zip_int64_t index = source == nullptr ? -1 : zip_file_add(archive.get(), name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(source);
            return Error { fmt::format("Cannot write `{}`: {}.", file.string(), reason_of(archive.get())) };
        }
        const auto method = packing == Packing::deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE;
        zip_set_file_compression(archive.get(), static_cast<zip_uint64_t>(index), method, 9);
        constexpr time_t kFixed = 315619200; // 1980-01-02: equal captures are equal files
        zip_file_set_mtime(archive.get(), static_cast<zip_uint64_t>(index), kFixed, 0);
    }
    if (zip_close(archive.get()) != 0)
        return Error { fmt::format("Cannot write `{}`: {}.", file.string(), reason_of(archive.get())) };
    static_cast<void>(archive.release()); // zip_close() has freed it
    return {};
}

Result<void> pack(const fs::path& folder, const fs::path& file)
{
    return pack(files_below(folder, ""), file);
}

Result<void> unpack(const fs::path& file, const fs::path& folder)
{
    int code = 0;
    const std::unique_ptr<zip_t, Discard> archive(zip_open(file.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, &code));
    if (archive == nullptr) {
        zip_error_t error {};
        zip_error_init_with_code(&error, code);
        const std::string reason = zip_error_strerror(&error);
        zip_error_fini(&error);
        return damaged_archive(file, reason);
    }
    const auto entries = entries_of(archive.get(), file);
    if (!entries)
        return entries.error();
    for (const Entry& entry : *entries) {
        if (auto done = unpack_entry(archive.get(), entry, file, folder); !done)
            return done;
    }
    return {};
}

} // namespace warpstage::capture_file
