// Lessons in other languages: displayed texts, and the messages of lint-lesson for missing or outdated translations.
#include "core/base/words.h"
#include "core/lesson/lint.h"
#include "core/lesson/translation.h"
#include "tests/core/lesson/shipped_lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace warpstage::lesson {
namespace {

namespace fs = std::filesystem;

class TranslatedLesson : public testing::Test {
protected:
    void SetUp() override
    {
        fs::remove_all(m_root);
        fs::create_directories(m_root);
        fs::copy(fs::path { WARPSTAGE_FIXTURES } / "lessons/described/01-double", m_folder);
        // An empty catalog: the lesson contains its own translations.
        std::ofstream { m_root / "cs.mo", std::ios::binary }.write(
            "\xde\x12\x04\x95\0\0\0\0\0\0\0\0\x1c\0\0\0\x1c\0\0\0\0\0\0\0\x1c\0\0\0", 28);
        words::set_catalogs(m_root);
    }
    void TearDown() override
    {
        words::set_language(*words::find_language("en"));
        fs::remove_all(m_root);
    }

    void write(const std::string& file, const std::string& text) const { std::ofstream { m_folder / file } << text; }
    [[nodiscard]] Lesson load() const
    {
        auto lesson = load_lesson(m_folder);
        EXPECT_TRUE(lesson) << lesson.error().message;
        return *std::move(lesson);
    }

    fs::path m_root = fs::temp_directory_path() / ("warpstage-translated-" + std::to_string(getpid()));
    fs::path m_folder = m_root / "01-double";
};

TEST_F(TranslatedLesson, ShowsItsTextsInTheLanguageOfTheProgram)
{
    const std::string title = load().title;
    write("lesson.cs.toml", "[texts]\n\"" + title + "\" = \"Zdvojení\"\n");
    write("notes.cs.md", "# Zdvojení\n");
    const auto lesson = load();
    EXPECT_EQ(lesson.shown(lesson.title), title);
    EXPECT_EQ(lesson.shown_notes(), lesson.notes);
    ASSERT_TRUE(words::set_language(*words::find_language("cs")));
    EXPECT_EQ(lesson.shown(lesson.title), "Zdvojení");
    EXPECT_EQ(lesson.shown(lesson.summary), lesson.summary) << "English, because there is no translation";
    EXPECT_EQ(lesson.shown_notes(), "# Zdvojení\n");
}

TEST_F(TranslatedLesson, IsShownWithoutAnInvalidTranslation)
{
    write("lesson.cs.toml", "[texts\n");
    const auto lesson = load();
    EXPECT_THAT(translation_mistakes(lesson), testing::Contains(testing::HasSubstr("01-double/lesson.cs.toml:1: ")));
}

TEST_F(TranslatedLesson, ReportsMissingAndOutdatedTranslations)
{
    write("lesson.cs.toml", "notes = \"0\"\n[texts]\n\"Said once\" = \"Kdysi\"\n");
    const auto lesson = load();
    const auto said = translation_mistakes(lesson);
    EXPECT_EQ(said.size(), texts_of(lesson).size() + 2);
    EXPECT_THAT(said, testing::Contains("01-double/lesson.cs.toml: `" + lesson.title + "` is not translated."));
    EXPECT_THAT(said,
        testing::Contains("01-double/lesson.cs.toml: the lesson no longer contains `Said once`: translate the current text."));
    EXPECT_THAT(said, testing::Contains("01-double/notes.cs.md: notes.md is not translated."));
}

TEST_F(TranslatedLesson, DetectsChangedNotes)
{
    const auto lesson = load();
    write("notes.cs.md", "# Zdvojení\n");
    write("lesson.cs.toml", "notes = \"" + fingerprint_of(lesson.notes) + "\"\n[texts]\n");
    const auto stale = testing::HasSubstr("notes.md has changed since it was translated");
    EXPECT_THAT(translation_mistakes(load()), testing::Not(testing::Contains(stale)));
    write("notes.md", "# Double, and more\n");
    EXPECT_THAT(translation_mistakes(load()), testing::Contains(stale));
}

TEST(Fingerprints, DependOnWordsAndNotOnBlanksAtLineEnds)
{
    EXPECT_EQ(fingerprint_of("a\nb\n"), fingerprint_of("a  \nb\r\n"));
    EXPECT_NE(fingerprint_of("a\nb\n"), fingerprint_of("a b\n"));
    EXPECT_EQ(fingerprint_of("a\n").size(), 16U);
}

// Whether they are complete is checked by tools/package.
TEST(ShippedTranslations, CanBeRead)
{
    std::size_t translated = 0;
    for (const auto& lesson : shipped_lessons()->lessons()) {
        std::vector<std::string> mistakes;
        translated += read_translations(lesson->folder, mistakes).size();
        EXPECT_THAT(mistakes, testing::IsEmpty());
    }
    EXPECT_GE(translated, 5U);
}

// In each language, also where the lesson itself has no translation.
TEST(ShippedTranslations, LabelsComeFromTheCatalogOfTheProgram)
{
    words::set_catalogs(WARPSTAGE_ASSETS "/languages");
    const auto catalog = shipped_lessons();
    const auto& divergence = **catalog->find("divergence");
    ASSERT_TRUE(words::set_language(*words::find_language("es")));
    EXPECT_EQ(divergence.shown("Warps and divergence"), "Warps y divergencia");
    EXPECT_EQ(divergence.shown("threads per block"), "hilos por bloque");
    std::size_t translated = 0;
    std::size_t same = 0; // code, such as `float2`
    for (const auto& lesson : catalog->lessons())
        for (const auto& variant : lesson->variants)
            ++(lesson->shown(variant.label) == variant.label ? same : translated);
    EXPECT_GT(translated, 2 * same);
    words::set_language(*words::find_language("en"));
    EXPECT_EQ(divergence.shown("threads per block"), "threads per block");
}

TEST(ShippedLessons, OfferAnswersToEveryQuestion)
{
    for (const auto& lesson : shipped_lessons()->lessons())
        for (const auto& cue : lesson->cues)
            EXPECT_EQ(cue.question.empty(), cue.choices.empty()) << lesson->id << ": " << cue.question;
}

} // namespace
} // namespace warpstage::lesson
