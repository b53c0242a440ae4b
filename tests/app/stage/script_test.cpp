#include "app/stage/script/script.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace warpstage::stage {
namespace {

std::string refusal(const std::string& text)
{
    const auto script = parse_script(text, "demo.txt");
    return script ? std::string { "none" } : script.error().message;
}

TEST(Script, EveryCommandIsRead)
{
    const auto script = parse_script(R"(# a demonstration
lesson reduction

  variant reduce2   # with a remark
variant 3
wait 30 frames
wait 1
key Shift+Tab ? Ctrl++
type tid*2 # 3
move 10 20
click 10.5 20
drag 0 0 80 80
wheel -2 5 6
resize 640x360
screenshot a folder/a.png
set pattern (tid % 4) * 33
engine vm
architecture GTX280
warp 1
lane 31
line 12
cell 7
cell 12 in
access next
seek 40
step previous
stride barrier
cue 2
cue next
compare 1
play
pause
restart
count
expect variant reduce3
samples 21
timings a folder/times.jsonl
)",
        "demo.txt");
    ASSERT_TRUE(script) << script.error().message;
    ASSERT_EQ(script->steps.size(), 35U);
    EXPECT_EQ(script->steps[0].line, 2U);
    EXPECT_EQ(script->steps[1].line, 4U) << "empty lines count";
    EXPECT_EQ(std::get<WaitFrames>(script->steps[3].order).frames, 30U);
    const auto& keys = std::get<std::vector<Event>>(script->steps[5].order);
    EXPECT_EQ(std::get<KeyPress>(keys.front()).shift, Shift::down);
    EXPECT_EQ(std::get<KeyPress>(keys.back()).control, Control::down) << "a key with Control types nothing";
    EXPECT_EQ(std::get<ShownCommand>(script->steps[1].order).argument, "reduce2");
    EXPECT_EQ(std::get<WaitSamples>(script->steps[33].order).samples, 21U);
    EXPECT_EQ(std::get<ScriptAction>(script->steps[34].order).argument, "a folder/times.jsonl");
    EXPECT_EQ(std::get<std::vector<Event>>(script->steps[6].order).size(), 2 * std::string("tid*2 # 3").size());
    EXPECT_EQ(std::get<ScriptAction>(script->steps[12].order).argument, "a folder/a.png");
    const auto& set = std::get<session::SetParameter>(std::get<session::Command>(script->steps[13].order));
    EXPECT_EQ(set.id, "pattern");
    EXPECT_EQ(set.value, "(tid % 4) * 33");
    EXPECT_EQ(std::get<session::CueStep>(std::get<session::Command>(script->steps[25].order)).index, 1U);
    EXPECT_EQ(std::get<session::SelectCell>(std::get<session::Command>(script->steps[19].order)).element, 7U);
    EXPECT_EQ(std::get<session::SelectCell>(std::get<session::Command>(script->steps[20].order)).buffer, "in");
}

TEST(Script, MistakesAreReportedWithTheirLine)
{
    EXPECT_APPROVED(refusal("wait 1\nvarient reduce2\n"));
    EXPECT_EQ(refusal("\n\nwait long"), "demo.txt, line 3: Expected `wait N [frames] (at most 100000)`.");
    EXPECT_EQ(refusal("wait 0"), "demo.txt, line 1: Expected `wait N [frames] (at most 100000)`.");
    EXPECT_EQ(refusal("wait 9999999999999"), "demo.txt, line 1: Expected `wait N [frames] (at most 100000)`.");
    EXPECT_EQ(refusal("samples 0"), "demo.txt, line 1: Expected `samples N (at most 200)`.");
    EXPECT_EQ(refusal("samples 201"), "demo.txt, line 1: Expected `samples N (at most 200)`.");
    EXPECT_EQ(refusal("key"), "demo.txt, line 1: Expected `key NAME (such as Shift+Tab)`.");
    EXPECT_EQ(refusal("key Tabb"), "demo.txt, line 1: Expected `key NAME (such as Shift+Tab)`.");
    EXPECT_EQ(refusal("resize 10"), "demo.txt, line 1: Expected `resize WIDTHxHEIGHT`.");
    EXPECT_EQ(refusal("resize 99999x10"), "demo.txt, line 1: Expected `resize WIDTHxHEIGHT`.");
    EXPECT_EQ(refusal("click 1"), "demo.txt, line 1: Expected `click X Y`.");
    EXPECT_EQ(refusal("engine tpu"), "demo.txt, line 1: Expected `engine gpu [INDEX]|vm`.");
    EXPECT_APPROVED(refusal("cell x"));
    EXPECT_EQ(refusal("play twice"), "demo.txt, line 1: Expected `play`.");
    EXPECT_EQ(refusal("expect weather fine"),
        "demo.txt, line 1: Expected `expect lesson|variant|architecture|engine|hall|mode|notice VALUE`.");
    EXPECT_APPROVED(refusal("zzzzzzzzzzzz"));
}

TEST(Script, EmptyAndArbitraryInputDoesNotCrash)
{
    EXPECT_EQ(refusal(""), "none");
    EXPECT_EQ(refusal("\n \t\n#"), "none");
    std::string bytes;
    for (int i = 0; i < 4096; ++i)
        bytes.push_back(static_cast<char>(i * 37 % 256));
    EXPECT_NE(refusal(bytes), "none");
}

TEST(Script, AMissingFileIsReported)
{
    const auto script = load_script("nowhere/demo.txt");
    ASSERT_FALSE(script);
    EXPECT_APPROVED(script.error().message);
}

} // namespace
} // namespace warpstage::stage
