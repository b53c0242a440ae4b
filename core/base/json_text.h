// JSON as text, and the reasons why text is not the expected JSON. A header only: not every user of core/base needs the library.
#pragma once

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

// "`variants[0].unit`: type must be string, but is number", without the library's number of the error. The place only in files
// that CMake compiles with warpstage_names_json_places().
[[nodiscard]] inline std::string json_reason(const nlohmann::json::exception& error)
{
    std::string_view words = error.what();
    if (const auto end = words.find("] "); words.starts_with('[') && end != std::string_view::npos)
        words.remove_prefix(end + 2);
    if (const auto end = words.find(") "); words.starts_with("(/") && end != std::string_view::npos)
        return "`" + json_place(words.substr(1, end - 1)) + "`: " + std::string { words.substr(end + 2) };
    return std::string { words };
}

} // namespace warpstage
