#include "core/session_file/session_file.h"

#include "core/base/whole_file.h"
#include "core/session_file/json_reader.h"
#include "core/session_file/run_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpstage::session_file {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// The JSON of a session has nine levels. Deeper input is rejected early to save memory.
constexpr int kDeepest = 16;
// The largest recording has a fifth of it.
constexpr std::uint64_t kMaxMemory = std::uint64_t { 5 } << 28;
constexpr std::size_t kMaxParameters = 256;
constexpr std::size_t kMaxVariants = 1024;

// What a text would need as JSON: how deep its lists and objects are, and the memory, estimated from above.
struct Extent {
    int depth = 0;
    std::uint64_t bytes = 0;
};

Extent extent_of(std::string_view text)
{
    // Bytes of a value in a list, twice, because lists grow by doubling; of a member of an object; of a list or object; of a
    // string.
    constexpr std::uint64_t kElement = 32;
    constexpr std::uint64_t kMember = 128;
    constexpr std::uint64_t kContainer = 64;
    constexpr std::uint64_t kString = 48;
    Extent extent;
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size() && extent.depth <= kDeepest; ++i) {
        const char c = text[i];
        if (quoted) {
            i += c == '\\' ? 1U : 0U;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
            extent.bytes += kString;
        } else if (c == ',') {
            extent.bytes += kElement;
        } else if (c == ':') {
            extent.bytes += kMember;
        } else if (c == '{' || c == '[') {
            extent.bytes += kContainer;
            extent.depth = std::max(extent.depth, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    extent.bytes += text.size();
    return extent;
}

Origin read_origin(JsonReader& reader, const Json& json)
{
    const std::string place = "origin";
    Origin origin;
    origin.machine = reader.text(json, "machine", place);
    origin.detail = reader.text(json, "detail", place);
    origin.emulated = reader.flag(json, "emulated", place);
    origin.architecture = reader.text(json, "architecture", place);
    origin.saved_at = reader.text(json, "saved_at", place);
    origin.program = reader.text(json, "program", place);
    const Json& capability = reader.list(json, "capability", place, 2);
    if (capability.size() != 2) {
        reader.refuse("origin.capability", "is not a compute capability");
        return origin;
    }
    origin.capability_major = static_cast<std::uint32_t>(reader.number(capability[0], "origin.capability", 0xff));
    origin.capability_minor = static_cast<std::uint32_t>(reader.number(capability[1], "origin.capability", 0xff));
    return origin;
}

VariantTimes read_times(JsonReader& reader, const Json& json, const std::string& place)
{
    VariantTimes times;
    times.variant = reader.text(json, "variant", place);
    times.timing = read_timing(reader, reader.member(json, "timing", place), place + ".timing");
    for (const Json& work : reader.list(json, "works", place, kMaxVariants)) {
        const std::string here = place + ".works";
        times.works.push_back({ reader.text(work, "label", here), reader.flag(work, "on_host", here),
            read_timing(reader, reader.member(work, "timing", here), here + ".timing") });
    }
    return times;
}

Document read_document(JsonReader& reader, const Json& json)
{
    Document document;
    document.origin = read_origin(reader, reader.member(json, "origin", ""));
    document.lesson = reader.text(json, "lesson", "");
    document.variant = reader.text(json, "variant", "");
    const Json& parameters = reader.member(json, "parameters", "");
    if (!parameters.is_object() || parameters.size() > kMaxParameters)
        reader.refuse("parameters", "is not a set of parameters");
    else
        for (const auto& [id, value] : parameters.items())
            document.parameters.emplace_back(id, reader.text(parameters, id, "parameters"));
    const Json& times = reader.list(json, "times", "", kMaxVariants);
    for (std::size_t i = 0; i < times.size(); ++i)
        document.times.push_back(read_times(reader, times[i], fmt::format("times[{}]", i)));
    document.source = reader.text(json, "source", "");
    if (json.contains("edited"))
        document.edited = reader.text(json, "edited", "");
    for (const Json& build : reader.list(json, "builds", "", kMaxVariants))
        document.builds.push_back({ reader.text(build, "name", "builds"), reader.text(build, "ptx", "builds") });
    if (json.contains("run"))
        document.run = read_run(reader, json["run"]);
    document.layout = reader.text(json, "layout", "");
    return document;
}

} // namespace

Result<Document> parse(std::string_view text, std::string_view name)
{
    const Extent extent = extent_of(text);
    if (extent.depth <= kDeepest && extent.bytes > kMaxMemory)
        return Error { fmt::format(
            "{} is damaged or not a session file: its values would need more than {} MiB of memory. Nothing "
            "was changed.",
            name, kMaxMemory >> 20) };
    const Json json = extent.depth > kDeepest ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
    if (json.is_discarded())
        return Error { fmt::format("{} is damaged or not a session file: it is not JSON. Nothing was changed.", name) };
    if (!json.is_object() || !json.contains("warpstage_session"))
        return Error { fmt::format("{} is not a session file of warpstage. Nothing was changed.", name) };
    JsonReader reader;
    const auto format = reader.number(json, "warpstage_session", "");
    if (!reader.refused() && format > kFormat)
        return Error { fmt::format("{} was saved by a newer version of warpstage (format {}; this version reads up to {}). Open "
                                   "it with the newer version. Nothing was changed.",
            name, format, kFormat) };
    if (!reader.refused() && format == 0)
        reader.refuse("warpstage_session", "is 0");
    Document document = read_document(reader, json);
    if (reader.refused())
        return Error { fmt::format("{} is damaged: {}. Nothing was changed.", name, reader.refusal()) };
    return document;
}

Result<Document> load(const fs::path& path)
{
    const auto text = read_whole_file(path, kMaxBytes);
    if (!text)
        return Error { fmt::format("`{}` cannot be read: {}.", path.string(), text.error().message) };
    return parse(*text, path.string());
}

Result<void> save(const Document& document, const fs::path& path)
{
    if (auto written = write_whole_file(path, to_text(document)); !written)
        return Error { fmt::format("Session not saved as {}: {}.", path.string(), written.error().message) };
    return {};
}

} // namespace warpstage::session_file
