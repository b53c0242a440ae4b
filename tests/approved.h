// Sentences of the program in tests. EXPECT_APPROVED(sentence) compares a sentence with the approved one, so that its wording
// stands in one text file beside the call that gives it: tests/fixtures/sentences/<path of the test file>.txt. After a change of
// wording run the test program with WARPSTAGE_APPROVE=1, which rewrites the sentences of the tests that run, and read the
// difference.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpstage {

// The approved sentences of one test file, by test and call: "Refused.Names: refusal("")".
class ApprovedSentences {
public:
    explicit ApprovedSentences(std::filesystem::path file)
        : m_file(std::move(file))
    {
        std::ifstream stream(m_file);
        std::string call;
        for (std::string line; std::getline(stream, line);) {
            if (!line.starts_with(kIndent))
                call = line;
            else if (const auto [known, first] = m_sentences.try_emplace(call, line.substr(kIndent.size())); !first)
                known->second += "\n" + line.substr(kIndent.size());
        }
    }

    [[nodiscard]] const std::filesystem::path& file() const { return m_file; }
    [[nodiscard]] std::string find(const std::string& call) const
    {
        const auto found = m_sentences.find(call);
        return found == m_sentences.end() ? "(nothing is approved)" : found->second;
    }
    void approve(const std::string& call, std::string_view sentence)
    {
        m_sentences[call] = sentence;
        std::filesystem::create_directories(m_file.parent_path());
        std::ofstream stream(m_file);
        for (const auto& [each, text] : m_sentences) {
            stream << each << "\n" << kIndent;
            for (const char c : text)
                stream << c << (c == '\n' ? kIndent : std::string_view {});
            stream << "\n";
        }
    }

private:
    static constexpr std::string_view kIndent = "    ";

    std::filesystem::path m_file;
    std::map<std::string, std::string> m_sentences;
};

[[nodiscard]] inline testing::AssertionResult is_approved(std::string_view expression, std::string_view sentence)
{
    static std::map<std::filesystem::path, ApprovedSentences> files;
    static std::map<std::string, std::size_t> calls;
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    constexpr std::string_view kTests = "tests/";
    const std::string_view source = test.file();
    auto path = std::filesystem::path { WARPSTAGE_FIXTURES } / "sentences" / source.substr(source.rfind(kTests) + kTests.size());
    path.replace_extension(".txt");
    ApprovedSentences& approved = files.try_emplace(path, path).first->second;
    std::string call = std::string { test.test_suite_name() } + "." + test.name() + ": " + std::string { expression };
    std::ranges::replace(call, '\n', ' ');
    if (const std::size_t number = ++calls[call]; number > 1) // the same call again, after other actions
        call += " #" + std::to_string(number);
    if (std::getenv("WARPSTAGE_APPROVE") != nullptr) {
        approved.approve(call, sentence);
        return testing::AssertionSuccess();
    }
    if (approved.find(call) == sentence)
        return testing::AssertionSuccess();
    return testing::AssertionFailure() << call << "\n  says:     " << sentence << "\n  approved: " << approved.find(call)
                                       << "\nWARPSTAGE_APPROVE=1 approves it in " << approved.file().string();
}

// Several sentences, one per line.
[[nodiscard]] inline testing::AssertionResult is_approved(std::string_view expression, const std::vector<std::string>& sentences)
{
    std::string lines;
    for (const std::string& sentence : sentences)
        lines += (lines.empty() ? "" : "\n") + sentence;
    return is_approved(expression, lines);
}

// From a word to the end of its line, for the output of a command: what is before may be the path of a folder.
[[nodiscard]] inline std::string line_from(std::string_view text, std::string_view word)
{
    const std::size_t found = text.find(word);
    if (found == std::string_view::npos)
        return "(nothing says `" + std::string { word } + "`)";
    return std::string { text.substr(found, text.find('\n', found) - found) };
}

} // namespace warpstage

#define EXPECT_APPROVED(...) EXPECT_TRUE(::warpstage::is_approved(#__VA_ARGS__, __VA_ARGS__))
#define ASSERT_APPROVED(...) ASSERT_TRUE(::warpstage::is_approved(#__VA_ARGS__, __VA_ARGS__))
