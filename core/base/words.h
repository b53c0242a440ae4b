// What people read, in their language: catalogs of GNU gettext, made by msgfmt from po/*.po. English, which stands in the source,
// needs none. Machine-readable output (CSV, JSON, settings, scripts) never passes through here.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace warpstage::words {

// A language that the program speaks.
struct Language {
    const char* code; // "cs"
    const char* name; // in the language itself
    char decimal_mark;
};
// English first.
[[nodiscard]] std::span<const Language> languages();
// "cs" of "cs", "cs_CZ.UTF-8" and "cs-CZ"; null: none that the program speaks.
[[nodiscard]] const Language* find_language(std::string_view name);
// Of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as gettext reads them; English where they name none of ours.
[[nodiscard]] const Language& system_language();

// Where cs.mo and the others lie. This and the next are called from the main thread alone.
void set_catalogs(std::filesystem::path folder);
// False where the catalog is not there or cannot be read, and nothing changes; English needs none. Texts that were handed out
// before stay valid.
bool set_language(const Language& language);
[[nodiscard]] const Language& language();
// Counts the changes.
[[nodiscard]] std::uint32_t generation();

// Of an English text that is translated where it is shown: a row of a table.
constexpr const char* marked(const char* text)
{
    return text;
}

// The text in the present language, else the English one. Valid as long as the program runs, or as the English text.
[[nodiscard]] const char* tr(const char* text);
[[nodiscard]] std::string_view tr(std::string_view text);
// The form for that count.
[[nodiscard]] const char* trn(const char* one, const char* many, std::uint64_t count);

// A number or a sentence with numbers, with the decimal mark of the language; the format itself is not translated.
[[nodiscard]] std::string in_language(std::string_view format, fmt::format_args arguments);
// Likewise; where `translated` does not fit the arguments, the English format is taken.
[[nodiscard]] std::string in_language(std::string_view translated, std::string_view english, fmt::format_args arguments);

// trf("{} of {} lanes", 16, 32)
template <typename... Arguments> [[nodiscard]] std::string trf(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    const fmt::string_view view = format;
    const std::string_view english { view.data(), view.size() };
    return in_language(tr(english), english, fmt::make_format_args(arguments...));
}

// trnf("{} lane waits", "{} lanes wait", count, count)
template <typename... Arguments>
[[nodiscard]] std::string trnf(const char* one, const char* many, std::uint64_t count, const Arguments&... arguments)
{
    return in_language(trn(one, many, count), count == 1 ? one : many, fmt::make_format_args(arguments...));
}

// numf("{:.2f}", 1.5): "1.50", "1,50".
template <typename... Arguments> [[nodiscard]] std::string numf(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    const fmt::string_view view = format;
    return in_language(std::string_view { view.data(), view.size() }, fmt::make_format_args(arguments...));
}

} // namespace warpstage::words

namespace warpstage {

using words::marked;
using words::numf;
using words::tr;
using words::trf;
using words::trn;
using words::trnf;

} // namespace warpstage
