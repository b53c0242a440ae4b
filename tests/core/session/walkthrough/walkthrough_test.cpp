#include "core/session/walkthrough/walkthrough.h"
#include "tests/core/session/owners.h"

namespace warpstage::session {
namespace {

TEST(Walkthrough, WhoAsksWhereItLeadsDoesNotGoThere)
{
    Owners chosen("transpose");
    const auto& cues = chosen.program.lesson()->cues;
    ASSERT_GT(cues.size(), 1U);
    Walkthrough walkthrough(chosen.program, nullptr);
    walkthrough.start();
    EXPECT_EQ(walkthrough.section().count, cues.size());
    EXPECT_EQ(walkthrough.after({}), cues.data());
    EXPECT_FALSE(walkthrough.section().index);
    EXPECT_EQ(walkthrough.go({}), cues.data());
    EXPECT_EQ(walkthrough.section().index, 0U);
    EXPECT_EQ(walkthrough.after({ Direction::previous, {} }), nullptr);
    EXPECT_EQ(walkthrough.go({ Direction::next, cues.size() }), nullptr) << "there is none behind the last";
    EXPECT_FALSE(walkthrough.toggle_published()) << "there are none";
    EXPECT_EQ(walkthrough.published(), nullptr);
}

} // namespace
} // namespace warpstage::session
