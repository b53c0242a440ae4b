// Display names of functions, and their lookup.
#include "core/ptx/demangle.h"
#include "tests/core/ptx/support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::ptx::test {
namespace {

TEST(DisplayName, HasNeitherParametersNorReturnTypeNorSuffixes)
{
    EXPECT_EQ(display_name("_Z7reduce1PKiPi"), "reduce1");
    EXPECT_EQ(display_name("_Z7reduce6ILj256EEvPKiPij"), "reduce6<256>");
    EXPECT_EQ(display_name("_ZN8__main__5totalB2v1B8cw51cXTLE5ArrayIfLi1E1C7mutable7alignedES0_"), "__main__::total"); // Numba
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

TEST(DisplayName, OfAVariableHasNoFile)
{
    EXPECT_EQ(display_name("_ZN33_INTERNAL_76aeaa52_5_t4_cu__Z1kii3sim5tableE"), "sim::table");
    EXPECT_EQ(display_name("_ZN33_INTERNAL_76aeaa52_5_t4_cu__Z1kii35_GLOBAL__N__76aeaa52_5_t4_cu__Z1kii6hiddenE"), "hidden");
    EXPECT_EQ(display_name("_ZN3sim4gridE"), "sim::grid");
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

// Nested substitutions: of 290 characters, the text would have 2^28 names.
TEST(DisplayName, ThatWouldFillTheMemoryIsUnchanged)
{
    std::istringstream lines(fixture("hostile_names.txt"));
    std::size_t names = 0;
    for (std::string name; std::getline(lines, name);) {
        if (!name.starts_with("_Z"))
            continue;
        ++names;
        EXPECT_EQ(display_name(name), name);
        EXPECT_EQ(signature(name), name);
    }
    EXPECT_GE(names, 4U);
}

TEST(DisplayName, OfALibraryIsReadable)
{
    std::istringstream lines(fixture("library_names.txt"));
    std::size_t names = 0;
    for (std::string name; std::getline(lines, name);) {
        if (!name.starts_with("_Z"))
            continue;
        ++names;
        EXPECT_NE(display_name(name), name);
    }
    EXPECT_GE(names, 10U);
}

// "S_", "S0_", … of the Itanium C++ ABI: a back reference to part `index`.
std::string reference(std::size_t index)
{
    constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    if (index == 0)
        return "S_";
    std::string digits;
    for (std::size_t left = index - 1; digits.empty() || left > 0; left /= kDigits.size())
        digits.insert(digits.begin(), kDigits[left % kDigits.size()]);
    return "S" + digits + "_";
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string result;
    for (; times > 0; --times)
        result += text;
    return result;
}

// Names of a few hundred characters whose texts double, at least, with each level.
std::vector<std::string> hostile_names(std::size_t levels, std::size_t width, const std::string& name)
{
    std::string templates = "_Z1f" + name + "IiiE";
    std::string functions = "_Z1fFiiE" + name;
    std::string arguments = "_Z1fI" + name + "IiiE";
    for (std::size_t level = 0; level < levels; ++level) {
        templates += "S_I" + repeated(reference(level + 1), width) + "E";
        functions += "F" + repeated(reference(level == 0 ? 0 : level + 1), width) + "E";
        arguments += "S0_I" + repeated(reference(level + 1), width) + "E";
    }
    const auto last = "T" + std::to_string(levels % 10) + "_";
    return { templates, functions, arguments + "EvT_", arguments + "Ev" + repeated(last, width),
        "_Z1fIJ" + repeated("i", 10 * width) + "EEv" + repeated("Dp1AIJ", levels) + "T_" + repeated("EE", levels),
        "_Z1fIJ" + repeated("i", 100 * width) + "EEvDp1AIJT_" + repeated(reference(0), levels) + "EE",
        "_ZN1A" + repeated("cvT_I_ZN1A", levels) + "cvT_Ii" + repeated("Ei", levels) + "E",
        "_Z1f" + repeated("P", 60 * levels) + "i", "_Z" + repeated("N", 50 * levels) + "1aE",
        "_Z1fDT" + repeated("pl", levels) + repeated("T_", levels) + "E" };
}

// The demangler would need minutes and all of the memory for most of them.
TEST(DisplayName, OfAnyBackReferencesTakesLittleTime)
{
    const auto begin = std::clock();
    for (std::size_t levels = 1; levels < 80; ++levels) {
        for (const std::size_t width : { 2U, 3U, 8U }) {
            for (const auto& name : hostile_names(levels, width, levels % 2 == 0 ? "1A" : "40" + repeated("A", 40)))
                EXPECT_LE(display_name(name).size(), std::max(name.size(), std::size_t { 4096 })) << name;
        }
    }
    EXPECT_LT(std::clock() - begin, 60 * CLOCKS_PER_SEC); // of the processor, with sanitizers, too
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
