#include "app/shell/publish/class_progress.h"

#include "app/shell/publish/http_client.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <stop_token>
#include <utility>

namespace warpstage::shell {

namespace {

using nlohmann::json;

constexpr std::chrono::seconds kInterval { 2 };
constexpr std::chrono::seconds kSeldom { 30 }; // without an answer
constexpr std::size_t kMaxExercises = 20;
constexpr std::size_t kMaxRequirements = 20;
constexpr std::size_t kMaxText = 200; // bytes

std::string text_at(const json& object, const char* key)
{
    const auto found = object.find(key);
    auto text = found != object.end() && found->is_string() ? found->get<std::string>() : std::string {};
    return text.size() <= kMaxText ? text : std::string {};
}

std::size_t count_at(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

// The elements of a list in the object that are objects themselves.
std::vector<json> objects_at(const json& object, const char* key, std::size_t most)
{
    std::vector<json> objects;
    if (const auto found = object.find(key); found != object.end() && found->is_array())
        for (const auto& element : *found)
            if (element.is_object() && objects.size() < most)
                objects.push_back(element);
    return objects;
}

std::string most_frequent(const json& counts)
{
    std::string label;
    std::size_t most = 0;
    for (const auto& [key, value] : counts.items())
        if (value.is_number_unsigned() && value.get<std::size_t>() > most && key.size() <= kMaxText) {
            most = value.get<std::size_t>();
            label = key;
        }
    return label;
}

session::ClassExercise exercise_of(const json& object)
{
    session::ClassExercise exercise { text_at(object, "title"), count_at(object, "started"), count_at(object, "submitted"),
        count_at(object, "complete"), {}, {} };
    for (const auto& requirement : objects_at(object, "requirements", kMaxRequirements))
        exercise.requirements.push_back({ text_at(requirement, "label"), count_at(requirement, "met") });
    if (const auto faults = object.find("first_failures"); faults != object.end() && faults->is_object())
        exercise.fault = most_frequent(*faults);
    return exercise;
}

} // namespace

Result<session::ClassSection> parse_class(std::string_view text)
{
    const auto parsed = json::parse(text, nullptr, false);
    if (!parsed.is_object() || !parsed.contains("students") || !parsed.contains("exercises"))
        return Error { "The answer is not that of a class server." };
    session::ClassSection section { true, count_at(parsed, "students"), {} };
    for (const auto& object : objects_at(parsed, "exercises", kMaxExercises))
        if (auto exercise = exercise_of(object); exercise.started > 0)
            section.exercises.push_back(std::move(exercise));
    std::ranges::stable_sort(section.exercises, std::greater {}, &session::ClassExercise::started);
    return section;
}

ClassProgress::ClassProgress(const PublishTarget& target)
    : m_asks([this, target](const std::stop_token& stop) { ask(target, stop); })
{
}

void ClassProgress::before_frame(stage::StageParts& /*stage*/, session::Session& session, Time /*now*/)
{
    std::optional<session::ClassSection> answer;
    {
        const std::scoped_lock lock(m_mutex);
        answer = std::exchange(m_answer, std::nullopt);
    }
    if (answer)
        session.submit(session::ShowClass { *std::move(answer) });
}

void ClassProgress::ask(const PublishTarget& target, const std::stop_token& stop)
{
    auto http = HttpClient::open();
    if (!http)
        return; // publishing says so
    http->trust(target.certificate);
    const auto address = target.url.substr(0, target.url.rfind('/')) + "/api/summary";
    std::optional<session::ClassSection> last;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any stopped;
    while (!stop.stop_requested()) {
        const auto answer = http->get(address, stop);
        auto section = answer ? parse_class(*answer) : Result<session::ClassSection> { answer.error() };
        const bool is_known = section.ok();
        if (is_known && last != *section) {
            last = *section;
            const std::scoped_lock changed(m_mutex);
            m_answer = *std::move(section);
        }
        stopped.wait_for(lock, stop, is_known ? kInterval : kSeldom, [] { return false; });
    }
}

} // namespace warpstage::shell
