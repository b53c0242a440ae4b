#include "app/cli/report_options.h"

#include <CLI/CLI.hpp>

namespace warpstage::cli {

void add_report_command(CLI::App& app, ReportCommand& report)
{
    app.add_option("LESSON", report.lesson)->required();
    app.add_option("-o,--output", report.output, "File to write: .pdf or .html")->required();
    app.add_option("--variant", report.variants, "This variant alone; may be given more than once")->allow_extra_args(false);
    app.add_option("--arch", report.architecture, "Whose rules: a compute capability or a GPU, as in 1.3, 3.5:8byte, GTX280")
        ->capture_default_str();
    app.add_option("--repeat", report.repeat, "Samples of each variant, of which the median is shown")
        ->check(CLI::Range(1U, 100000U))
        ->capture_default_str();
}

} // namespace warpstage::cli
