// JSON as text, and the reasons why text is not the expected JSON. A header only: not every user of core/base needs the library.
#pragma once

#include "core/base/text_limits.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace warpstage {

// Names of files and the output of kernels need not be UTF-8: bytes that are not are replaced by U+FFFD. `indent`: spaces per
// level; -1: one line.
template <typename Json> [[nodiscard]] std::string json_text(const Json& json, int indent = -1)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// "/variants/0/unit" -> "variants[0].unit"
[[nodiscard]] inline std::string json_place(std::string_view pointer)
{
    std::string place;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const auto key = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(key.size());
        if (!key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos)
            place.append("[").append(key).append("]");
        else
            place.append(place.empty() ? "" : ".").append(key);
    }
    return place;
}

// "`variants[0].unit` must be of type string, not number", from the words of the library. The place only in files that CMake
// compiles with warpstage_names_json_places().
[[nodiscard]] inline std::string json_reason(const nlohmann::json::exception& error)
{
    std::string_view words = error.what();
    if (const auto end = words.find("] "); words.starts_with('[') && end != std::string_view::npos)
        words.remove_prefix(end + 2);
    std::string place;
    if (const auto end = words.find(") "); words.starts_with("(/") && end != std::string_view::npos) {
        place = json_place(words.substr(1, end - 1));
        words.remove_prefix(end + 2);
    }
    const auto between = [words](std::string_view begin, std::string_view end) {
        const bool fits = words.size() > begin.size() + end.size() && words.starts_with(begin) && words.ends_with(end);
        return std::string { fits ? words.substr(begin.size(), words.size() - begin.size() - end.size()) : "" };
    };
    if (const auto key = between("key '", "' not found"); !key.empty())
        return "`" + place + (place.empty() ? "" : ".") + key + "` is missing";
    if (words.starts_with("cannot use "))
        return (place.empty() ? "a list or value is" : "`" + place + "` is") + std::string { " not an object" };
    if (const auto number = between("number overflow parsing '", "'"); !number.empty())
        return "the number `" + number + "` is too large";
    if (place.empty())
        return std::string { words };
    if (auto types = between("type must be ", ""); types.find(", but is ") != std::string::npos)
        return "`" + place + "` must be of type " + types.replace(types.find(", but is "), 9, ", not ");
    return "`" + place + "`: " + std::string { words };
}

// A text that others wrote, checked against the limits of core/base/text_limits.h before it is parsed. Errors, each a sentence
// that begins with `name`: a limit that is exceeded; not JSON; a number that is too large.
[[nodiscard]] inline Result<nlohmann::json> parse_json(std::string_view text, std::string_view name)
{
    const std::string file { name };
    if (const auto excess = excess_of(text, TextFormat::json))
        return Error { file + (excess->line == 0 ? "" : ":" + std::to_string(excess->line)) + ": " + excess->reason + "." };
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return Error { file + " is not valid JSON (error at byte " + std::to_string(error.byte) + ")." };
    } catch (const nlohmann::json::exception& error) {
        return Error { file + " is not usable: " + json_reason(error) + "." };
    }
}

} // namespace warpstage
