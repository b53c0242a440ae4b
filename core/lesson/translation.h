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
    std::string notes; // notes.cs.md; empty: none
    std::string notes_of; // fingerprint of the notes.md that was translated
};
// By language code: "cs".
using Translations = std::map<std::string, Translation, std::less<>>;

// For each language with files in the folder. Errors in them are appended to `mistakes`: the lesson is then shown without them.
[[nodiscard]] Translations read_translations(const std::filesystem::path& folder, std::vector<std::string>& mistakes);

// Detects changes of a text, independent of white space at line ends and of the kind of line ends.
[[nodiscard]] std::string fingerprint_of(std::string_view text);

// Every text of the lesson that an audience reads, except its notes: title, summaries, labels, questions, answers, captions.
[[nodiscard]] std::vector<std::string> texts_of(const Lesson& lesson);
// Texts without a translation, translations of texts that no longer exist, notes that have changed since the translation.
[[nodiscard]] std::vector<std::string> translation_mistakes(const Lesson& lesson);

} // namespace warpstage::lesson
