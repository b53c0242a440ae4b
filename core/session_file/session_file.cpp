#include "core/session_file/session_file.h"

#include "core/base/text_limits.h"
#include "core/base/whole_file.h"
#include "core/session_file/changed_launch.h"
#include "core/session_file/json_reader.h"
#include "core/session_file/run_reader.h"

#include <fmt/format.h>

#include <fstream>

namespace warpstage::session_file {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kMaxParameters = 256;
constexpr std::size_t kMaxVariants = 1024;

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

std::vector<problem::Relaunch> read_launches(JsonReader& reader, const Json& json)
{
    std::vector<problem::Relaunch> launches;
    for (const Json& entry : reader.list(json, "launches", "", kMaxVariants)) {
        auto launch = changed_launch(entry);
        if (launch)
            launches.push_back(*std::move(launch));
        else
            reader.refuse("launches", "is not a list of changed launches");
    }
    return launches;
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
    document.source = reader.file(json, "source", "", TextFormat::source);
    if (json.contains("edited"))
        document.edited = reader.file(json, "edited", "", TextFormat::source);
    for (const Json& build : reader.list(json, "builds", "", kMaxVariants))
        document.builds.push_back({ reader.text(build, "name", "builds"), reader.file(build, "ptx", "builds", TextFormat::ptx) });
    if (json.contains("launches"))
        document.launches = read_launches(reader, json);
    if (json.contains("run"))
        document.run = read_run(reader, json["run"]);
    document.layout = reader.text(json, "layout", "");
    return document;
}

} // namespace

bool is_session(const fs::path& file)
{
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) // a pipe would be waited for
        return false;
    std::ifstream stream(file, std::ios::binary);
    char first = 0;
    return stream >> first && first == '{';
}

Result<Document> parse(std::string_view text, std::string_view name)
{
    if (const auto excess = excess_of(text, TextFormat::session))
        return Error { fmt::format("{} is damaged or not a session file. {}. Nothing was changed.", name, excess->reason) };
    const Json json = Json::parse(text, nullptr, false);
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
    const auto text = read_whole_file(path, limits_of(TextFormat::session).bytes);
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
