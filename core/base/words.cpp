#include "core/base/words.h"

#include "core/base/plural_rule.h"
#include "core/base/whole_file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <locale>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace warpstage::words {

namespace {

constexpr std::array kLanguages {
#define LANGUAGE(code, name, command, mark) Language { code, name, mark },
#include "core/base/languages.inc"
#undef LANGUAGE
};

class DecimalMark : public std::numpunct<char> {
public:
    explicit DecimalMark(char mark)
        : m_mark(mark)
    {
    }

protected:
    char do_decimal_point() const override { return m_mark; }

private:
    char m_mark;
};

// A .mo file: two tables of lengths and offsets, for the English and for the translated texts. Plural forms are stored in
// sequence, separated by zeros, as are the two English forms, of which the first is the key.
struct Catalog {
    std::string bytes;
    std::unordered_map<std::string_view, std::string_view> texts;
    PluralRule plural;
};

std::optional<std::uint32_t> number_at(const std::string& bytes, std::size_t at)
{
    std::uint32_t number = 0;
    if (at + sizeof number > bytes.size())
        return std::nullopt;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

// The text with the length and offset stored there; the terminating zero is not counted.
std::optional<std::string_view> text_at(const std::string& bytes, std::size_t entry)
{
    const auto length = number_at(bytes, entry);
    const auto offset = number_at(bytes, entry + sizeof(std::uint32_t));
    if (!length || !offset || std::size_t { *offset } + *length >= bytes.size() || bytes[*offset + *length] != '\0')
        return std::nullopt;
    return std::string_view { bytes }.substr(*offset, *length);
}

PluralRule plural_rule_of(std::string_view header)
{
    constexpr std::string_view kField = "Plural-Forms:";
    const auto at = header.find(kField);
    if (at == std::string_view::npos)
        return {};
    const auto value = header.substr(at + kField.size());
    return PluralRule::parse(value.substr(0, value.find('\n'))).value_or(PluralRule {});
}

std::unique_ptr<Catalog> read_catalog(std::string content)
{
    constexpr std::uint32_t kMagic = 0x950412de; // in the byte order of this computer, which the build's msgfmt writes
    auto catalog = std::make_unique<Catalog>();
    catalog->bytes = std::move(content);
    const std::string& bytes = catalog->bytes;
    const auto count = number_at(bytes, 8);
    const auto originals = number_at(bytes, 12);
    const auto translations = number_at(bytes, 16);
    if (number_at(bytes, 0) != kMagic || !count || !originals || !translations)
        return nullptr;
    for (std::size_t i = 0; i < *count; ++i) {
        const auto original = text_at(bytes, *originals + 8 * i);
        const auto translation = text_at(bytes, *translations + 8 * i);
        if (!original || !translation)
            return nullptr;
        if (original->empty())
            catalog->plural = plural_rule_of(*translation);
        else
            catalog->texts.emplace(original->substr(0, original->find('\0')), *translation);
    }
    return catalog;
}

struct Present {
    const Language* language = kLanguages.data();
    std::unique_ptr<const Catalog> catalog; // null: English
    std::locale locale = std::locale::classic();
};

// Replaced as a whole and never freed: string views stay valid, and other threads may read during a change of language.
std::atomic<const Present*>& present()
{
    static const Present english;
    static std::atomic<const Present*> shown { &english };
    return shown;
}

std::atomic<std::uint32_t>& changes()
{
    static std::atomic<std::uint32_t> count { 0 };
    return count;
}

CatalogReader& catalog_reader()
{
    static CatalogReader reader;
    return reader;
}

// Each language is read once from the catalogs of a reader, however often it is chosen.
std::array<const Present*, kLanguages.size()>& read_languages()
{
    static std::array<const Present*, kLanguages.size()> read {};
    return read;
}

// Null: there is no valid catalog.
const Present* read_language(const Language& language)
{
    static std::vector<std::unique_ptr<const Present>> kept;
    auto read = std::make_unique<Present>();
    read->language = &language;
    if (&language != kLanguages.data()) {
        const CatalogReader& reader = catalog_reader();
        auto content = reader ? reader(std::string { language.code } + ".mo") : std::nullopt;
        read->catalog = content ? read_catalog(*std::move(content)) : nullptr;
        if (read->catalog == nullptr)
            return nullptr;
        read->locale = std::locale(std::locale::classic(), new DecimalMark(language.decimal_mark));
    }
    return kept.emplace_back(std::move(read)).get();
}

const std::string_view* find_text(std::string_view english)
{
    const Catalog* catalog = present().load()->catalog.get();
    if (catalog == nullptr || english.empty())
        return nullptr;
    const auto found = catalog->texts.find(english);
    return found == catalog->texts.end() || found->second.empty() ? nullptr : &found->second;
}

// "{:.2f}" with an L before its type, which makes {fmt} use the decimal mark of the locale.
std::string with_locale_marks(std::string_view format)
{
    std::string marked;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '{' || format.substr(i).starts_with("{{")) {
            marked += format[i];
            if (format[i] == '{')
                marked += format[++i];
            continue;
        }
        // The precision may be an argument: {:.{}f}.
        std::size_t end = i + 1;
        for (int depth = 1; end < format.size() && depth > 0; ++end)
            depth += format[end] == '{' ? 1 : format[end] == '}' ? -1 : 0;
        std::string field { format.substr(i, end - i) };
        const bool has_type = field.size() > 2 && std::strchr("feg", field[field.size() - 2]) != nullptr;
        if (has_type && field.find(':') != std::string::npos)
            field.insert(field.size() - 2, 1, 'L');
        marked += field;
        i = end - 1;
    }
    return marked;
}

} // namespace

std::span<const Language> languages()
{
    return kLanguages;
}

const Language* find_language(std::string_view name)
{
    const auto code = name.substr(0, name.find_first_of("_-.@"));
    const auto* const found =
        std::ranges::find(kLanguages, code, [](const Language& one) { return std::string_view { one.code }; });
    return found == kLanguages.end() ? nullptr : found;
}

const Language& system_language()
{
    const char* locale = "";
    for (const char* variable : { "LC_ALL", "LC_MESSAGES", "LANG" })
        if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') {
            locale = value;
            break;
        }
    // As in gettext: LANGUAGE is used unless the locale is C.
    const char* list = std::getenv("LANGUAGE");
    const bool plain = *locale == '\0' || std::string_view { locale } == "C" || std::string_view { locale } == "POSIX";
    if (list != nullptr && !plain) {
        for (std::string_view left = list; !left.empty();) {
            const auto end = std::min(left.find(':'), left.size());
            if (const Language* known = find_language(left.substr(0, end)))
                return *known;
            left.remove_prefix(std::min(end + 1, left.size()));
        }
    }
    const Language* known = find_language(locale);
    return known != nullptr ? *known : kLanguages.front();
}

void set_catalogs(std::filesystem::path folder)
{
    set_catalog_reader([folder = std::move(folder)](const std::string& name) {
        auto content = read_whole_file(folder / name, kMaxTextBytes);
        return content ? std::optional(*std::move(content)) : std::nullopt;
    });
}

void set_catalog_reader(CatalogReader reader)
{
    catalog_reader() = std::move(reader);
    read_languages() = {};
}

bool set_language(const Language& language)
{
    const Present*& known = read_languages().at(static_cast<std::size_t>(&language - kLanguages.data()));
    if (known == nullptr)
        known = read_language(language);
    if (known == nullptr)
        return false;
    present().store(known);
    ++changes();
    return true;
}

const Language& language()
{
    return *present().load()->language;
}

std::uint32_t generation()
{
    return changes().load();
}

const char* tr(const char* text)
{
    const std::string_view* found = find_text(text);
    return found != nullptr ? found->data() : text;
}

std::string_view tr(std::string_view text)
{
    const std::string_view* found = find_text(text);
    return found != nullptr ? found->substr(0, found->find('\0')) : text; // for a plural, the first form
}

const char* trn(const char* one, const char* many, std::uint64_t count)
{
    const std::string_view* found = find_text(one);
    if (found == nullptr)
        return count == 1 ? one : many;
    std::string_view forms = *found;
    for (std::uint32_t form = present().load()->catalog->plural.form_of(count); form > 0; --form) {
        const auto end = forms.find('\0');
        if (end == std::string_view::npos)
            break;
        forms.remove_prefix(end + 1);
    }
    return forms.data();
}

std::string in_language(std::string_view format, fmt::format_args arguments)
{
    const Present& shown = *present().load();
    if (shown.language->decimal_mark == '.')
        return fmt::vformat(fmt::string_view { format.data(), format.size() }, arguments);
    return fmt::vformat(shown.locale, with_locale_marks(format), arguments);
}

std::string in_language(std::string_view translated, std::string_view english, fmt::format_args arguments)
{
    if (translated.data() == english.data())
        return in_language(english, arguments);
    try {
        return in_language(translated, arguments);
    } catch (const fmt::format_error&) {
        return in_language(english, arguments);
    }
}

} // namespace warpstage::words
