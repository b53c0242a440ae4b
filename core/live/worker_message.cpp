#include "core/live/worker_message.h"

#include "core/base/json_text.h"

#include <nlohmann/json.hpp>

namespace warpstage::live {

namespace {

using nlohmann::json;

// An edited source may contain bytes that are not UTF-8; they become U+FFFD, which compiles only in comments.
std::string one_line(const json& message)
{
    return json_text(message);
}

Error not_understood(const std::string& what)
{
    return { std::string { "The worker process of the GPU trial sent an invalid message (" } + what
        + "). Check that it has the same version as the program." };
}

} // namespace

std::string to_line(const WorkerRequest& request)
{
    auto launches = json::array();
    for (const problem::Relaunch& launch : request.launches)
        launches.push_back(problem::to_words(launch));
    return one_line({ { "folder", request.folder.string() }, { "variant", request.variant }, { "settings", request.settings },
        { "source", request.texts.source }, { "ptx", request.texts.ptx }, { "builds", request.texts.builds },
        { "partial", request.texts.partial }, { "launches", launches } });
}

Result<WorkerRequest> request_of(const std::string& line)
{
    try {
        const auto message = json::parse(line);
        WorkerRequest request;
        request.folder = message.at("folder").get<std::string>();
        message.at("variant").get_to(request.variant);
        for (const auto& [id, value] : message.at("settings").items())
            request.settings.emplace(id, value.get<std::string>());
        message.at("source").get_to(request.texts.source);
        message.at("ptx").get_to(request.texts.ptx);
        for (const auto& [name, text] : message.at("builds").items())
            request.texts.builds.emplace(name, text.get<std::string>());
        for (const auto& [name, text] : message.at("partial").items())
            request.texts.partial.emplace(name, text.get<std::string>());
        for (const auto& words : message.at("launches").get<std::vector<problem::RelaunchWords>>()) {
            auto launch = problem::relaunch_of(words);
            if (!launch)
                return not_understood(words[2]);
            request.launches.push_back(*std::move(launch));
        }
        return request;
    } catch (const json::exception& error) {
        return not_understood(json_reason(error));
    }
}

std::string to_line(const WorkerAnswer& answer)
{
    return one_line({ { "fault", answer.fault } });
}

Result<WorkerAnswer> answer_of(const std::string& line)
{
    try {
        return WorkerAnswer { json::parse(line).at("fault").get<std::string>() };
    } catch (const json::exception& error) {
        return not_understood(json_reason(error));
    }
}

} // namespace warpstage::live
