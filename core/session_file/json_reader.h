// Reads JSON members and checks their types and ranges; the first mistake is reported.
#pragma once

#include "core/base/text_limits.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace warpstage::session_file {

// After a mistake reading continues with safe values; the caller checks for a mistake at the end.
class JsonReader {
public:
    using Json = nlohmann::json;
    static constexpr std::size_t kMaxShortText = std::size_t { 1 } << 16;

    // A member of an object; `place` names the object: "run.trace". Mistakes: missing member, wrong type, out of range.
    [[nodiscard]] const Json& member(const Json& object, std::string_view key, const std::string& place);
    [[nodiscard]] const Json& list(const Json& object, std::string_view key, const std::string& place, std::size_t most);
    // A name or a sentence: at most kMaxShortText bytes.
    [[nodiscard]] std::string text(const Json& object, std::string_view key, const std::string& place);
    // A file: within the limits of its format.
    [[nodiscard]] std::string file(const Json& object, std::string_view key, const std::string& place, TextFormat format);
    [[nodiscard]] bool flag(const Json& object, std::string_view key, const std::string& place);
    [[nodiscard]] std::uint64_t number(const Json& object, std::string_view key, const std::string& place,
        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    [[nodiscard]] std::uint32_t small(const Json& object, std::string_view key, const std::string& place,
        std::uint32_t most = std::numeric_limits<std::uint32_t>::max());
    // An element that is an unsigned integer.
    [[nodiscard]] std::uint64_t number(
        const Json& value, const std::string& place, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

    void refuse(const std::string& place, std::string_view what);
    [[nodiscard]] bool refused() const { return !m_refusal.empty(); }
    [[nodiscard]] const std::string& refusal() const { return m_refusal; } // "`run.trace.warps` is not an unsigned integer"

private:
    std::string m_refusal;
};

} // namespace warpstage::session_file
