// Parses the command line and runs the command.
#include "app/cli/command_line.h"
#include "app/cli/standard_streams.h"

int main(int argc, char** argv)
{
    warpstage::cli::open_standard_streams();
    return warpstage::cli::run_command_line(argc, argv);
}
