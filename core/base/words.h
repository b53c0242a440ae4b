// Translation of user-visible texts with catalogs of GNU gettext, compiled by msgfmt from po/*.po. English is the language of the
// source and needs no catalog. Machine-readable output (CSV, JSON, settings, scripts) is never translated.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warpstage::words {

// A supported language.
struct Language {
    const char* code; // "cs"
    const char* name; // in the language itself
    char decimal_mark;
};
// English first.
[[nodiscard]] std::span<const Language> languages();
// "cs" for "cs", "cs_CZ.UTF-8" and "cs-CZ"; null: not supported.
[[nodiscard]] const Language* find_language(std::string_view name);
// The language selected by LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as in gettext; English if it is not supported.
[[nodiscard]] const Language& system_language();

// Sets the folder of cs.mo and the other catalogs. Call this and the next functions only from the main thread.
void set_catalogs(std::filesystem::path folder);
// Catalogs in another place than a folder: returns the bytes of "cs.mo", or nothing.
using CatalogReader = std::function<std::optional<std::string>(const std::string& name)>;
void set_catalog_reader(CatalogReader reader);
// False: the catalog does not exist or cannot be read, and nothing changes. English needs no catalog. Texts returned before stay
// valid.
bool set_language(const Language& language);
[[nodiscard]] const Language& language();
// Incremented by each change of language.
[[nodiscard]] std::uint32_t generation();

// Marks an English text for translation that is translated where it is shown, such as a row of a table.
constexpr const char* marked(const char* text)
{
    return text;
}

// The text in the current language, else in English. Valid for the lifetime of the program or of the English text.
[[nodiscard]] const char* tr(const char* text);
[[nodiscard]] std::string_view tr(std::string_view text);
// The form for that count.
[[nodiscard]] const char* trn(const char* one, const char* many, std::uint64_t count);

// Formats numbers with the decimal mark of the language; the format itself is not translated.
[[nodiscard]] std::string in_language(std::string_view format, fmt::format_args arguments);
// The same for a translated format; if `translated` does not match the arguments, the English format is used.
[[nodiscard]] std::string in_language(std::string_view translated, std::string_view english, fmt::format_args arguments);

// trf("{} of {} lanes", 16, 32)
template <typename... Arguments> [[nodiscard]] std::string trf(fmt::format_string<Arguments...> format, Arguments&&... arguments)
{
    const fmt::string_view view = format;
    const std::string_view english { view.data(), view.size() };
    return in_language(tr(english), english, fmt::make_format_args(arguments...));
}

// trnf("{} active lane", "{} active lanes", count, count)
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
