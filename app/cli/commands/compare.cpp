// `warpstage compare`: compares two results of `warpstage bench`.
#include "app/cli/command.h"
#include "core/bench/files/result_file.h"
#include "core/bench/table.h"

namespace warpstage::cli {

namespace {

struct CompareOptions {
    std::filesystem::path before;
    std::filesystem::path after;
    bench::Format format = bench::Format::text;
};

int compare_results(const Common& /*common*/, const CompareOptions& options)
{
    const auto before = or_refuse(bench::from_json(text_of(options.before), options.before.string()));
    const auto after = or_refuse(bench::from_json(text_of(options.after), options.after.string()));
    fmt::print("{}", bench::compare(before, after, options.format));
    return kSuccess;
}

} // namespace

void add_compare(CommandLine& line)
{
    auto& app = line.add("compare", "Compare two results of `warpstage bench --json`");
    auto& options = line.options_of(app, compare_results);
    app.add_option("BEFORE", options.before, "Earlier result of `warpstage bench --json`")->required();
    app.add_option("AFTER", options.after, "Later result, compared with the earlier one")->required();
    app.add_flag_callback(
        "--markdown", [&options] { options.format = bench::Format::markdown; }, "Write a Markdown table");
}

} // namespace warpstage::cli
