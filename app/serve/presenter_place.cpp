#include "app/serve/presenter_place.h"

#include "app/serve/requests.h"

#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <memory>

namespace warpstage::serve {

namespace {

using httplib::Request;
using httplib::Response;

constexpr std::size_t kMaxKernelFiles = 64;
constexpr const char* kKernelsPath = R"(/(kernels-[0-9a-f]{16}))";

} // namespace

void PresenterPlace::add_to(httplib::Server& server)
{
    server.Put("/state", [this](const Request& request, Response& response) {
        if (!is_lecturer(request, response, m_token))
            return;
        m_events.set_state(request.body);
        response.status = 204;
    });
    server.Put(kKernelsPath, [this](const Request& request, Response& response) {
        if (!is_lecturer(request, response, m_token))
            return;
        const std::scoped_lock lock(m_mutex);
        if (m_kernels.size() >= kMaxKernelFiles)
            m_kernels.erase(m_kernels.begin());
        m_kernels[request.matches[1]] = request.body;
        response.status = 204;
    });
    server.Get(kKernelsPath, [this](const Request& request, Response& response) {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_kernels.find(request.matches[1]);
        if (found == m_kernels.end())
            return refuse(response, 404, "There are no such kernels.");
        response.set_content(found->second, "application/octet-stream");
    });
    server.Get("/state", [this](const Request& request, Response& response) {
        const auto state = m_events.state();
        const auto tag = fmt::format("\"{:016x}\"", std::hash<std::string> {}(state));
        response.set_header("ETag", tag);
        response.set_header("Cache-Control", "no-cache");
        if (state.empty())
            return refuse(response, 404, "Nobody presents.");
        response.status = request.get_header_value("If-None-Match") == tag ? 304 : 200;
        if (response.status == 200)
            response.set_content(state, "text/plain; charset=utf-8");
    });
    server.Get("/events", [this](const Request&, Response& response) {
        if (!m_events.enter())
            return refuse(response, 503, "Too many pages listen. The page asks from time to time instead.");
        response.set_header("Cache-Control", "no-cache");
        auto seen = std::make_shared<Events::Seen>();
        response.set_chunked_content_provider(
            "text/event-stream",
            [this, seen](std::size_t, httplib::DataSink& sink) {
                constexpr std::chrono::seconds kComment { 15 }; // shows that the page is still there
                const auto text = m_events.next(*seen, kComment);
                if (!text) {
                    sink.done();
                    return true;
                }
                return sink.write(text->data(), text->size());
            },
            [this](bool) { m_events.leave(); });
    });
}

} // namespace warpstage::serve
