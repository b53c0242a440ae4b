// HTTP PUT to servers that behave in every way, targets, links, and the QR code.
#include "app/shell/publish/class_progress.h"
#include "app/shell/publish/follow_code.h"
#include "app/shell/publish/http_client.h"
#include "app/shell/publish/publish_target.h"
#include "core/base/temporary_folder.h"
#include "tests/approved.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace warpstage::shell {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Accepts one connection, keeps the request, and sends the answer; without an answer it waits until it is destroyed.
class Server {
public:
    explicit Server(std::string answer)
        : m_answer(std::move(answer))
    {
        m_listener = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::bind(m_listener, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
        socklen_t size = sizeof(address);
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
        ::listen(m_listener, 4);
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server()
    {
        ::shutdown(m_listener, SHUT_RDWR);
        if (m_connection >= 0)
            ::shutdown(m_connection, SHUT_RDWR);
        m_thread.join();
        ::close(m_listener);
    }
    [[nodiscard]] std::string url() const { return fmt::format("http://127.0.0.1:{}/state", m_port); }
    [[nodiscard]] const std::string& request() const { return m_request; }

private:
    void serve()
    {
        m_connection = ::accept(m_listener, nullptr, nullptr);
        std::array<char, 65536> bytes {};
        while (m_connection >= 0 && m_request.find("content") == std::string::npos) {
            const auto read = ::recv(m_connection, bytes.data(), bytes.size(), 0);
            if (read <= 0)
                break;
            m_request.append(bytes.data(), static_cast<std::size_t>(read));
        }
        if (!m_answer.empty())
            static_cast<void>(::send(m_connection, m_answer.data(), m_answer.size(), MSG_NOSIGNAL));
        while (m_answer.empty() && ::recv(m_connection, bytes.data(), bytes.size(), 0) > 0) { }
        ::close(m_connection);
    }

    std::string m_answer;
    int m_listener = -1;
    std::atomic<int> m_connection = -1;
    std::uint16_t m_port = 0;
    std::string m_request;
    std::thread m_thread;
};

std::string answer_with(std::string_view status, std::string_view headers = "")
{
    return fmt::format("HTTP/1.1 {}\r\n{}Content-Length: 0\r\n\r\n", status, headers);
}

std::string refusal(const std::string& url, const std::string& token = "")
{
    auto http = HttpClient::open();
    EXPECT_TRUE(http) << http.error().message;
    http->set_time_limit(std::chrono::milliseconds(500));
    const auto put = http->put({ url, token, "text/plain" }, "content");
    return put ? "" : put.error().message;
}

TEST(HttpClient, WritesTheContentWithTheToken)
{
    Server server(answer_with("204 No Content"));
    EXPECT_EQ(refusal(server.url(), "s3cret"), "");
    EXPECT_THAT(server.request(), HasSubstr("PUT /state HTTP/1.1"));
    EXPECT_THAT(server.request(), HasSubstr("Authorization: Bearer s3cret"));
    EXPECT_THAT(server.request(), HasSubstr("Content-Length: 7"));
    EXPECT_THAT(server.request(), Not(HasSubstr("Expect:")));
}

TEST(HttpClient, SendsUserAndPasswordOfTheAddress)
{
    Server server(answer_with("201 Created"));
    std::string url = server.url();
    EXPECT_EQ(refusal(url.insert(7, "eve:p%40ss@")), "");
    EXPECT_THAT(server.request(), HasSubstr("Authorization: Basic ZXZlOnBAc3M=")); // eve:p@ss
}

TEST(HttpClient, ReadsTheContentOfAnAddress)
{
    Server server("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\ncontent");
    auto http = HttpClient::open();
    ASSERT_TRUE(http) << http.error().message;
    http->set_time_limit(std::chrono::milliseconds(500));
    const auto content = http->get(server.url() + "?content"); // for which the server waits
    ASSERT_TRUE(content) << content.error().message;
    EXPECT_EQ(*content, "content");
    EXPECT_THAT(server.request(), HasSubstr("GET /state?content HTTP/1.1"));
}

TEST(ClassProgress, ReadsTheNumbersOfAClassServer)
{
    const auto read = parse_class(R"({"students": 40, "waiting": 0, "exercises": [
        {"id": "race", "title": "Repair a race", "started": 3, "submitted": 2, "complete": 1, "points": [0],
         "requirements": [{"id": "result", "label": "The result is right", "met": 2}],
         "first_failures": {"The result is right": 1, "No race": 2}},
        {"id": "late", "title": "Not started", "started": 0, "requirements": [], "first_failures": {}},
        {"id": "most", "title": "Most students", "started": 40, "submitted": 0, "complete": 0,
         "requirements": [{"label": "No bank conflicts", "met": 27}], "first_failures": {}}]})");
    ASSERT_TRUE(read) << read.error().message;
    const session::ClassSection expected { true, 40,
        { { "Most students", 40, 0, 0, { { "No bank conflicts", 27 } }, "" },
            { "Repair a race", 3, 2, 1, { { "The result is right", 2 } }, "No race" } } };
    EXPECT_EQ(*read, expected);
}

TEST(ClassProgress, RefusesOtherAnswersAndKeepsLimits)
{
    for (const std::string_view text : { "", "{}", "[]", "<html>", "{\"students\": 1}", "\xff", "null" })
        EXPECT_FALSE(parse_class(text)) << text;
    std::string many = R"({"students": -1, "exercises": [)";
    for (int i = 0; i < 100; ++i)
        many += fmt::format(R"({}{{"title": "{}", "started": 1, "requirements": [7, {{"label": []}}], "first_failures": []}})",
            i == 0 ? "" : ",", std::string(100'000, 'x'));
    const auto read = parse_class(many + R"(, null, 7, {"started": 1e300}]})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->students, 0U);
    EXPECT_EQ(read->exercises.size(), 20U);
    EXPECT_EQ(read->exercises.front().title, "");
}

TEST(HttpClient, EveryOtherStatusIsASentence)
{
    const auto said = [](std::string_view status, std::string_view headers = "") {
        Server server(answer_with(status, headers));
        return refusal(server.url());
    };
    EXPECT_APPROVED(said("401 Unauthorized"));
    EXPECT_APPROVED(said("405 Method Not Allowed"));
    EXPECT_APPROVED(said("503 Service Unavailable"));
    EXPECT_APPROVED(said("302 Found", "Location: http://127.0.0.1:1/x\r\n")) << "and is not followed, which would be refused";
}

TEST(HttpClient, AServerThatIsSilentAbsentOrTalksWithoutEndIsASentence)
{
    std::string closed;
    {
        Server silent("");
        closed = silent.url();
        EXPECT_APPROVED(refusal(silent.url()));
    }
    EXPECT_APPROVED(refusal(closed));
    EXPECT_APPROVED(refusal("http://no-such-host.invalid/state"));
    Server endless("HTTP/1.1 200 OK\r\n\r\n" + std::string(std::size_t { 3 } << 20, 'a'));
    EXPECT_APPROVED(refusal(endless.url()));
    Server garbage("\x01\x02 what is this\r\n\r\n");
    EXPECT_THAT(refusal(garbage.url()), HasSubstr("the transfer failed"));
}

TEST(HttpClient, IsStoppedWhenTheProgramEnds)
{
    Server silent("");
    auto http = HttpClient::open();
    ASSERT_TRUE(http);
    http->set_time_limit(std::chrono::seconds(60));
    std::stop_source source;
    const auto begin = std::chrono::steady_clock::now();
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        source.request_stop();
    });
    EXPECT_FALSE(http->put({ silent.url(), "", "text/plain" }, "content", source.get_token()));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(PublishTarget, IsAFileOrAnAddress)
{
    const TemporaryFolder folder;
    const auto file = parse_publish_target((folder.path() / "state").string(), {});
    ASSERT_TRUE(file);
    EXPECT_EQ(file->name(), "state");
    EXPECT_TRUE(parse_publish_target("", {})->is_empty());
    EXPECT_APPROVED(parse_publish_target("/no/such/folder/state", {}).error().message);
    for (const char* url : { "http://", "http:///state", "https://example.edu", "https://example.edu/", "https://example.edu/a/",
             "https://example.edu/state?x=1", "https://example.edu/state#x" })
        EXPECT_APPROVED(parse_publish_target(url, {}).error().message) << url;
}

TEST(PublishTarget, CredentialsAreNeverShown)
{
    const auto target = parse_publish_target("https://eve:secret@example.edu:8443/cuda/state", {});
    ASSERT_TRUE(target);
    EXPECT_EQ(target->shown(), "https://example.edu:8443/cuda/state");
    EXPECT_THAT(parse_publish_target("https://eve:secret@example.edu/", {}).error().message, Not(HasSubstr("secret")));
}

TEST(PublishTarget, ATokenIsInAFileOrInTheEnvironment)
{
    const TemporaryFolder folder;
    const auto file = folder.path() / "token";
    std::ofstream(file) << "  abc \nsecond line\n";
    EXPECT_EQ(parse_publish_target("https://example.edu/state", file)->token, "abc");
    std::ofstream(file) << "\n";
    EXPECT_THAT(parse_publish_target("https://example.edu/state", file).error().message, HasSubstr("is empty"));
    EXPECT_THAT(
        parse_publish_target("https://example.edu/state", folder.path() / "none").error().message, HasSubstr("cannot be read"));
    ::setenv(kTokenVariable, "def", 1);
    EXPECT_EQ(parse_publish_target("https://example.edu/state", {})->token, "def");
    EXPECT_THAT(parse_publish_target("https://a:b@example.edu/state", {}).error().message, HasSubstr("Remove one"));
    ::setenv(kTokenVariable, "d\re", 1);
    EXPECT_THAT(parse_publish_target("https://example.edu/state", {}).error().message, Not(HasSubstr("d\re")));
    ::unsetenv(kTokenVariable);
}

std::string link(const std::string& site, const std::string& publish)
{
    const auto made = follow_link(site, *parse_publish_target(publish, {}));
    return made ? *made : made.error().message;
}

TEST(FollowLink, IsTheSiteWithTheStateOfItsServer)
{
    EXPECT_EQ(link("https://example.edu/cuda/", "https://example.edu/cuda/state"), "https://example.edu/cuda/?follow=state");
    EXPECT_EQ(link("https://example.edu/cuda/", "https://u:p@example.edu/live/a%20b"),
        "https://example.edu/cuda/?follow=/live/a%2520b");
    EXPECT_EQ(link("https://example.edu/cuda/", "my state"), "https://example.edu/cuda/?follow=my%20state");
    EXPECT_EQ(link("https://example.edu/cuda/", ""), "https://example.edu/cuda/");
    EXPECT_APPROVED(link("https://example.edu/cuda/", "https://other.edu/state"));
    EXPECT_APPROVED(link("https://example.edu/cuda/", "http://example.edu/cuda/state"));
    EXPECT_THAT(link("", ""), HasSubstr("`--site URL`"));
    for (const char* site : { "example.edu", "javascript:alert(1)", "https://example.edu/#x", "https://u:p@example.edu/" })
        EXPECT_APPROVED(link(site, "")) << site;
}

TEST(FollowCode, HasTheFinderPatternsOfAQrCode)
{
    const auto code = follow_code_of("https://example.edu/cuda/?follow=state");
    ASSERT_TRUE(code) << code.error().message;
    EXPECT_EQ((*code)->side, 29U) << "version 3, medium error correction";
    ASSERT_EQ((*code)->dark.size(), 29U * 29U);
    for (const std::size_t corner : { std::size_t { 0 }, std::size_t { 22 }, std::size_t { 29 * 22 } })
        for (std::size_t i = 0; i < 7; ++i)
            EXPECT_TRUE((*code)->dark[corner + i]) << corner;
    EXPECT_THAT(follow_code_of("https://example.edu/" + std::string(300, 'a')).error().message, HasSubstr("too many"));
}

} // namespace
} // namespace warpstage::shell
