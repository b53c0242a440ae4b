#include "core/simt/hang/hang_json.h"

#include <nlohmann/json.hpp>

namespace warpstage::simt {

namespace {

using Json = nlohmann::json;

Json block_json(const Dim3& block)
{
    return { block.x, block.y, block.z };
}

Json warps_json(const Hang::Warps& who)
{
    return { { "block", block_json(who.block) }, { "warps", who.warps }, { "threads", who.threads } };
}

Json wait_json(const Hang::Wait& wait)
{
    Json json = warps_json(wait.who);
    json.update({ { "line", wait.line }, { "object", wait.object } });
    return json;
}

Json object_json(const Hang::Object& object)
{
    Json json { { "kind", name_of(object.kind) }, { "name", object.name }, { "block", block_json(object.block) },
        { "arrivals", Json::array() }, { "missing", Json::array() } };
    if (object.kind == Hang::Kind::memory)
        json["value"] = object.value;
    else
        json.update({ { "expected", object.expected }, { "arrived", object.arrived } });
    if (object.kind == Hang::Kind::phase)
        json.update({ { "phase", object.phase }, { "parity", object.parity }, { "missing_bytes", object.bytes } });
    for (const Hang::Arrived& arrived : object.arrivals) {
        Json one = warps_json(arrived.who);
        one.update({ { "line", arrived.line }, { "arrivals", arrived.arrivals }, { "expected_bytes", arrived.expected_bytes },
            { "copied_bytes", arrived.completed_bytes } });
        json["arrivals"].push_back(std::move(one));
    }
    for (const Hang::Missing& missing : object.missing) {
        Json one = warps_json(missing.who);
        one["line"] = missing.line;
        one["exited"] = !missing.wait.has_value() && !missing.runs;
        if (missing.wait)
            one["wait"] = *missing.wait;
        json["missing"].push_back(std::move(one));
    }
    return json;
}

} // namespace

Json to_json(const Hang& hang)
{
    Json json { { "mistake", name_of(hang.mistake) }, { "advice", hang.advice }, { "cycle", hang.cycle }, { "main", hang.main },
        { "blocks_not_begun", hang.blocks_not_begun }, { "waits", Json::array() }, { "objects", Json::array() } };
    for (const Hang::Wait& wait : hang.waits)
        json["waits"].push_back(wait_json(wait));
    for (const Hang::Object& object : hang.objects)
        json["objects"].push_back(object_json(object));
    return json;
}

} // namespace warpstage::simt
