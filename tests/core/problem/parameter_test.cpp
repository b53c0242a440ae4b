#include "core/problem/parameter.h"

#include <gtest/gtest.h>

namespace warpstage::problem {
namespace {

const std::vector<Parameter>& parameters()
{
    static const std::vector<Parameter> list {
        { .id = "n",
            .label = "bodies",
            .minimum = 256,
            .maximum = 1048576,
            .multiple_of = 256,
            .initial = "4096",
            .choices = { "1024" } },
        { .id = "tau",
            .label = "time step",
            .unit = "s",
            .kind = Parameter::Kind::real,
            .minimum = 1e-6,
            .maximum = 0.1,
            .initial = "0.001" },
        { .id = "scene",
            .label = "scene",
            .kind = Parameter::Kind::choice,
            .initial = "disk",
            .choices = { "disk", "ring", "spiral" } },
        { .id = "block", .label = "block", .kind = Parameter::Kind::choice, .initial = "256", .choices = { "64", "256" } },
        { .id = "pattern",
            .label = "pattern",
            .kind = Parameter::Kind::text,
            .initial = "tid",
            .choices = { "tid*2" },
            .check = [](std::string_view text) -> Result<void> {
                return text == "tdi" ? Result<void> { Error { "there is no name `tdi`." } } : Result<void> {};
            } },
        { .id = "power", .label = "power", .minimum = -9e18, .maximum = 9e18, .initial = "1" },
    };
    return list;
}

TEST(Settings, AllInitialValuesAreSet)
{
    const auto settings = Settings::initial(parameters());
    EXPECT_EQ(settings.integer("n"), 4096);
    EXPECT_DOUBLE_EQ(settings.real("tau"), 0.001);
    EXPECT_EQ(settings.choice("scene"), "disk");
    EXPECT_EQ(settings.choice("block"), "256");
    EXPECT_EQ(settings.integer("block"), 256);
}

struct Accepted {
    const char* id;
    const char* text;
    std::int64_t value;
};

TEST(Settings, IntegersMayBeWrittenInThreeWays)
{
    const Accepted table[] {
        { "n", "20480", 20480 },
        { "n", "2^16", 65536 },
        { "n", "256e0", 256 },
        { "n", " 512 ", 512 },
        { "n", "1.024e3", 1024 },
        { "n", "2^20", 1048576 },
        { "power", "2^62", std::int64_t { 1 } << 62 },
        { "power", "7^0", 1 },
        { "power", "-3", -3 },
        { "power", "1e6", 1000000 },
        { "power", "9e15", 9000000000000000 },
    };
    for (const auto& row : table) {
        auto settings = Settings::initial(parameters());
        const auto set = settings.set(parameters(), row.id, row.text);
        ASSERT_TRUE(set.ok()) << row.text << ": " << set.error().message;
        EXPECT_EQ(settings.integer(row.id), row.value) << row.text;
    }
}

TEST(Settings, TextIsAsEntered)
{
    auto settings = Settings::initial(parameters());
    ASSERT_TRUE(settings.set(parameters(), "n", "2^12").ok());
    EXPECT_EQ(settings.text("n"), "2^12");
    ASSERT_TRUE(settings.set(parameters(), "tau", "1e-5").ok());
    EXPECT_EQ(settings.text("tau"), "1e-5");
    EXPECT_DOUBLE_EQ(settings.real("tau"), 1e-5);
    ASSERT_TRUE(settings.set(parameters(), "pattern", " tid * 2 ").ok());
    EXPECT_EQ(settings.text("pattern"), "tid * 2") << "any text that passes the problem's check";
}

struct Refused {
    const char* id;
    const char* text;
    const char* sentence;
};

TEST(Settings, EveryErrorIsOneSentence)
{
    const Refused table[] {
        { "m", "1", "Unknown parameter `m`. Use n, tau, scene, block, pattern or power." },
        { "sceen", "disk", "Unknown parameter `sceen`. Did you mean `scene`?" },
        { "n", "", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not ``." },
        { "n", "many", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `many`." },
        { "n", "256.5", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `256.5`." },
        { "n", "256 bodies", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `256 bodies`." },
        { "n", "2^", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `2^`." },
        { "n", "2^64", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `2^64`." },
        { "n", "2^-1", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `2^-1`." },
        { "n", "1e400", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `1e400`." },
        { "n", "inf", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `inf`." },
        { "n", "nan", "Parameter n must be an integer such as 20480, 2^22 or 1e6, not `nan`." },
        { "n", "0", "Parameter n must be between 256 and 1048576, not 0." },
        { "n", "2^21", "Parameter n must be between 256 and 1048576, not 2^21." },
        { "n", "1000", "Parameter n must be a multiple of 256, not 1000; the nearest is 1024." },
        { "n", "257", "Parameter n must be a multiple of 256, not 257; the nearest is 256." },
        { "tau", "soon", "Parameter tau must be a number such as 0.001, not `soon`." },
        { "tau", "nan", "Parameter tau must be a number such as 0.001, not `nan`." },
        { "tau", "1", "Parameter tau must be between 1e-06 and 0.1, not 1." },
        { "scene", "rink", "Parameter scene must be disk, ring or spiral, not `rink`. Did you mean `ring`?" },
        { "scene", "cube", "Parameter scene must be disk, ring or spiral, not `cube`." },
        { "pattern", " ", "Parameter pattern must not be empty; the default is `tid`." },
        { "pattern", "tdi", "Parameter pattern: there is no name `tdi`." },
        { "block", "32", "Parameter block must be 64 or 256, not `32`." },
    };
    for (const auto& row : table) {
        auto settings = Settings::initial(parameters());
        const auto set = settings.set(parameters(), row.id, row.text);
        ASSERT_FALSE(set.ok()) << row.text;
        EXPECT_EQ(set.error().message, row.sentence);
        EXPECT_EQ(settings, Settings::initial(parameters())) << "an invalid value changes nothing";
    }
}

} // namespace
} // namespace warpstage::problem
