// `warpstage web`: writes the web edition with chosen lessons, and with a recorded session or a capture that it opens.
#include "app/cli/captures.h"
#include "app/cli/command.h"
#include "app/cli/stage/stage_links.h"
#include "core/base/whole_file.h"
#include "core/capture_file/archive.h"
#include "core/session_file/session_file.h"

#include <nlohmann/json.hpp>

#include <map>

namespace warpstage::cli {

namespace {

namespace fs = std::filesystem;

struct WebOptions {
    fs::path folder;
    std::vector<std::string> lessons; // ids; empty: all
    fs::path session; // or capture; empty: none
};

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
    std::uint64_t digest = 0xcbf29ce484222325U; // FNV-1a
    for (const char c : assets)
        digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    constexpr std::string_view kVersion = "const VERSION = \"";
    const auto at = worker.find(kVersion);
    const auto end = at == std::string::npos ? at : worker.find('"', at + kVersion.size());
    if (end == std::string::npos)
        refuse(fmt::format("The installed web edition is damaged: `{}` has no version. Reinstall it.", kServiceWorker));
    return worker.insert(end, fmt::format("-{:016x}", digest));
}

PackedFiles packed_files(const Assets& assets, const WebOptions& command)
{
    PackedFiles files;
    for (const auto& lesson : chosen_lessons(*assets.catalog, command.lessons))
        pack(files, lesson->folder, "lessons/" + lesson->folder.filename().string());
    pack(files, assets.root / "languages", "languages");
    files.insert_or_assign("published.toml", site_file(assets.root / "published.toml"));
    if (!command.session.empty()) {
        if (capture_file::is_capture(command.session))
            static_cast<void>(or_refuse(open_capture(command.session)));
        else
            static_cast<void>(or_refuse(load_replay(command.session, *assets.catalog)));
        files.insert_or_assign("session.warpstage", site_file(command.session));
    }
    return files;
}

int write_site(const Common& common, const WebOptions& command)
{
    const auto assets = or_refuse(find_assets(common));
    const fs::path site = assets.root / "web";
    std::error_code failed;
    if (!fs::is_regular_file(site / "index.html", failed))
        refuse(
            fmt::format("The web edition is not installed in `{0}`. Build it in a copy of the source code: `tools/web -o {0}`.",
                site.string()));
    const PackedFiles files = packed_files(assets, command);
    const std::string content = packed(files);
    fs::create_directories(command.folder, failed);
    if (!failed)
        fs::copy(site, command.folder, fs::copy_options::recursive | fs::copy_options::overwrite_existing, failed);
    if (failed)
        refuse(fmt::format("Cannot write the folder `{}`: {}.", command.folder.string(), failed.message()));
    write_file(command.folder / kPackedAssets, content);
    write_file(command.folder / kServiceWorker, with_version_of(site_file(site / kServiceWorker), content));
    fmt::print("{0}: {1} files for lessons and languages, {2:.1f} MiB\nserve   python3 -m http.server --directory {0}\n",
        command.folder.string(), files.size(), static_cast<double>(content.size()) / (1 << 20));
    return kSuccess;
}

} // namespace

void add_web(CommandLine& line)
{
    auto& app = line.add("web", "Write the web edition: a folder for any web server, with all or chosen lessons");
    auto& options = line.options_of(app, write_site);
    app.add_option("-o,--output", options.folder, "Folder to write; files that exist there are replaced")->required();
    app.add_option("--lesson", options.lessons, "Id of a lesson to include (default: all); may be repeated")
        ->allow_extra_args(false);
    app.add_option("FILE", options.session, "Session file or capture (.warpstage) that the page opens first");
}

} // namespace warpstage::cli
