#include "core/lesson/catalog.h"
#include "core/lesson/measured/chosen_settings.h"
#include "core/lesson/measured/tuned.h"
#include "tests/approved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

namespace warpstage::lesson {
namespace {

using testing::ElementsAre;

TunedVariant sample(const char* size, const char* bodies)
{
    return { "NVIDIA \"H200\"", "nbody", "several", size, { { "bodies", bodies } }, "2.5 T interactions/s" };
}

TEST(TunedSettings, AreReadAsTheyWereWritten)
{
    TunedSettings settings;
    settings.put(sample("2^16", "8"));
    settings.put(sample("2^13", "2"));
    settings.put(sample("2^13", "1")); // replaces the one before
    const auto text = settings.to_toml();
    const auto read = read_tuned_settings(text, "tuned.toml");
    EXPECT_THAT(read.mistakes, ElementsAre());
    EXPECT_EQ(read.settings.to_toml(), text);
    ASSERT_EQ(read.settings.all().size(), 2U);
    const auto* const found = read.settings.find("NVIDIA \"H200\"", "nbody", "several", "2^13");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->values.at("bodies"), "1");
    EXPECT_EQ(read.settings.find("NVIDIA A100", "nbody", "several", "2^13"), nullptr);
}

TEST(TunedSettings, AMistakeIsASentenceWithItsLineAndTheRestIsUsed)
{
    const auto read = read_tuned_settings("[[tuned]]\n"
                                          "device = \"D\"\n"
                                          "lesson = \"nbody\"\n"
                                          "size = \"2^13\"\n"
                                          "values = { bodies = 4 }\n"
                                          "[[tuned]]\n"
                                          "device = \"D\"\n"
                                          "lesson = \"nbody\"\n"
                                          "variant = \"several\"\n"
                                          "size = \"2^13\"\n"
                                          "values = { bodies = 4 }\n"
                                          "[[tuned]]\n"
                                          "device = \"D\"\n"
                                          "lesson = \"nbody\"\n"
                                          "variant = \"several\"\n"
                                          "size = \"2^14\"\n"
                                          "values = 4\n",
        "tuned.toml");
    EXPECT_THAT(read.mistakes,
        ElementsAre("tuned.toml:1: the key `variant` is missing.",
            "tuned.toml:17: `values` must be a table of parameters, as in { bodies = 8 }."));
    ASSERT_EQ(read.settings.all().size(), 1U);
    EXPECT_EQ(read.settings.all()[0].values.at("bodies"), "4");
}

TEST(TunedSettings, InvalidTomlIsASentenceWithItsLine)
{
    const auto read = read_tuned_settings("[[tuned]]\ndevice = \n", "tuned.toml");
    ASSERT_EQ(read.mistakes.size(), 1U);
    EXPECT_THAT(read.mistakes[0], testing::StartsWith("tuned.toml:2: "));
    EXPECT_TRUE(read.settings.all().empty());
}

class Choosing : public testing::Test {
protected:
    void SetUp() override
    {
        const std::array<std::filesystem::path, 1> roots { std::filesystem::path(WARPSTAGE_ASSETS) / "lessons" };
        const auto catalog = Catalog::load(roots);
        const auto nbody = catalog.find("nbody");
        ASSERT_TRUE(nbody.ok());
        m_lesson = *nbody;
    }

    [[nodiscard]] ChosenSettings choose(
        const char* n, const MachineFacts& machine, const std::set<std::string, std::less<>>& said = {}) const
    {
        auto settings = m_lesson->initial_settings();
        EXPECT_TRUE(settings.set(m_lesson->problem->parameters(), "n", n).ok());
        return choose_settings(*m_lesson, *m_lesson->find_variant("several"), settings, said, machine, m_tuned);
    }

    std::shared_ptr<const Lesson> m_lesson;
    TunedSettings m_tuned;
};

TEST_F(Choosing, SizeClassesArePowersOfTwo)
{
    auto settings = m_lesson->initial_settings();
    const auto class_of = [&](const char* n) {
        EXPECT_TRUE(settings.set(m_lesson->problem->parameters(), "n", n).ok());
        return size_class(*m_lesson->problem, settings);
    };
    EXPECT_EQ(class_of("10240"), "2^13");
    EXPECT_EQ(class_of("65536"), "2^16");
    EXPECT_EQ(class_of("65280"), "2^15");
}

// Measured on an H200: one body per thread is fastest at 10240 bodies, eight at 65536 and 262144.
TEST_F(Choosing, DefaultsDependOnTheDevice)
{
    const MachineFacts h200 { "NVIDIA H200", 132 };
    EXPECT_EQ(choose("10240", h200).settings.choice("bodies"), "2");
    EXPECT_EQ(choose("65536", h200).settings.choice("bodies"), "4");
    EXPECT_EQ(choose("262144", h200).settings.choice("bodies"), "4");
    EXPECT_EQ(choose("262144", h200).settings.integer("slices"), 66);
    EXPECT_EQ(choose("262144", h200).tuned, "");
    EXPECT_EQ(choose("10240", h200, { "bodies" }).settings.choice("bodies"), "4") << "said";
    EXPECT_EQ(choose("10240", { "virtual machine", 0 }).settings.choice("bodies"), "4");
}

TEST_F(Choosing, TunedValuesOverrideDefaultsAndExplicitOnesOverrideBoth)
{
    const MachineFacts machine { "NVIDIA \"H200\"", 132 };
    m_tuned.put(sample("2^16", "2"));
    EXPECT_EQ(choose("65536", machine).settings.choice("bodies"), "2");
    EXPECT_EQ(choose("65536", machine).tuned, "bodies=2");
    EXPECT_EQ(choose("10240", machine).tuned, "") << "another size";
    EXPECT_EQ(choose("65536", { "NVIDIA A100", 108 }).tuned, "") << "another machine";
    const auto said = choose("65536", machine, { "bodies" });
    EXPECT_EQ(said.settings.choice("bodies"), "4");
    EXPECT_EQ(said.tuned, "");
}

TEST_F(Choosing, AnInvalidTunedValueIsASentence)
{
    m_tuned.put(sample("2^16", "3"));
    const auto chosen = choose("65536", { "NVIDIA \"H200\"", 132 });
    EXPECT_APPROVED(chosen.mistake);
    EXPECT_EQ(chosen.settings.choice("bodies"), "4");
}

} // namespace
} // namespace warpstage::lesson
