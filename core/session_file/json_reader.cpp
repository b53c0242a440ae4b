#include "core/session_file/json_reader.h"

#include <fmt/format.h>

namespace warpstage::session_file {

namespace {

// Replaces a missing member.
const nlohmann::json& nothing()
{
    static const nlohmann::json value;
    return value;
}

std::string path_of(const std::string& place, std::string_view key)
{
    return place.empty() ? std::string(key) : fmt::format("{}.{}", place, key);
}

} // namespace

void JsonReader::refuse(const std::string& place, std::string_view what)
{
    if (m_refusal.empty())
        m_refusal = fmt::format("`{}` {}", place, what);
}

const JsonReader::Json& JsonReader::member(const Json& object, std::string_view key, const std::string& place)
{
    if (object.is_object()) {
        if (const auto found = object.find(key); found != object.end())
            return *found;
    }
    refuse(path_of(place, key), "is missing");
    return nothing();
}

const JsonReader::Json& JsonReader::list(const Json& object, std::string_view key, const std::string& place, std::size_t most)
{
    const Json& value = member(object, key, place);
    if (!value.is_array()) {
        refuse(path_of(place, key), "is not a list");
        return nothing();
    }
    if (value.size() > most) {
        refuse(path_of(place, key), fmt::format("has {} elements; the maximum is {}", value.size(), most));
        return nothing();
    }
    return value;
}

std::string JsonReader::text(const Json& object, std::string_view key, const std::string& place)
{
    const Json& value = member(object, key, place);
    if (!value.is_string()) {
        refuse(path_of(place, key), "is not a string");
        return {};
    }
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() <= kMaxShortText)
        return text;
    refuse(path_of(place, key), fmt::format("has {} bytes; the maximum is {}", text.size(), kMaxShortText));
    return {};
}

std::string JsonReader::file(const Json& object, std::string_view key, const std::string& place, TextFormat format)
{
    const Json& value = member(object, key, place);
    if (!value.is_string()) {
        refuse(path_of(place, key), "is not a string");
        return {};
    }
    const auto& text = value.get_ref<const std::string&>();
    const auto excess = excess_of(text, format);
    if (!excess)
        return text;
    refuse(path_of(place, key),
        excess->line == 0 ? fmt::format("exceeds a limit. {}", excess->reason)
                          : fmt::format("exceeds a limit in line {}. {}", excess->line, excess->reason));
    return {};
}

bool JsonReader::flag(const Json& object, std::string_view key, const std::string& place)
{
    const Json& value = member(object, key, place);
    if (value.is_boolean())
        return value.get<bool>();
    refuse(path_of(place, key), "is not a Boolean");
    return false;
}

std::uint64_t JsonReader::number(const Json& value, const std::string& place, std::uint64_t most)
{
    if (!value.is_number_unsigned()) {
        refuse(place, "is not an unsigned integer");
        return 0;
    }
    const auto number = value.get<std::uint64_t>();
    if (number <= most)
        return number;
    refuse(place, fmt::format("is {}; the maximum is {}", number, most));
    return 0;
}

std::uint64_t JsonReader::number(const Json& object, std::string_view key, const std::string& place, std::uint64_t most)
{
    return number(member(object, key, place), path_of(place, key), most);
}

std::uint32_t JsonReader::small(const Json& object, std::string_view key, const std::string& place, std::uint32_t most)
{
    return static_cast<std::uint32_t>(number(object, key, place, most));
}

} // namespace warpstage::session_file
