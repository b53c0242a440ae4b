// Damaged and malicious files: each gives an error message.
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"
#include "tests/core/session_file/saved_session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <random>

namespace warpstage::session_file {
namespace {

using Json = nlohmann::json;

// The error message for the saved session after a change.
std::string refusal(const std::function<void(Json&)>& change)
{
    Json json = Json::parse(to_text(testing::saved_reduction()));
    change(json);
    const auto document = parse(json.dump(), "x.warpstage");
    if (!document)
        return document.error().message;
    const auto replay = restore(*document, *testing::shipped_lessons(), "x.warpstage");
    return replay ? "" : replay.error().message;
}

TEST(HostileFile, FilesThatAreNotSessionsAreReported)
{
    const std::string no_json = "x.warpstage is damaged or not a session file: it is not JSON. Nothing was changed.";
    const std::string no_session = "x.warpstage is not a session file of warpstage. Nothing was changed.";
    for (const char* text : { "", "{", "\xff\xfe", "{\"a\": 1", "[1, 2", "{} {}" })
        EXPECT_EQ(parse(text, "x.warpstage").error().message, no_json) << text;
    for (const char* text : { "{}", "[]", "1", "null", "\"warpstage_session\"" })
        EXPECT_EQ(parse(text, "x.warpstage").error().message, no_session) << text;
    EXPECT_EQ(parse(std::string(1000000, '['), "x.warpstage").error().message,
        "x.warpstage is damaged or not a session file. Nested deeper than 16 levels. Nothing was changed.");
}

TEST(HostileFile, ANewerFormatIsReported)
{
    EXPECT_EQ(refusal([](Json& json) { json["warpstage_session"] = 7; }),
        "x.warpstage was saved by a newer version of warpstage (format 7; this version reads up to 1). Open it with the newer "
        "version. Nothing was changed.");
    EXPECT_EQ(refusal([](Json& json) { json["warpstage_session"] = "1"; }),
        "x.warpstage is damaged: `warpstage_session` is not an unsigned integer. Nothing was changed.");
}

TEST(HostileFile, EveryMissingMemberAndEveryWrongTypeIsReported)
{
    const Json whole = Json::parse(to_text(testing::saved_reduction()));
    for (const auto& [key, value] : whole.items()) {
        if (key == "run" || key == "edited" || key == "warpstage_session")
            continue;
        const auto without = refusal([&key = key](Json& json) { json.erase(key); });
        EXPECT_NE(without.find("`" + key + "` is missing"), std::string::npos) << without;
        const auto wrong = refusal([&key = key](Json& json) { json[key] = 3.5; });
        EXPECT_NE(wrong.find("x.warpstage is damaged: `" + key), std::string::npos) << key << ": " << wrong;
    }
    for (const auto& [key, value] : whole["run"].items()) {
        if (key == "buffers")
            continue; // older files lack it
        const auto without = refusal([&key = key](Json& json) { json["run"].erase(key); });
        EXPECT_NE(without.find("`run." + key), std::string::npos) << without;
    }
}

TEST(HostileFile, OutOfRangeIndicesAreRejected)
{
    EXPECT_EQ(refusal([](Json& json) { json["run"]["trace"]["steps"]["warp"][3] = 100000; }),
        "x.warpstage is damaged: `run.trace.steps.warp[3]` is 100000; the maximum is 7. Nothing was changed.");
    EXPECT_NE(refusal([](Json& json) { json["run"]["trace"]["steps"]["access"][0] = 4000000000U; }).find("the maximum is"),
        std::string::npos);
    EXPECT_NE(refusal([](Json& json) { json["run"]["trace"]["steps"]["pc"][0] = 99999; }).find("has no instruction 99999"),
        std::string::npos);
    EXPECT_NE(
        refusal([](Json& json) { json["run"]["trace"]["steps"]["event"][0] = 9; }).find("the maximum is 4"), std::string::npos);
    EXPECT_EQ(refusal([](Json& json) { json["run"]["trace"]["steps"]["pc"].push_back(0); }),
        "x.warpstage is damaged: `run.trace.steps` has columns of different lengths. Nothing was changed.");
    EXPECT_NE(refusal([](Json& json) { json["run"]["trace"]["accesses"][0]["bytes"] = 3; }).find("is not a memory access"),
        std::string::npos);
    EXPECT_NE(refusal([](Json& json) {
        json["run"]["trace"]["accesses"][0]["values"] = Json::array();
    }).find("does not have one address and one value per lane"),
        std::string::npos);
    EXPECT_NE(refusal([](Json& json) {
        json["run"]["totals"]["instructions"].push_back(json["run"]["totals"]["instructions"][0]);
    }).find("instructions, but its kernel `reduce2"),
        std::string::npos);
    EXPECT_EQ(refusal([](Json& json) { json["run"]["buffers"][0]["address"] = std::uint64_t { 1 } << 63 | 1; }),
        "x.warpstage is damaged: `run.buffers[0].address` is 9223372036854775809; the maximum is 9223372036854775808. Nothing "
        "was "
        "changed.");
    EXPECT_NE(refusal([](Json& json) { json["run"]["buffers"] = 7; }).find("`run.buffers`"), std::string::npos);
    EXPECT_NE(refusal([](Json& json) { json["run"]["trace"]["warp_width"] = 33; }).find("warp_width"), std::string::npos);
    EXPECT_NE(
        refusal([](Json& json) { json["run"]["trace"]["warps"] = -1; }).find("is not an unsigned integer"), std::string::npos);
}

// Of a source of 50 MB in one line, each frame took seconds and the program gigabytes.
TEST(HostileFile, LargeMembersAreReported)
{
    const std::string line(std::size_t { 2 } << 20, 'x');
    for (const char* key : { "source", "edited" }) {
        EXPECT_EQ(refusal([&](Json& json) { json[key] = "// first line\n" + line; }),
            fmt::format("x.warpstage is damaged: `{}` exceeds a limit in line 2. The line is longer than the limit of 1 MiB. "
                        "Nothing was changed.",
                key));
        EXPECT_EQ(refusal([&](Json& json) {
            std::string lines;
            while (lines.size() <= std::size_t { 8 } << 20)
                lines += "__syncthreads();\n";
            json[key] = lines;
        }),
            fmt::format(
                "x.warpstage is damaged: `{}` exceeds a limit. Larger than the limit of 8 MiB. Nothing was changed.", key));
    }
    for (const char* key : { "lesson", "variant", "layout" })
        EXPECT_EQ(refusal([&](Json& json) { json[key] = line; }),
            fmt::format("x.warpstage is damaged: `{}` has 2097152 bytes; the maximum is 65536. Nothing was changed.", key));
    EXPECT_EQ(refusal([&](Json& json) { json["builds"][0]["ptx"] = std::string(std::size_t { 65 } << 20, ' '); }),
        "x.warpstage is damaged: `builds.ptx` exceeds a limit. Larger than the limit of 64 MiB. Nothing was changed.");
}

TEST(HostileFile, MismatchesWithTheInstallationAreReported)
{
    EXPECT_NE(refusal([](Json& json) { json["lesson"] = "reductio"; }).find("x.warpstage cannot be shown: "), std::string::npos);
    EXPECT_EQ(refusal([](Json& json) { json["variant"] = "reduce99"; }),
        "x.warpstage cannot be shown: lesson `reduction` has no variant `reduce99` here. Nothing was changed.");
    EXPECT_EQ(refusal([](Json& json) { json["parameters"]["n"] = "many"; }),
        "x.warpstage cannot be shown: Parameter n must be an integer such as 20480, 2^22 or 1e6, not `many`. Nothing "
        "was changed.");
    EXPECT_NE(refusal([](Json& json) { json["builds"][0]["ptx"] = "no PTX"; }).find("x.warpstage is damaged: kernels.ptx"),
        std::string::npos);
    EXPECT_NE(refusal([](Json& json) { json["run"]["kernel"] = "unknown"; }).find("x.warpstage is damaged: "), std::string::npos);
}

TEST(HostileFile, EpochsThatNeedMuchMemoryAreReported)
{
    for (const std::uint32_t epoch : { 60'000'000U, 0xffffffffU }) {
        const auto message = refusal([&](Json& json) { json["run"]["trace"]["steps"]["epoch"][1] = epoch; });
        EXPECT_TRUE(message.starts_with("x.warpstage is damaged: `run.trace.steps.epoch[1]` is ")) << message;
    }
}

TEST(HostileFile, ValuesThatNeedMuchMemoryAreReported)
{
    constexpr std::size_t kBytes = 100'000'000;
    std::string text = "{\"warpstage_session\":1,\"x\":[0";
    while (text.size() < kBytes)
        text += ",0";
    EXPECT_EQ(parse(text + "]}", "x.warpstage").error().message,
        "x.warpstage is damaged or not a session file. Its values would need more than 768 MiB of memory. Nothing was changed.");
}

TEST(HostileFile, ATimelineThatIsTooLargeIsLeftOut)
{
    Document document = testing::saved_reduction();
    document.run->trace.steps.back().epoch = 0xfffffffe;
    const auto replay = restore(document, *testing::shipped_lessons(), "x.warpstage");
    ASSERT_TRUE(replay) << replay.error().message;
    EXPECT_TRUE(replay->recording->timeline.warps.empty());
}

// Random damage gives an error message or a session.
TEST(HostileFile, DamagedBytesNeverCrash)
{
    const std::string whole = to_text(testing::saved_reduction());
    std::mt19937 random(8);
    std::size_t refused = 0;
    for (int round = 0; round < 60; ++round) {
        std::string text = whole;
        if (round % 3 == 0)
            text.resize(random() % text.size());
        else
            for (int i = 0; i < 1 + round % 5; ++i)
                text[random() % text.size()] = static_cast<char>(round % 2 == 0 ? '0' + random() % 10 : random() % 256);
        const auto document = parse(text, "x.warpstage");
        if (!document) {
            EXPECT_EQ(document.error().message.rfind("x.warpstage ", 0), 0U);
            ++refused;
            continue;
        }
        if (const auto replay = restore(*document, *testing::shipped_lessons(), "x.warpstage"); replay && replay->recording) {
            const trace::Cursor cursor(replay->recording->trace, 4);
            EXPECT_LE(cursor.values().size(), 65536U);
        }
    }
    EXPECT_GT(refused, 20U);
}

} // namespace
} // namespace warpstage::session_file
