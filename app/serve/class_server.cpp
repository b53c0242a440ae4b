#include "app/serve/class_server.h"

#include "app/serve/class_summary.h"
#include "app/serve/class_work.h"
#include "app/serve/code_picture.h"
#include "app/serve/presenter_place.h"
#include "app/serve/rate.h"
#include "app/serve/requests.h"
#include "core/base/json_text.h"
#include "core/base/text_limits.h"
#include "core/base/whole_file.h"
#include "core/exercise/grade_table.h"
#include "core/exercise/grade_worker.h"
#include "core/live/kernel_file.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <utility>

namespace warpstage::serve {

namespace {

using httplib::Request;
using httplib::Response;
using nlohmann::json;

constexpr std::size_t kMaxBody = std::size_t { 4 } << 20U; // bytes
constexpr std::size_t kThreads = 900; // each listener of events and each request has one
constexpr int kWaitingConnections = 1024; // not accepted yet: a class that compiles at the same moment
constexpr std::size_t kMaxStudents = 5000;
constexpr std::size_t kMaxName = 60; // characters
constexpr std::chrono::seconds kPatience { 120 }; // for a result
constexpr std::chrono::seconds kSlowest { 10 }; // between two bytes of a request, or for the receiver of an answer
constexpr std::chrono::milliseconds kSummaryAge { 500 };

} // namespace

class ClassServer::Parts {
public:
    Parts(ClassServerOptions given, std::unique_ptr<ClassStore> opened)
        : options(std::move(given))
        , store(std::move(opened))
        , work(options.exercises,
              { .program = options.program,
                  .arguments = { exercise::kGradeWorkerCommand },
                  .jobs = options.jobs,
                  .seed = exercise::drawn_seed() },
              options.database.parent_path() / "shown", *store, events)
    {
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts()
    {
        events.end();
        if (server != nullptr)
            server->stop();
    }

    [[nodiscard]] Result<void> start()
    {
        if (auto usable = work.check_compiler(); !usable)
            return Error { "Kernels cannot be compiled. " + usable.error().message };
        if (options.certificate.empty())
            server = std::make_unique<httplib::Server>();
        else
            server = std::make_unique<httplib::SSLServer>(options.certificate.c_str(), options.key.c_str());
        if (!server->is_valid())
            return Error { fmt::format("The certificate `{}` or its key cannot be used.", options.certificate.string()) };
        set_limits();
        add_pages();
        presenter.add_to(*server);
        add_students();
        add_exercises();
        port = options.port == 0                                  ? server->bind_to_any_port(options.address)
            : server->bind_to_port(options.address, options.port) ? options.port
                                                                  : -1;
        // The library lets five connections wait; the system resets more, or answers them seconds later.
        if (port >= 0 && listen(listening_socket, kWaitingConnections) != 0)
            port = -1;
        if (port < 0)
            return Error { fmt::format(
                "Cannot listen at {}, port {}. Check that no other program uses it.", options.address, options.port) };
        for (const auto& submission : store->unfinished())
            work.grade(submission);
        listener = std::jthread([this] { server->listen_after_bind(); });
        return {};
    }

    ClassServerOptions options;
    std::unique_ptr<ClassStore> store;
    Events events;
    ClassWork work;
    PresenterPlace presenter { events, options.token };
    int port = -1;

private:
    void set_limits()
    {
        server->new_task_queue = [] {
            return new httplib::ThreadPool(kThreads);
        }; // owned by the library
        server->set_socket_options([this](socket_t socket) {
            // Not the library's SO_REUSEPORT, with which two servers share the requests to one port.
            const int yes = 1;
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
            listening_socket = socket;
        });
        server->set_payload_max_length(kMaxBody);
        server->set_read_timeout(kSlowest);
        server->set_write_timeout(kSlowest);
        server->set_keep_alive_timeout(5);
        server->set_default_headers({ { "X-Content-Type-Options", "nosniff" }, { "Referrer-Policy", "no-referrer" },
            { "Cross-Origin-Resource-Policy", "same-origin" }, { "X-Frame-Options", "SAMEORIGIN" } });
        server->set_pre_routing_handler([](const Request& request, Response& response) {
            // Before any of it is read: the library would read it to its end.
            if (request.has_header("Transfer-Encoding"))
                refuse(response, 411, "Requests have a Content-Length.");
            else if (std::strtoull(request.get_header_value("Content-Length").c_str(), nullptr, 10) > kMaxBody)
                refuse(response, 413, "The request is too large.");
            else
                return httplib::Server::HandlerResponse::Unhandled;
            response.set_header("Connection", "close");
            return httplib::Server::HandlerResponse::Handled;
        });
        server->set_exception_handler([](const Request&, Response& response, const std::exception_ptr&) {
            refuse(response, 500, "The server failed to answer.");
        });
    }

    void add_pages()
    {
        server->set_file_extension_and_mimetype_mapping("webmanifest", "application/manifest+json");
        server->set_file_extension_and_mimetype_mapping("wasm", "application/wasm");
        server->set_mount_point("/class", options.pages.string());
        server->set_mount_point("/shown", (options.database.parent_path() / "shown").string());
        if (!options.site.empty())
            server->set_mount_point("/", options.site.string());
        server->Get("/class/code.svg", [this](const Request&, Response& response) {
            const auto picture = code_picture(options.link);
            if (!picture)
                return refuse(response, 404, picture.error().message);
            response.set_content(*picture, "image/svg+xml");
        });
    }

    // Nothing, and an answer: the request has no valid token.
    [[nodiscard]] std::optional<Student> student(const Request& request, Response& response)
    {
        auto found = store->student_of(bearer_of(request));
        if (!found)
            refuse(response, 401, "Join the class first: the code of the class is on the lecturer's screen.");
        return found;
    }

    void add_students()
    {
        server->Post("/api/join", [this](const Request& request, Response& response) {
            const auto content = body_of(request, response);
            if (content.is_null())
                return;
            if (!m_joins.allows())
                return refuse(response, 429, "Too many join at the same time. Try again.");
            if (!same_secret(text_in(content, "code"), options.class_code)) {
                return m_wrong_codes.allows() ? refuse(response, 403, "This is not the code of the class.")
                                              : refuse(response, 429, "Too many wrong codes. Try again.");
            }
            if (store->students().size() >= kMaxStudents)
                return refuse(response, 503, "The class is full.");
            auto name = exercise::clean_text(text_in(content, "name"));
            name.resize(std::min(name.size(), kMaxName * 4));
            const auto joined = store->join(exercise::clean_text(name));
            if (!joined)
                return refuse(response, 500, joined.error().message);
            events.note_class();
            answer(response, 200, { { "student", joined->student.id }, { "token", joined->token } });
        });
        server->Get("/api/mine", [this](const Request& request, Response& response) {
            const auto who = student(request, response);
            if (!who)
                return;
            json mine { { "name", who->name }, { "submissions", json::array() } };
            for (const auto& one : store->submissions_of(who->id))
                mine["submissions"].push_back({ { "id", one.id }, { "exercise", one.exercise }, { "time", one.time },
                    { "points", one.points }, { "possible", one.possible }, { "graded", !one.result.empty() },
                    { "result", json::parse(one.result, nullptr, false).is_discarded() ? json {} : json::parse(one.result) } });
            answer(response, 200, mine);
        });
        server->Delete("/api/mine", [this](const Request& request, Response& response) {
            if (const auto who = student(request, response))
                remove(who->id, response);
        });
        server->Delete(R"(/api/students/(\d{1,15}))", [this](const Request& request, Response& response) {
            if (is_lecturer(request, response, options.token))
                remove(std::stoll(request.matches[1]), response);
        });
        server->Get("/api/summary", [this](const Request& request, Response& response) {
            if (same_secret(bearer_of(request), options.token))
                return answer(response, 200, summary(Names::shown));
            const std::scoped_lock lock(m_summary_mutex); // many pages ask at the same time
            if (const auto now = std::chrono::steady_clock::now(); m_summary.empty() || now - m_summary_made > kSummaryAge) {
                m_summary = json_text(summary(Names::left_out));
                m_summary_made = now;
            }
            response.set_content(m_summary, "application/json");
        });
    }

    [[nodiscard]] json summary(Names names) const
    {
        auto made = class_summary(*store, options.exercises, names);
        made["waiting"] = work.waiting();
        made["listening"] = events.listeners();
        return made;
    }

    void remove(std::int64_t id, Response& response)
    {
        if (const auto done = store->remove(id); !done)
            return refuse(response, 500, done.error().message);
        events.note_class();
        response.status = 204;
    }

    struct Sent {
        Student student;
        const exercise::Exercise* exercise = nullptr; // null: none was named
        std::string source;
    };
    // Nothing, and an answer: the request cannot be used.
    [[nodiscard]] std::optional<Sent> sent(const Request& request, Response& response)
    {
        const auto who = student(request, response);
        if (!who)
            return std::nullopt;
        const auto content = body_of(request, response);
        if (content.is_null())
            return std::nullopt;
        Sent sent { *who, work.find(text_in(content, "exercise")), text_in(content, "source") };
        if (const auto usable = live::check_source(sent.source); !usable || sent.source.size() > live::kMaxSourceBytes) {
            refuse(response, 400, usable ? "The kernels have more than 1 MiB." : usable.error().message);
            return std::nullopt;
        }
        return sent;
    }

    // Waits for the result, and gives it to `use`.
    template <typename Use> static void answer_when_done(const WorkQueue::Accepted& accepted, Response& response, const Use& use)
    {
        if (accepted.refusal) {
            response.set_header("Retry-After", "2");
            return refuse(response, 429,
                *accepted.refusal == WorkQueue::Refusal::student
                    ? "Wait for your last check."
                    : "The class asks for too much at once. Try again in some seconds.");
        }
        if (accepted.result.wait_for(kPatience) != std::future_status::ready || accepted.result.get().empty())
            return refuse(response, 503, "The server is too busy. Try again.");
        use(accepted.result.get());
        response.set_content(accepted.result.get(), "application/json");
    }

    void add_exercises()
    {
        server->Get("/api/exercises", [this](const Request&, Response& response) { answer(response, 200, list()); });
        server->Post("/api/compile", [this](const Request& request, Response& response) {
            if (const auto asked = sent(request, response))
                answer_when_done(
                    work.compile(asked->student.id, asked->exercise, asked->source), response, [](const std::string&) {});
        });
        server->Post("/api/check", [this](const Request& request, Response& response) {
            const auto asked = sent(request, response);
            if (!asked)
                return;
            if (asked->exercise == nullptr)
                return refuse(response, 404, "The class has no such exercise.");
            answer_when_done(
                work.check(asked->student.id, *asked->exercise, asked->source), response, [&](const std::string& result) {
                    const auto parsed = json::parse(result);
                    static_cast<void>(store->set_progress({ asked->student.id, asked->exercise->id, result,
                        parsed.at("points").get<std::uint32_t>(), parsed.at("possible").get<std::uint32_t>(), false }));
                    events.note_class();
                });
        });
        server->Post("/api/submit", [this](const Request& request, Response& response) {
            const auto asked = sent(request, response);
            if (!asked)
                return;
            if (asked->exercise == nullptr)
                return refuse(response, 404, "The class has no such exercise.");
            if (!m_submissions.allows() || !may_submit(asked->student.id))
                return refuse(response, 429, "Too many submissions. Wait for the result of the last one.");
            const auto id = store->submit(asked->student.id, asked->exercise->id, asked->source);
            if (!id)
                return refuse(response, 500, id.error().message);
            work.grade({ *id, asked->student.id, asked->exercise->id, asked->source, {}, {}, 0, 0 });
            answer(response, 200, { { "submission", *id } });
        });
    }

    // At most three submissions of a student wait, and at most 200 are kept.
    [[nodiscard]] bool may_submit(std::int64_t id) const
    {
        const auto all = store->submissions_of(id);
        return all.size() < 200 && std::ranges::count(all, std::string {}, &Submission::result) < 3;
    }

    [[nodiscard]] json list() const
    {
        auto all = json::array();
        for (const auto& exercise : options.exercises) {
            json row { { "id", exercise.id }, { "title", exercise.lesson->title }, { "summary", exercise.lesson->summary },
                { "notes", exercise.lesson->notes }, { "start", exercise.lesson->source }, { "possible", exercise.points() },
                { "lesson", exercise.subject }, { "requirements", json::array() } };
            for (const auto& requirement : exercise.requirements)
                row["requirements"].push_back({ { "id", requirement.id }, { "label", requirement.label },
                    { "limit", exercise::limit_text(exercise, requirement) }, { "points", requirement.points },
                    { "hints", requirement.hints } });
            all.push_back(std::move(row));
        }
        return all;
    }

    std::mutex m_summary_mutex;
    std::string m_summary; // JSON without names
    std::chrono::steady_clock::time_point m_summary_made;
    Rate m_joins { 60.0 };
    Rate m_wrong_codes { 5.0 };
    Rate m_submissions { 50.0 };

public:
    std::unique_ptr<httplib::Server> server;
    socket_t listening_socket = INVALID_SOCKET;
    std::jthread listener; // last: it uses everything above
};

ClassServer::ClassServer(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

ClassServer::~ClassServer() = default;

Result<std::unique_ptr<ClassServer>> ClassServer::start(ClassServerOptions options)
{
    auto store = ClassStore::open(options.database);
    if (!store)
        return store.error();
    auto parts = std::make_unique<Parts>(std::move(options), *std::move(store));
    if (auto started = parts->start(); !started)
        return started.error();
    return std::unique_ptr<ClassServer> { new ClassServer(std::move(parts)) };
}

int ClassServer::port() const
{
    return m_parts->port;
}

std::vector<std::string> ClassServer::lines() const
{
    return class_lines(*m_parts->store, m_parts->options.exercises);
}

} // namespace warpstage::serve
