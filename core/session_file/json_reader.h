// JSON members with the types and ranges that are expected: the first that is not so is the sentence about the whole file.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace warpstage::session_file {

// Reading goes on after a mistake, with values that do no harm, and whoever reads asks at the end.
class JsonReader {
public:
    using Json = nlohmann::json;

    // Of a member of an object, which `place` names: "run.trace". Mistakes: no such member, another type, out of range.
    [[nodiscard]] const Json& member(const Json& object, std::string_view key, const std::string& place);
    [[nodiscard]] const Json& list(const Json& object, std::string_view key, const std::string& place, std::size_t most);
    [[nodiscard]] std::string text(const Json& object, std::string_view key, const std::string& place);
    [[nodiscard]] bool flag(const Json& object, std::string_view key, const std::string& place);
    [[nodiscard]] std::uint64_t number(const Json& object, std::string_view key, const std::string& place,
        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    [[nodiscard]] std::uint32_t small(const Json& object, std::string_view key, const std::string& place,
        std::uint32_t most = std::numeric_limits<std::uint32_t>::max());
    // Of an element that is a whole number itself.
    [[nodiscard]] std::uint64_t number(
        const Json& value, const std::string& place, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

    void refuse(const std::string& place, std::string_view what);
    [[nodiscard]] bool refused() const { return !m_refusal.empty(); }
    [[nodiscard]] const std::string& refusal() const { return m_refusal; } // "`run.trace.warps` is no whole number"

private:
    std::string m_refusal;
};

} // namespace warpstage::session_file
