// Messages between the program and its worker.
#include "core/live/worker_message.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

namespace warpstage::live {
namespace {

TEST(WorkerMessage, ARequestIsTransmittedUnchanged)
{
    const WorkerRequest sent { "lessons/05-reduction", "reduce3", { { "n", "2^20" }, { "block", "256" } },
        { "line one\nline \"two\"\n", ".version 8.0\n", { { "sm_80", ".target sm_80\n" } }, { { "", ".target sm_75\n" } } },
        { { "reduce3", "reduce3<256>", problem::LaunchChange::larger_blocks } } };
    const auto line = to_line(sent);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto got = request_of(line);
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_EQ(got->folder, sent.folder);
    EXPECT_EQ(got->variant, sent.variant);
    EXPECT_EQ(got->settings, sent.settings);
    EXPECT_EQ(got->texts.source, sent.texts.source);
    EXPECT_EQ(got->texts.ptx, sent.texts.ptx);
    EXPECT_EQ(got->texts.builds, sent.texts.builds);
    EXPECT_EQ(got->texts.partial, sent.texts.partial);
    EXPECT_EQ(got->launches, sent.launches);
}

TEST(WorkerMessage, InvalidUtf8IsHarmless)
{
    WorkerRequest sent;
    sent.texts.source = "// caf\xe9\n";
    const auto got = request_of(to_line(sent));
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_EQ(got->texts.source, "// caf\xef\xbf\xbd\n");
}

TEST(WorkerMessage, AnAnswerIsTransmittedUnchanged)
{
    const auto got = answer_of(to_line(WorkerAnswer { "an illegal address" }));
    ASSERT_TRUE(got.ok());
    EXPECT_APPROVED(got->fault);
}

TEST(WorkerMessage, InvalidMessagesAreRefused)
{
    for (const auto* line : { "", "{}", "[1]", "{\"fault\": 3}", "{\"fault\":" }) {
        EXPECT_FALSE(answer_of(line)) << line;
        EXPECT_FALSE(request_of(line)) << line;
    }
}

} // namespace
} // namespace warpstage::live
