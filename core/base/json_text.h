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

// "type must be number, but is string", without the library's number of the error.
[[nodiscard]] inline std::string json_reason(const nlohmann::json::exception& error)
{
    const std::string_view words = error.what();
    const auto end = words.find("] ");
    return std::string { words.starts_with('[') && end != std::string_view::npos ? words.substr(end + 2) : words };
}

} // namespace warpstage
