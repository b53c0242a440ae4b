// Display names of functions, and their lookup.
#include "core/ptx/demangle.h"
#include "core/ptx/mangling/expanded_size.h"
#include "tests/core/ptx/support.h"

#include <cxxabi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>

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
        EXPECT_LE(mangling::expanded_size(name), std::uint64_t { 1 } << 20) << name;
    }
    EXPECT_GE(names, 10U);
}

// A random function with templates, substitutions, parameters and packs. Most numbers of substitutions exist.
class RandomName {
public:
    explicit RandomName(std::uint32_t seed)
        : m_random(seed)
    {
    }

    std::string text()
    {
        m_text = "_Z1f";
        m_candidates = 1;
        if (below(4) != 0)
            arguments(0);
        m_text += "v";
        for (std::uint32_t i = below(5) + 1; i > 0; --i)
            type(0);
        return m_text;
    }

private:
    std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(m_random() % limit); }

    void arguments(int depth)
    {
        m_text += 'I';
        for (std::uint32_t i = below(3) + 1; i > 0; --i) {
            switch (below(6)) {
            case 0:
                m_text += "Li5E";
                break;
            case 1:
                m_text += 'J';
                type(depth + 1);
                type(depth + 1);
                m_text += 'E';
                break;
            default:
                type(depth + 1);
            }
        }
        m_text += 'E';
    }

    void substitution()
    {
        constexpr std::string_view kDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        const std::uint32_t index = below(std::min(m_candidates, 36U));
        m_text += 'S';
        if (index > 0)
            m_text += kDigits[index - 1];
        m_text += '_';
    }

    void type(int depth)
    {
        switch (below(depth > 4 ? 3 : 12)) {
        case 0:
            m_text += "i";
            return;
        case 1:
            m_text += "Ss";
            return;
        case 2:
            substitution();
            return;
        case 3:
            m_text += "T_";
            break;
        case 4:
            m_text += "Dp";
            type(depth + 1);
            break;
        case 5:
            m_text += "PK";
            type(depth + 1);
            ++m_candidates;
            break;
        case 6:
            m_text += "A7_";
            type(depth + 1);
            break;
        case 7:
            m_text += "F";
            type(depth + 1);
            type(depth + 1);
            m_text += 'E';
            break;
        case 8:
            m_text += "N1a";
            ++m_candidates;
            m_text += "1b";
            ++m_candidates;
            arguments(depth);
            m_text += "E";
            break;
        case 9:
            m_text += "Z1gI";
            type(depth + 1);
            m_text += "EvT_EUlS_E_";
            break;
        case 10:
            substitution();
            arguments(depth);
            break;
        default:
            m_text += "1t";
            ++m_candidates;
            arguments(depth);
        }
        ++m_candidates;
    }

    std::mt19937 m_random;
    std::string m_text;
    std::uint32_t m_candidates = 0;
};

TEST(ExpandedSize, IsNeverLessThanTheDemangledText)
{
    constexpr std::uint64_t kAffordable = std::uint64_t { 1 } << 22;
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 20'000; ++seed) {
        const std::string name = RandomName(seed).text();
        const std::uint64_t bound = mangling::expanded_size(name);
        if (bound > kAffordable)
            continue;
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> text(
            abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
        if (!text)
            continue;
        ++compared;
        ASSERT_LE(std::string_view(text.get()).size(), bound) << name;
    }
    EXPECT_GT(compared, 2'000U);
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
