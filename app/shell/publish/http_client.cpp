#include "app/shell/publish/http_client.h"

#define CURL_DISABLE_TYPECHECK // its macros do not accept pointers to functions
#include <curl/curl.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace warpstage::shell {

namespace {

constexpr std::array kSonames { "libcurl.so.4", "libcurl-gnutls.so.4" };
constexpr long kConnectMilliseconds = 3000;
constexpr std::size_t kMaxAnswer = std::size_t { 1 } << 20;

template <typename Function> bool find_function(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name)); // POSIX guarantees this conversion
    return function != nullptr;
}

// A server that sends without end is interrupted.
std::size_t keep_answer(char* bytes, std::size_t size, std::size_t count, void* kept)
{
    auto& answer = *static_cast<std::string*>(kept);
    if (answer.size() + size * count > kMaxAnswer)
        return 0;
    answer.append(bytes, size * count);
    return size * count;
}

int stop_requested_of(void* stop, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

Error failure_of(CURLcode code, const char* words)
{
    switch (static_cast<int>(code)) { // not every value of the enumeration is named
    case CURLE_COULDNT_RESOLVE_HOST:
        return Error { "the name of the server is unknown. Check the address and the network" };
    case CURLE_COULDNT_CONNECT:
        return Error { "the server refuses the connection. Check that it runs" };
    case CURLE_OPERATION_TIMEDOUT:
        return Error { "the server does not answer in time" };
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
        return Error { fmt::format("no secure connection to the server: {}", words) };
    case CURLE_WRITE_ERROR:
        return Error { "the answer of the server is too long" };
    default:
        return Error { fmt::format("the transfer failed: {}", words) };
    }
}

Result<void> outcome_of(long status)
{
    if (status >= 200 && status < 300)
        return {};
    if (status >= 300 && status < 400)
        return Error { fmt::format("the server redirects to another address (status {}). Use that address", status) };
    if (status == 401 || status == 403)
        return Error { fmt::format("the server refuses the credentials (status {})", status) };
    if (status == 404 || status == 405 || status == 409 || status == 501)
        return Error { fmt::format("the server does not accept PUT at this address (status {})", status) };
    return Error { fmt::format("the server answers with status {}", status) };
}

} // namespace

struct HttpClient::Library {
    decltype(&curl_global_init) global_init = nullptr;
    decltype(&curl_easy_init) init = nullptr;
    decltype(&curl_easy_cleanup) cleanup = nullptr;
    decltype(&curl_easy_reset) reset = nullptr;
    decltype(&curl_easy_setopt) set = nullptr;
    decltype(&curl_easy_perform) perform = nullptr;
    decltype(&curl_easy_getinfo) get = nullptr;
    decltype(&curl_easy_strerror) words = nullptr;
    decltype(&curl_slist_append) append = nullptr;
    decltype(&curl_slist_free_all) free_list = nullptr;

    // Stays open: it has registered functions for the end of the program.
    [[nodiscard]] bool load(const char* name)
    {
        void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        return library != nullptr && find_function(library, "curl_global_init", global_init)
            && find_function(library, "curl_easy_init", init) && find_function(library, "curl_easy_cleanup", cleanup)
            && find_function(library, "curl_easy_reset", reset) && find_function(library, "curl_easy_setopt", set)
            && find_function(library, "curl_easy_perform", perform) && find_function(library, "curl_easy_getinfo", get)
            && find_function(library, "curl_easy_strerror", words) && find_function(library, "curl_slist_append", append)
            && find_function(library, "curl_slist_free_all", free_list) && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    }
};

Result<HttpClient> HttpClient::open()
{
    auto library = std::make_shared<Library>();
    if (!library->load(kSonames[0]) && !library->load(kSonames[1]))
        return Error { "libcurl is not installed. Install the package libcurl4" };
    void* const handle = library->init();
    if (handle == nullptr)
        return Error { "libcurl could not be started" };
    HttpClient opened;
    opened.m_handle = { handle, [library](void* used) {
                           library->cleanup(used);
                       } };
    opened.m_library = std::move(library);
    return opened;
}

void HttpClient::prepare(const std::string& url, const std::stop_token& stop, std::string& answer)
{
    const Library& curl = *m_library;
    void* const handle = m_handle.get();
    curl.reset(handle); // connections stay open
    curl.set(handle, CURLOPT_URL, url.c_str());
    curl.set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    if (!m_certificate.empty())
        curl.set(handle, CURLOPT_CAINFO, m_certificate.c_str());
    curl.set(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl.set(handle, CURLOPT_USERAGENT, "warpstage");
    curl.set(handle, CURLOPT_NOSIGNAL, 1L);
    curl.set(handle, CURLOPT_CONNECTTIMEOUT_MS, kConnectMilliseconds);
    curl.set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(m_limit.count()));
    curl.set(handle, CURLOPT_WRITEFUNCTION, &keep_answer);
    curl.set(handle, CURLOPT_WRITEDATA, &answer);
    curl.set(handle, CURLOPT_NOPROGRESS, 0L);
    curl.set(handle, CURLOPT_XFERINFOFUNCTION, &stop_requested_of);
    curl.set(handle, CURLOPT_XFERINFODATA, &stop);
}

Result<void> HttpClient::perform()
{
    const Library& curl = *m_library;
    if (const CURLcode code = curl.perform(m_handle.get()); code != CURLE_OK)
        return failure_of(code, curl.words(code));
    long status = 0;
    curl.get(m_handle.get(), CURLINFO_RESPONSE_CODE, &status);
    return outcome_of(status);
}

Result<void> HttpClient::put(const HttpFile& file, const std::string& content, const std::stop_token& stop)
{
    const Library& curl = *m_library;
    void* const handle = m_handle.get();
    std::string answer; // is not used
    prepare(file.url, stop, answer);
    struct List {
        const Library& curl;
        curl_slist* first = nullptr;
        void add(const std::string& line) { first = curl.append(first, line.c_str()); }
        ~List() { curl.free_list(first); }
    } headers { curl };
    headers.add("Content-Type: " + file.content_type);
    headers.add("Expect:"); // a server that does not know it would delay each file
    if (!file.token.empty())
        headers.add("Authorization: Bearer " + file.token);
    curl.set(handle, CURLOPT_CUSTOMREQUEST, "PUT");
    curl.set(handle, CURLOPT_POSTFIELDS, content.data());
    curl.set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(content.size()));
    curl.set(handle, CURLOPT_HTTPHEADER, headers.first);
    return perform();
}

Result<std::string> HttpClient::get(const std::string& url, const std::stop_token& stop)
{
    std::string answer;
    prepare(url, stop, answer);
    if (auto done = perform(); !done)
        return done.error();
    return answer;
}

} // namespace warpstage::shell
