// Parses the command line and runs the command, or starts warpstage-desktop if it needs windows or Qt, with which this program is
// not linked.
#include "app/cli/command_line.h"
#include "app/cli/desktop/desktop_program.h"
#include "app/cli/standard_streams.h"

int main(int argc, char** argv)
{
    warpstage::cli::open_standard_streams();
    return warpstage::cli::run_command_line(argc, argv, [argv] { return warpstage::cli::start_desktop_program(argv); });
}
