// The whole program, with windows and Qt: started by warpstage for commands that need them (app/cli/desktop).
#include "app/cli/command_line.h"
#include "app/cli/standard_streams.h"

int main(int argc, char** argv)
{
    warpstage::cli::open_standard_streams();
    return warpstage::cli::run_command_line(argc, argv);
}
