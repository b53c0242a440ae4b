// A lesson in another language: lesson.cs.toml with the texts of lesson.toml, each under its English words, and notes.cs.md.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpstage::lesson {

struct Lesson;

struct Translation {
    std::map<std::string, std::string, std::less<>> texts; // by the English text
    std::string notes; // notes.cs.md; empty: there are none
    std::string notes_of; // fingerprint of the notes.md that was translated
};
// By the code of the language: "cs".
using Translations = std::map<std::string, Translation, std::less<>>;

// What a lesson says in the language of the program.
struct TranslatedTexts {
    Translations translations;

    // A text of the lesson, where there is a translation; else the English one.
    [[nodiscard]] std::string shown(const std::string& english) const;
};

// Of each language for which the folder has files. What is wrong with them goes to `mistakes`: a lesson is shown without.
[[nodiscard]] Translations read_translations(const std::filesystem::path& folder, std::vector<std::string>& mistakes);

// Says whether a text has changed since; white space at line ends and the kind of line ends do not count.
[[nodiscard]] std::string fingerprint_of(std::string_view text);

// Every text of the lesson that an audience reads, without its notes: title, summaries, labels, questions, answers, captions.
[[nodiscard]] std::vector<std::string> texts_of(const Lesson& lesson);
// Texts without a translation, translations of texts that the lesson no longer has, notes that have changed since.
[[nodiscard]] std::vector<std::string> translation_mistakes(const Lesson& lesson);

} // namespace warpstage::lesson
