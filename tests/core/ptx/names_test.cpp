// Display names of functions, and their lookup.
#include "core/ptx/demangle.h"
#include "tests/core/ptx/support.h"

#include <gtest/gtest.h>

#include <string>

namespace warpstage::ptx::test {
namespace {

TEST(DisplayName, HasNeitherParametersNorReturnTypeNorSuffixes)
{
    EXPECT_EQ(display_name("_Z7reduce1PKiPi"), "reduce1");
    EXPECT_EQ(display_name("_Z7reduce6ILj256EEvPKiPij"), "reduce6<256>");
    EXPECT_EQ(display_name("_ZN1a1b2tkIfLin3ELb1ELy4ELm7EEEvPT_"), "a::b::tk<float, -3, true, 4, 7>");
    EXPECT_EQ(display_name("_Z1fIiEiT_"), "f<int>");
    EXPECT_EQ(display_name("_Z4sortIPFbiiEEvT_"), "sort<bool (*)(int, int)>");
    EXPECT_EQ(display_name("_Z4takeI5vec3lEvT_"), "take<vec3l>");
}

TEST(DisplayName, HasNoAnonymousNamespace)
{
    EXPECT_EQ(display_name("_ZN36_GLOBAL__N__43166596_4_a_cu_47ed3e316hiddenEPi"), "hidden");
    EXPECT_EQ(display_name("_ZN12_GLOBAL__N_15outer5innerEv"), "outer::inner");
}

TEST(DisplayName, AnUnmangledNameIsUnchanged)
{
    EXPECT_EQ(display_name("plain"), "plain");
    EXPECT_EQ(display_name("scale2ul"), "scale2ul");
    EXPECT_EQ(display_name("_Zbroken"), "_Zbroken");
    EXPECT_EQ(display_name(""), "");
}

TEST(DisplayName, OfHostileLengthIsUnchanged)
{
    const std::string nested = "_Z" + std::string(100000, 'N') + "1aE";
    EXPECT_EQ(display_name(nested), nested);
    const std::string pointers = "_Z1f" + std::string(4000, 'P') + "i";
    EXPECT_FALSE(display_name(pointers).empty());
}

TEST(Find, TakesTheMangledAndTheDisplayName)
{
    const Module module = parsed(fixture("names.ptx"));
    const Function* fill = module.find("fill<256, true>");
    ASSERT_NE(fill, nullptr);
    EXPECT_EQ(module.find(fill->name), fill);
    EXPECT_NE(module.find("plain"), nullptr);
    EXPECT_NE(module.find("hidden"), nullptr);
    EXPECT_EQ(module.find("fill"), nullptr);
}

} // namespace
} // namespace warpstage::ptx::test
