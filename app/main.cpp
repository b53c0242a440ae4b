// Parses the command line and runs the command.
#include "app/cli/command_line.h"

int main(int argc, char** argv)
{
    warpstage::cli::CommandLine line;
    const auto ended = line.parse(argc, argv);
    return ended ? *ended : line.act();
}
