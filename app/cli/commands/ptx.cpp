// `warpstage ptx`: lists the kernels of PTX files and the instructions that the virtual machine does not support.
#include "app/cli/option_groups.h"
#include "core/kernel_run/ptx_report.h"

namespace warpstage::cli {

namespace {

struct PtxOptions {
    std::vector<std::filesystem::path> files;
    bool json = false;
};

int list_ptx(const Common& /*common*/, const PtxOptions& options)
{
    int status = kSuccess;
    auto json = nlohmann::json::array();
    bool is_first = true;
    for (const auto& path : options.files) {
        const auto file = kernel_run::read_ptx_file(path);
        if (!file) {
            status = report_refusal(file.error().message);
            continue;
        }
        if (status == kSuccess && std::ranges::any_of(file->functions, [](const auto& of) { return !of.refused.empty(); }))
            status = kDiffers;
        if (options.json) {
            json.push_back(to_json(*file));
        } else {
            fmt::print("{}{}", is_first ? "" : "\n", to_text(*file));
            is_first = false;
        }
    }
    if (options.json)
        print_json(json);
    return status;
}

} // namespace

void add_ptx(CommandLine& line)
{
    auto& app = line.add("ptx",
        "List the kernels of PTX files: parameters, registers, memory, instructions, and instructions that the virtual machine "
        "does not support; exit status 1 if a kernel uses one");
    auto& options = line.options_of(app, list_ptx);
    app.add_option("FILE", options.files, "PTX file")->required();
    add_json(app, options.json);
}

} // namespace warpstage::cli
