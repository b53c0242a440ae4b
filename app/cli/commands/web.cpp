// `warpstage web`: writes the web edition with chosen lessons, and with a recorded session or a capture that it opens.
#include "app/cli/command.h"
#include "app/course/web_site.h"

namespace warpstage::cli {

namespace {

int write_site(const Common& common, const course::WebSite& site)
{
    const auto assets = or_refuse(find_assets(common));
    const auto written = or_refuse(course::write_web_site(assets.root, *assets.catalog, site));
    fmt::print("{0}: {1} files of lessons, {2:.1f} MiB\nserve   python3 -m http.server --directory {0}\n", site.folder.string(),
        written.files, static_cast<double>(written.bytes) / (1 << 20));
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
