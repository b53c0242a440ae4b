#include "app/cli/course/web_site.h"

#include "app/cli/captures.h"
#include "app/cli/command_line.h"
#include "app/cli/stage/stage_links.h"
#include "core/base/fingerprint.h"
#include "core/base/whole_file.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxSiteFile = std::uint64_t { 64 } << 20;
constexpr std::uint64_t kMaxSiteAssets = std::uint64_t { 256 } << 20;
constexpr std::string_view kPackedAssets = "assets.bin";
constexpr std::string_view kServiceWorker = "service-worker.js";

std::string site_file(const fs::path& file)
{
    auto text = read_whole_file(file, kMaxSiteFile);
    if (!text)
        refuse(fmt::format("`{}` cannot be read: {}.", file.string(), text.error().message));
    return *std::move(text);
}

// The files that the page reads, by their path in its file system.
using PackedFiles = std::map<std::string, std::string>;

void pack(PackedFiles& files, const fs::path& folder, const std::string& place)
{
    std::error_code failed;
    for (fs::recursive_directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored))
            files.insert_or_assign(
                place + "/" + entry->path().lexically_relative(folder).generic_string(), site_file(entry->path()));
    }
    if (failed)
        refuse(fmt::format("The folder `{}` cannot be read: {}.", folder.string(), failed.message()));
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

// As tools/web-site packs them and page/worker.js unpacks them: the length of a list of paths and sizes, the list, the files.
std::string packed(const PackedFiles& files)
{
    auto list = nlohmann::json::array();
    std::string contents;
    for (const auto& [path, text] : files) {
        list.push_back({ path, text.size() });
        contents += text;
    }
    if (contents.size() > kMaxSiteAssets)
        refuse(fmt::format("The lessons and the session have {} MiB; a web edition has at most {} MiB. Choose lessons with "
                           "`--lesson`.",
            contents.size() >> 20U, kMaxSiteAssets >> 20U));
    std::string index = list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    index.resize((index.size() + 3) / 4 * 4, ' ');
    std::string made;
    for (unsigned shift = 0; shift < 32; shift += 8)
        made += static_cast<char>(index.size() >> shift & 0xffU);
    return made + index + contents;
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

PackedFiles packed_files(const Assets& assets, const WebSite& site)
{
    PackedFiles files;
    for (const auto& lesson : chosen_lessons(*assets.catalog, site.lessons))
        pack(files, lesson->folder, "lessons/" + lesson->folder.filename().string());
    pack(files, assets.root / "languages", "languages");
    files.insert_or_assign("published.toml", site_file(assets.root / "published.toml"));
    if (!site.session.empty()) {
        if (capture_file::is_capture(site.session))
            static_cast<void>(or_refuse(open_capture(site.session)));
        else
            static_cast<void>(or_refuse(load_replay(site.session, *assets.catalog)));
        files.insert_or_assign("session.warpstage", site_file(site.session));
    }
    return files;
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
    const PackedFiles files = packed_files(assets, site);
    const std::string content = packed(files);
    std::error_code failed;
    fs::create_directories(site.folder, failed);
    if (!failed)
        fs::copy(edition, site.folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, failed);
    if (failed)
        refuse(fmt::format("Cannot write the folder `{}`: {}.", site.folder.string(), failed.message()));
    write_file(site.folder / kPackedAssets, content);
    write_file(site.folder / kServiceWorker, with_version_of(site_file(edition / kServiceWorker), content));
    return { files.size(), content.size() };
}

} // namespace warpstage::cli
