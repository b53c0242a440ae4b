// The answer of each question of the shipped lessons is visible when it is revealed, and not before: [[answer]] in the lesson's
// claims.toml names a panel and a text of it.
#include "tests/app/draw/geometry.h"
#include "tests/lessons/lesson_folders.h"
#include "tests/lessons/walked_lesson.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Configured as in the library that reads lessons: one program, one parser.
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace warpstage::lessons {
namespace {

// What a claim says of the answer to a question.
struct ShownAnswer {
    std::string question; // a part of its text
    std::string panel; // id of a view
    std::string text; // of that view
};

std::vector<ShownAnswer> shown_answers(const std::string& folder)
{
    const auto file = toml::parse_file((kLessons / folder / "claims.toml").string());
    EXPECT_TRUE(file) << "not TOML";
    std::vector<ShownAnswer> answers;
    if (const auto* const claims = file["answer"].as_array())
        for (const auto& claim : *claims) {
            const auto& table = *claim.as_table();
            answers.push_back({ table["question"].value_or(std::string {}), table["panel"].value_or(std::string {}),
                table["text"].value_or(std::string {}) });
        }
    return answers;
}

// The texts in the order in which they are drawn, separated by bars; thin spaces and spaces that do not break are spaces.
std::string texts_of(const draw::DrawList& picture)
{
    std::string all;
    for (const auto& text : draw::testing::texts_of(picture))
        all += (all.empty() ? "" : " | ") + text.text;
    for (const std::string_view space : { "\u2009", "\u00a0" })
        for (std::size_t at = all.find(space); at != std::string::npos; at = all.find(space, at))
            all.replace(at, space.size(), " ");
    return all;
}

bool is_part_of_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// Complete words and numbers: "8 wavefronts" is not in "18 wavefronts".
bool contains_words(std::string_view text, std::string_view words)
{
    for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        if ((at == 0 || !is_part_of_word(text[at - 1]) || !is_part_of_word(words.front()))
            && (end == text.size() || !is_part_of_word(text[end]) || !is_part_of_word(words.back())))
            return true;
    }
    return false;
}

bool is_digit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "1024" for "1 024"; also 1 for "one".
std::vector<std::string> numbers_of(std::string_view text)
{
    std::vector<std::string> numbers;
    bool in_number = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool group = in_number && text[i] == ' ' && i + 3 < text.size()
            && std::ranges::all_of(text.substr(i + 1, 3), is_digit) && (i + 4 == text.size() || !is_digit(text[i + 4]));
        if (group)
            continue;
        if (is_digit(text[i])) {
            if (!in_number)
                numbers.emplace_back();
            numbers.back() += text[i];
        }
        in_number = is_digit(text[i]);
    }
    for (const std::string_view one : { "one", "One" })
        if (contains_words(text, one))
            numbers.emplace_back("1");
    return numbers;
}

bool shares_number(const std::vector<std::string>& numbers, std::string_view text)
{
    return std::ranges::any_of(
        numbers_of(text), [&](const std::string& number) { return std::ranges::find(numbers, number) != numbers.end(); });
}

// The comments of the shown source that have words.
std::vector<std::string> comments_in(const draw::DrawList& picture)
{
    std::vector<std::string> comments;
    for (const auto& text : draw::testing::texts_of(picture))
        if (text.text.starts_with("//") && text.text != "// …")
            comments.push_back(text.text);
    return comments;
}

std::string lesson_of(const std::string& folder)
{
    const auto file = toml::parse_file((kLessons / folder / "lesson.toml").string());
    return file["id"].value_or(std::string {});
}

class Answers : public testing::TestWithParam<std::string> { };

TEST_P(Answers, AreVisibleWhenTheyAreRevealed)
{
    const auto answers = shown_answers(GetParam());
    const bool times =
        std::ranges::any_of(answers, [](const auto& answer) { return answer.panel == "variants" || answer.panel == "why"; });
    WalkedLesson lesson { lesson_of(GetParam()), times ? WalkedLesson::Times::estimated : WalkedLesson::Times::none };
    const auto cues = lesson.shown().setup->lesson->cues;
    for (const auto& answer : answers)
        EXPECT_EQ(std::ranges::count_if(cues, [&](const auto& cue) { return contains_words(cue.question, answer.question); }), 1)
            << "questions that contain: " << answer.question;
    for (std::size_t i = 0; i < cues.size(); ++i) {
        const auto& cue = cues[i];
        if (cue.question.empty())
            continue;
        SCOPED_TRACE(testing::Message() << "cue " << i + 1 << ": " << cue.question);
        std::vector<ShownAnswer> shown;
        std::ranges::copy_if(answers, std::back_inserter(shown),
            [&](const auto& answer) { return contains_words(cue.question, answer.question); });
        EXPECT_FALSE(shown.empty()) << "no [[answer]] in claims.toml";
        lesson.ask(i);
        ASSERT_TRUE(views::is_asking(lesson.shown()));
        for (const auto& answer : shown)
            EXPECT_FALSE(contains_words(texts_of(lesson.panel(answer.panel)), answer.text))
                << answer.panel << " shows the answer before it is revealed: " << answer.text;
        EXPECT_THAT(comments_in(lesson.panel("source")), testing::IsEmpty()) << "a comment may answer the question";
        lesson.reveal();
        for (const auto& answer : shown) {
            const auto texts = texts_of(lesson.panel(answer.panel));
            EXPECT_TRUE(contains_words(texts, answer.text)) << answer.panel << " does not show: " << answer.text << "\n" << texts;
        }
        if (cue.choices.empty() || std::ranges::none_of(cue.choices[cue.answer], is_digit))
            continue;
        const auto numbers = numbers_of(cue.choices[cue.answer] + ". " + cue.caption); // separated: "256" and "256 times"
        EXPECT_TRUE(std::ranges::any_of(shown, [&](const auto& answer) { return shares_number(numbers, answer.text); }))
            << "no [[answer]] has a number of the answer: " << cue.choices[cue.answer];
    }
}

INSTANTIATE_TEST_SUITE_P(
    Lessons, Answers, testing::ValuesIn(lesson_folders()), [](const auto& tested) { return test_name_of(tested.param); });

} // namespace
} // namespace warpstage::lessons
