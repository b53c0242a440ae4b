#include "app/course/web_site.h"

#include "app/course/lzma.h"
#include "app/shell/files/captures.h"
#include "app/shell/files/recorded.h"
#include "core/base/fingerprint.h"
#include "core/base/temporary_folder.h"
#include "core/base/whole_file.h"
#include "core/capture_file/archive.h"
#include "core/exercise/exercise.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace warpstage::course {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxSiteFile = std::uint64_t { 64 } << 20;
constexpr std::uint64_t kMaxSiteAssets = std::uint64_t { 256 } << 20;
constexpr std::string_view kSiteAssets = "assets.bin";
constexpr std::string_view kServiceWorker = "service-worker.js";

Result<std::string> site_file(const fs::path& file)
{
    auto text = read_whole_file(file, kMaxSiteFile);
    if (!text)
        return Error { fmt::format("`{}` cannot be read: {}.", file.string(), text.error().message) };
    return text;
}

// The version that a browser compares: another one for other lessons.
Result<std::string> with_version_of(std::string worker, std::string_view assets)
{
    constexpr std::string_view kVersion = "const VERSION = \"";
    const auto at = worker.find(kVersion);
    const auto end = at == std::string::npos ? at : worker.find('"', at + kVersion.size());
    if (end == std::string::npos)
        return Error { fmt::format("The installed web edition is damaged: `{}` has no version. Reinstall it.", kServiceWorker) };
    return worker.insert(end, fmt::format("-{:016x}", Fingerprint().add(assets).value()));
}

// Of an exercise: a page would give them to everybody.
bool is_for_lecturers(const fs::path& name)
{
    return name == exercise::kSolutionFile || name == exercise::kGradingFile || name == "reference.cu";
}

Result<void> is_session_or_capture(const fs::path& file, const lesson::Catalog& catalog)
{
    if (capture_file::is_capture(file)) {
        const auto opened = shell::open_capture(file);
        return opened ? Result<void> {} : opened.error();
    }
    const auto read = shell::replay_of(file, catalog, file.string());
    return read ? Result<void> {} : read.error();
}

// What the page reads: see tools/web-site, which packs the same for all lessons.
Result<std::vector<capture_file::Packed>> files_of(const fs::path& root, const lesson::Catalog& catalog, const WebSite& site)
{
    std::vector<capture_file::Packed> files;
    const auto add = [&](const lesson::Lesson& lesson) {
        auto found = capture_file::files_below(lesson.folder, fmt::format("lessons/{}/", lesson.folder.filename().string()));
        std::erase_if(found, [](const capture_file::Packed& packed) { return is_for_lecturers(packed.file.filename()); });
        std::ranges::move(found, std::back_inserter(files));
    };
    for (const std::string& id : site.lessons) {
        const auto lesson = catalog.find(id);
        if (!lesson)
            return lesson.error();
        add(**lesson);
    }
    if (site.lessons.empty())
        for (const auto& lesson : catalog.lessons())
            add(*lesson);
    files.push_back({ root / "published.toml", "published.toml" });
    if (!site.session.empty()) {
        if (const auto valid = is_session_or_capture(site.session, catalog); !valid)
            return valid.error();
        files.push_back({ site.session, "session.warpstage" });
    }
    return files;
}

Result<std::uintmax_t> bytes_of(const std::vector<capture_file::Packed>& files)
{
    std::uintmax_t bytes = 0;
    for (const auto& packed : files) {
        std::error_code failed;
        const auto size = fs::file_size(packed.file, failed);
        if (failed)
            return Error { fmt::format("`{}` cannot be read: {}.", packed.file.string(), failed.message()) };
        bytes += size;
    }
    if (bytes > kMaxSiteAssets)
        return Error { fmt::format(
            "The lessons and the session have {} MiB; a web edition has at most {} MiB. Choose lessons with "
            "`--lesson`.",
            bytes >> 20U, kMaxSiteAssets >> 20U) };
    return bytes;
}

// A ZIP archive, packed as a whole: the kernels of lessons resemble each other.
Result<void> write_assets(const std::vector<capture_file::Packed>& files, const fs::path& target)
{
    const TemporaryFolder folder;
    if (folder.path().empty())
        return Error { fmt::format("Cannot write `{}`: no temporary folder can be created.", target.string()) };
    const fs::path archive = folder.path() / "assets.zip";
    if (auto stored = capture_file::pack(files, archive, capture_file::Packing::stored); !stored)
        return stored;
    const auto content = read_whole_file(archive, 2 * kMaxSiteAssets);
    const auto packed = content ? lzma_packed(*content) : content.error();
    const auto written = packed ? write_whole_file(target, *packed) : packed.error();
    if (!written)
        return Error { fmt::format("Cannot write `{}`: {}.", target.string(), written.error().message) };
    return {};
}

Result<void> give_version(const fs::path& edition, const fs::path& folder)
{
    auto worker = site_file(edition / kServiceWorker);
    const auto assets = site_file(folder / kSiteAssets);
    if (!worker || !assets)
        return !worker ? worker.error() : assets.error();
    const auto text = with_version_of(*std::move(worker), *assets);
    if (!text)
        return text.error();
    if (const auto written = write_whole_file(folder / kServiceWorker, *text); !written)
        return Error { fmt::format("Cannot write `{}`: {}.", (folder / kServiceWorker).string(), written.error().message) };
    return {};
}

} // namespace

bool has_web_edition(const fs::path& root)
{
    std::error_code ignored;
    return fs::is_regular_file(root / "web" / "index.html", ignored);
}

Result<WrittenSite> write_web_site(const fs::path& root, const lesson::Catalog& catalog, const WebSite& site)
{
    const fs::path edition = root / "web";
    if (!has_web_edition(root))
        return Error { fmt::format("The web edition is not installed in `{0}`. Build it in a copy of the source code: `tools/web "
                                   "-o {0}`.",
            edition.string()) };
    const auto files = files_of(root, catalog, site);
    if (!files)
        return files.error();
    const auto bytes = bytes_of(*files);
    if (!bytes)
        return bytes.error();
    std::error_code failed;
    fs::create_directories(site.folder, failed);
    if (!failed)
        fs::copy(edition, site.folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, failed);
    if (failed)
        return Error { fmt::format("Cannot write the folder `{}`: {}.", site.folder.string(), failed.message()) };
    if (const auto written = write_assets(*files, site.folder / kSiteAssets); !written)
        return written.error();
    if (const auto given = give_version(edition, site.folder); !given)
        return given.error();
    return WrittenSite { files->size(), *bytes };
}

} // namespace warpstage::course
