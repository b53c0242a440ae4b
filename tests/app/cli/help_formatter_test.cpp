// Types of option values in --help.
#include "app/cli/help_formatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpstage::cli {
namespace {

TEST(HelpFormatter, ValueTypesAreShownOnce)
{
    EXPECT_EQ(readable_value(" INT:INT in [0 - 255]"), " INT in [0 - 255]");
    EXPECT_EQ(readable_value(" UINT:UINT in [1 - 5]=2"), " UINT in [1 - 5]=2");
    EXPECT_EQ(readable_value(" TEXT:{auto,gpu,vm}=auto"), " {auto,gpu,vm}=auto");
    EXPECT_EQ(readable_value(" TEXT:DIR ..."), " FOLDER ...");
    EXPECT_EQ(readable_value(" TEXT"), " TEXT");
}

TEST(HelpFormatter, ANegatedFlagShowsOnlyItsName)
{
    CLI::App app;
    app.formatter(std::make_shared<HelpFormatter>());
    bool wanted = false;
    int number = 0;
    app.add_flag("--console,!--no-console", wanted, "Open the console");
    app.add_option("--frames", number, "End then")->check(CLI::Range(1, 9));
    EXPECT_THAT(app.help(), testing::HasSubstr("--console,--no-console "));
    EXPECT_THAT(app.help(), testing::HasSubstr("--frames INT in [1 - 9]"));
}

} // namespace
} // namespace warpstage::cli
