#include "core/lesson/translation.h"

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/base/words.h"
#include "core/lesson/files/text_file.h"
#include "core/lesson/files/toml_reader.h"
#include "core/lesson/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <system_error>

namespace warpstage::lesson {

namespace {

bool is_there(const std::filesystem::path& file)
{
    std::error_code ignored;
    return std::filesystem::exists(file, ignored);
}

void read_texts(TomlReader& reader, const toml::table& file, Translation& translation)
{
    const auto* const texts = reader.table(file, "texts");
    if (texts == nullptr)
        return;
    for (const auto& [english, node] : *texts) {
        const auto translated = node.value_exact<std::string>();
        if (!translated || translated->empty())
            reader.fail(line_of(node), fmt::format("The translation of `{}` must be a string.", english.str()));
        else
            translation.texts.insert_or_assign(std::string { english.str() }, *translated);
    }
}

Translation read_toml(std::string_view text, const std::string& name, std::vector<std::string>& mistakes)
{
    Translation translation;
    TomlReader reader(name);
    const auto parsed = parse_toml(text, name);
    if (!parsed) {
        reader.fail(parsed.error().source().begin.line, std::string { parsed.error().description() });
    } else {
        reader.allow_keys(parsed.table(), { "notes", "texts" });
        translation.notes_of = reader.optional_text(parsed.table(), "notes");
        read_texts(reader, parsed.table(), translation);
    }
    mistakes.insert(mistakes.end(), reader.mistakes().begin(), reader.mistakes().end());
    return translation;
}

bool has_letter(const std::string& text)
{
    return std::ranges::any_of(text, [](unsigned char c) { return std::isalpha(c) != 0; });
}

std::string beginning_of(const std::string& text)
{
    constexpr std::size_t kShown = 60;
    return text.size() <= kShown ? text : text.substr(0, text.rfind(' ', kShown)) + " …";
}

} // namespace

Translations read_translations(const std::filesystem::path& folder, std::vector<std::string>& mistakes)
{
    Translations all;
    for (const words::Language& language : words::languages()) {
        const std::string code { language.code };
        const std::string toml_name = "lesson." + code + ".toml";
        const std::string notes_name = "notes." + code + ".md";
        const bool has_texts = is_there(folder / toml_name);
        const bool has_notes = is_there(folder / notes_name);
        if (!has_texts && !has_notes)
            continue;
        Translation translation;
        if (has_texts) {
            if (auto text = read_lesson_file(folder, toml_name, ""))
                translation = read_toml(*text, shown_name(folder, toml_name), mistakes);
            else
                mistakes.push_back(text.error().message);
        }
        if (has_notes) {
            if (auto text = read_lesson_file(folder, notes_name, ""))
                translation.notes = *std::move(text);
            else
                mistakes.push_back(text.error().message);
        }
        all.emplace(code, std::move(translation));
    }
    return all;
}

std::string fingerprint_of(std::string_view text)
{
    Fingerprint fingerprint;
    for (std::string_view line : text::split(text, '\n')) {
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
            line.remove_suffix(1);
        fingerprint.add(line).add("\n");
    }
    return fmt::format("{:016x}", fingerprint.value());
}

std::vector<std::string> texts_of(const Lesson& lesson)
{
    std::vector<std::string> texts { lesson.title, lesson.summary };
    for (const auto& parameter : lesson.problem->parameters())
        texts.push_back(parameter.label);
    for (const auto& variant : lesson.variants) {
        texts.push_back(variant.label);
        texts.push_back(variant.summary);
    }
    for (const auto& role : lesson.roles)
        texts.push_back(role.label);
    for (const auto& cue : lesson.cues) {
        texts.push_back(cue.question);
        texts.insert(texts.end(), cue.choices.begin(), cue.choices.end());
        texts.push_back(cue.caption);
    }
    std::erase_if(texts, [](const std::string& text) { return !has_letter(text); });
    std::ranges::sort(texts);
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return texts;
}

std::vector<std::string> translation_mistakes(const Lesson& lesson)
{
    std::vector<std::string> mistakes;
    const auto translations = read_translations(lesson.folder, mistakes);
    const auto texts = texts_of(lesson);
    for (const auto& [code, translation] : translations) {
        const auto name = shown_name(lesson.folder, "lesson." + code + ".toml");
        for (const auto& text : texts)
            if (!translation.texts.contains(text))
                mistakes.push_back(fmt::format("{}: `{}` is not translated.", name, beginning_of(text)));
        for (const auto& [english, translated] : translation.texts)
            if (!std::ranges::binary_search(texts, english))
                mistakes.push_back(fmt::format(
                    "{}: the lesson no longer contains `{}`: translate the current text.", name, beginning_of(english)));
        const auto notes_name = shown_name(lesson.folder, "notes." + code + ".md");
        const auto present = fingerprint_of(lesson.notes);
        if (translation.notes.empty())
            mistakes.push_back(fmt::format("{}: notes.md is not translated.", notes_name));
        else if (translation.notes_of != present)
            mistakes.push_back(fmt::format("{}: notes.md has changed since it was translated: compare both files, then write "
                                           "`notes = \"{}\"` at the top of lesson.{}.toml.",
                notes_name, present, code));
    }
    return mistakes;
}

} // namespace warpstage::lesson
