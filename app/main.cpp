// Parses the words and does what they say.
#include "app/cli/command_line.h"

int main(int argc, char** argv)
{
    warpstage::cli::CommandLine line;
    const auto ended = line.parse(argc, argv);
    return ended ? *ended : line.act();
}
