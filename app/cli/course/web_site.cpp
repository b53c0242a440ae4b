#include "app/cli/course/web_site.h"

#include "app/cli/command_line.h"
#include "app/shell/files/captures.h"
#include "app/shell/files/recorded.h"
#include "core/base/fingerprint.h"
#include "core/base/whole_file.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxSiteFile = std::uint64_t { 64 } << 20;
constexpr std::uint64_t kMaxSiteAssets = std::uint64_t { 256 } << 20;
constexpr std::string_view kSiteAssets = "assets.zip";
constexpr std::string_view kServiceWorker = "service-worker.js";

std::string site_file(const fs::path& file, std::uint64_t max_bytes = kMaxSiteFile)
{
    auto text = read_whole_file(file, max_bytes);
    if (!text)
        refuse(fmt::format("`{}` cannot be read: {}.", file.string(), text.error().message));
    return *std::move(text);
}

std::vector<std::shared_ptr<const lesson::Lesson>> chosen_lessons(
    const lesson::Catalog& catalog, const std::vector<std::string>& ids)
{
    if (ids.empty())
        return catalog.lessons();
    std::vector<std::shared_ptr<const lesson::Lesson>> chosen;
    for (const std::string& id : ids)
        chosen.push_back(or_refuse(catalog.find(id)));
    return chosen;
}

// The version that a browser compares: another one for other lessons.
std::string with_version_of(std::string worker, std::string_view assets)
{
    constexpr std::string_view kVersion = "const VERSION = \"";
    const auto at = worker.find(kVersion);
    const auto end = at == std::string::npos ? at : worker.find('"', at + kVersion.size());
    if (end == std::string::npos)
        refuse(fmt::format("The installed web edition is damaged: `{}` has no version. Reinstall it.", kServiceWorker));
    return worker.insert(end, fmt::format("-{:016x}", Fingerprint().add(assets).value()));
}

// What the page reads: see tools/web-site, which packs the same for all lessons.
std::vector<capture_file::Packed> files_of(const Assets& assets, const WebSite& site)
{
    std::vector<capture_file::Packed> files;
    for (const auto& lesson : chosen_lessons(*assets.catalog, site.lessons)) {
        auto found = capture_file::files_below(lesson->folder, fmt::format("lessons/{}/", lesson->folder.filename().string()));
        std::ranges::move(found, std::back_inserter(files));
    }
    files.push_back({ assets.root / "published.toml", "published.toml" });
    if (!site.session.empty()) {
        if (capture_file::is_capture(site.session))
            static_cast<void>(or_refuse(shell::open_capture(site.session)));
        else
            static_cast<void>(or_refuse(shell::replay_of(site.session, *assets.catalog, site.session.string())));
        files.push_back({ site.session, "session.warpstage" });
    }
    return files;
}

std::uintmax_t bytes_of(const std::vector<capture_file::Packed>& files)
{
    std::uintmax_t bytes = 0;
    for (const auto& packed : files) {
        std::error_code failed;
        const auto size = fs::file_size(packed.file, failed);
        if (failed)
            refuse(fmt::format("`{}` cannot be read: {}.", packed.file.string(), failed.message()));
        bytes += size;
    }
    return bytes;
}

} // namespace

bool has_web_edition(const Assets& assets)
{
    std::error_code ignored;
    return fs::is_regular_file(assets.root / "web" / "index.html", ignored);
}

WrittenSite write_web_site(const Assets& assets, const WebSite& site)
{
    const fs::path edition = assets.root / "web";
    if (!has_web_edition(assets))
        refuse(
            fmt::format("The web edition is not installed in `{0}`. Build it in a copy of the source code: `tools/web -o {0}`.",
                edition.string()));
    const auto files = files_of(assets, site);
    const std::uintmax_t bytes = bytes_of(files);
    if (bytes > kMaxSiteAssets)
        refuse(fmt::format("The lessons and the session have {} MiB; a web edition has at most {} MiB. Choose lessons with "
                           "`--lesson`.",
            bytes >> 20U, kMaxSiteAssets >> 20U));
    std::error_code failed;
    fs::create_directories(site.folder, failed);
    if (!failed)
        fs::copy(edition, site.folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, failed);
    if (failed)
        refuse(fmt::format("Cannot write the folder `{}`: {}.", site.folder.string(), failed.message()));
    const fs::path packed = site.folder / kSiteAssets;
    or_refuse(capture_file::pack(files, packed));
    write_file(
        site.folder / kServiceWorker, with_version_of(site_file(edition / kServiceWorker), site_file(packed, kMaxSiteAssets)));
    return { files.size(), bytes };
}

} // namespace warpstage::cli
