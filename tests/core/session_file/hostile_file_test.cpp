// Damaged and malicious files: each gives an error message.
#include "core/session_file/restore.h"
#include "core/session_file/session_file.h"
#include "tests/approved.h"
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
    EXPECT_APPROVED(parse(std::string(1000000, '['), "x.warpstage").error().message);
}

TEST(HostileFile, ANewerFormatIsReported)
{
    EXPECT_APPROVED(refusal([](Json& json) { json["warpstage_session"] = 7; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["warpstage_session"] = "1"; }));
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
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["steps"]["warp"][3] = 100000; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["steps"]["access"][0] = 4000000000U; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["steps"]["pc"][0] = 99999; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["steps"]["event"][0] = 9; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["steps"]["pc"].push_back(0); }));
    EXPECT_NE(refusal([](Json& json) { json["run"]["trace"]["accesses"][0]["bytes"] = 3; }).find("is not a memory access"),
        std::string::npos);
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["accesses"][0]["values"] = Json::array(); }));
    EXPECT_APPROVED(
        refusal([](Json& json) { json["run"]["totals"]["instructions"].push_back(json["run"]["totals"]["instructions"][0]); }));
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["buffers"][0]["address"] = std::uint64_t { 1 } << 63 | 1; }));
    EXPECT_NE(refusal([](Json& json) { json["run"]["buffers"] = 7; }).find("`run.buffers`"), std::string::npos);
    EXPECT_NE(refusal([](Json& json) { json["run"]["trace"]["warp_width"] = 33; }).find("warp_width"), std::string::npos);
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["trace"]["warps"] = -1; }));
}

// Of a source of 50 MB in one line, each frame took seconds and the program gigabytes.
TEST(HostileFile, LargeMembersAreReported)
{
    const std::string line(std::size_t { 2 } << 20, 'x');
    for (const char* key : { "source", "edited" }) {
        EXPECT_APPROVED(refusal([&](Json& json) { json[key] = "// first line\n" + line; }));
        EXPECT_APPROVED(refusal([&](Json& json) {
            std::string lines;
            while (lines.size() <= std::size_t { 8 } << 20)
                lines += "__syncthreads();\n";
            json[key] = lines;
        }));
    }
    for (const char* key : { "lesson", "variant", "layout" })
        EXPECT_APPROVED(refusal([&](Json& json) { json[key] = line; }));
    EXPECT_APPROVED(refusal([&](Json& json) { json["builds"][0]["ptx"] = std::string(std::size_t { 65 } << 20, ' '); }));
}

TEST(HostileFile, MismatchesWithTheInstallationAreReported)
{
    EXPECT_APPROVED(refusal([](Json& json) { json["lesson"] = "reductio"; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["variant"] = "reduce99"; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["parameters"]["n"] = "many"; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["builds"][0]["ptx"] = "no PTX"; }));
    EXPECT_APPROVED(refusal([](Json& json) { json["run"]["kernel"] = "unknown"; }));
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
    EXPECT_APPROVED(parse(text + "]}", "x.warpstage").error().message);
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
