#include "core/capture/captured_launch.h"

#include "core/base/json_text.h"
#include "core/base/number.h"
#include "core/base/whole_file.h"
#include "core/capture/extent_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpstage::capture {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kBegun = "begun-";

std::string stored_name(std::uint64_t launch)
{
    return fmt::format("launch-{}.json", launch);
}

Json to_json(const CapturedMemory& memory)
{
    Json json { { "name", memory.name }, { "address", memory.address }, { "bytes", memory.bytes },
        { "variable", memory.variable }, { "before", memory.before } };
    if (memory.after)
        json["after"] = *memory.after;
    return json;
}

CapturedMemory memory_of(const Json& json)
{
    CapturedMemory memory { json.at("name").get<std::string>(), json.at("address").get<std::uint64_t>(),
        json.at("bytes").get<std::uint64_t>(), json.at("variable").get<std::string>(), json.at("before").get<std::string>(), {} };
    if (json.contains("after"))
        memory.after = json["after"].get<std::string>();
    return memory;
}

Json to_json(const CapturedTexture& texture)
{
    const TextureDescription& shown = texture.description;
    return { { "memory", texture.memory }, { "use", static_cast<int>(shown.use) }, { "shape", static_cast<int>(shown.shape) },
        { "element", static_cast<int>(shown.element) }, { "channels", shown.channels }, { "width", shown.width },
        { "height", shown.height }, { "depth", shown.depth }, { "pitch", shown.pitch },
        { "address",
            { static_cast<int>(shown.address[0]), static_cast<int>(shown.address[1]), static_cast<int>(shown.address[2]) } },
        { "filter", static_cast<int>(shown.filter) }, { "read", static_cast<int>(shown.read) },
        { "coordinates", static_cast<int>(shown.coordinates) } };
}

template <typename Value> Value enumerator(const Json& json)
{
    return static_cast<Value>(json.get<int>());
}

CapturedTexture texture_of(const Json& json)
{
    CapturedTexture texture;
    texture.memory = json.at("memory").get<std::uint64_t>();
    TextureDescription& read = texture.description;
    read.use = enumerator<TextureUse>(json.at("use"));
    read.shape = enumerator<TextureShape>(json.at("shape"));
    read.element = enumerator<TextureElement>(json.at("element"));
    read.channels = json.at("channels").get<std::uint32_t>();
    read.width = json.at("width").get<std::uint64_t>();
    read.height = json.at("height").get<std::uint64_t>();
    read.depth = json.at("depth").get<std::uint64_t>();
    read.pitch = json.at("pitch").get<std::uint64_t>();
    for (std::size_t i = 0; i < read.address.size(); ++i)
        read.address[i] = enumerator<AddressMode>(json.at("address").at(i));
    read.filter = enumerator<FilterMode>(json.at("filter"));
    read.read = enumerator<ReadMode>(json.at("read"));
    read.coordinates = enumerator<Coordinates>(json.at("coordinates"));
    return texture;
}

CapturedLaunch launch_of(const Json& json)
{
    CapturedLaunch launch;
    launch.number = json.at("launch").get<std::uint64_t>();
    launch.kernel = json.at("kernel").get<std::string>();
    launch.grid = extent_from_json(json.at("grid"));
    launch.block = extent_from_json(json.at("block"));
    if (json.contains("cluster"))
        launch.cluster = extent_from_json(json["cluster"]);
    launch.shared_bytes = json.at("shared_bytes").get<std::uint64_t>();
    for (const auto byte : json.at("parameters").get<std::vector<std::uint8_t>>())
        launch.parameters.push_back(std::byte { byte });
    for (const Json& memory : json.at("memory"))
        launch.memory.push_back(memory_of(memory));
    for (const Json& texture : json.at("textures"))
        launch.textures.push_back(texture_of(texture));
    launch.left_out = json.at("left_out").get<std::vector<std::string>>();
    launch.device = json.at("device").get<std::string>();
    launch.ptx = json.at("ptx").get<std::string>();
    launch.finished = json.at("finished").get<bool>();
    launch.fault = json.at("fault").get<std::string>();
    return launch;
}

} // namespace

Result<void> save(const CapturedLaunch& launch, const fs::path& folder)
{
    Json json { { "launch", launch.number }, { "kernel", launch.kernel }, { "grid", extent_to_json(launch.grid) },
        { "block", extent_to_json(launch.block) }, { "shared_bytes", launch.shared_bytes }, { "left_out", launch.left_out },
        { "device", launch.device }, { "ptx", launch.ptx }, { "finished", launch.finished }, { "fault", launch.fault },
        { "memory", Json::array() }, { "textures", Json::array() }, { "parameters", Json::array() } };
    if (launch.cluster)
        json["cluster"] = extent_to_json(*launch.cluster);
    for (const std::byte byte : launch.parameters)
        json["parameters"].push_back(std::to_integer<int>(byte));
    for (const CapturedMemory& memory : launch.memory)
        json["memory"].push_back(to_json(memory));
    for (const CapturedTexture& texture : launch.textures)
        json["textures"].push_back(to_json(texture));
    return write_whole_file(folder / stored_name(launch.number), json_text(json));
}

std::string begun_name(std::uint64_t launch)
{
    return fmt::format("{}{}", kBegun, launch);
}

std::vector<std::uint64_t> unstored_launches(const fs::path& folder)
{
    std::vector<std::uint64_t> unstored;
    std::error_code failed;
    for (fs::directory_iterator at { folder, failed }, end; !failed && at != end; at.increment(failed)) {
        const std::string name = at->path().filename().string();
        const auto number =
            name.starts_with(kBegun) ? number_in<std::uint64_t>(std::string_view { name }.substr(kBegun.size())) : std::nullopt;
        std::error_code ignored;
        if (number && !fs::exists(folder / stored_name(*number), ignored))
            unstored.push_back(*number);
    }
    std::ranges::sort(unstored);
    return unstored;
}

Result<std::vector<CapturedLaunch>> load_all(const fs::path& folder)
{
    std::vector<CapturedLaunch> launches;
    std::error_code failed;
    for (fs::directory_iterator at { folder, failed }, end; !failed && at != end; at.increment(failed)) {
        if (at->path().extension() != ".json")
            continue;
        const auto text = read_whole_file(at->path(), kMaxTextBytes);
        if (!text)
            return Error { fmt::format("`{}` cannot be read: {}.", at->path().string(), text.error().message) };
        try {
            launches.push_back(launch_of(Json::parse(*text)));
        } catch (const nlohmann::json::exception& error) {
            return Error { fmt::format("`{}` is damaged: {}.", at->path().string(), json_reason(error)) };
        }
    }
    if (failed)
        return Error { fmt::format("`{}` cannot be read: {}.", folder.string(), failed.message()) };
    std::ranges::sort(launches, {}, &CapturedLaunch::number);
    return launches;
}

} // namespace warpstage::capture
