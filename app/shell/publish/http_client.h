// Writes files to a web server with HTTP PUT and reads them, through libcurl, which is opened when it is first needed.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace warpstage::shell {

struct HttpFile {
    std::string url; // with user and password, if the server needs them
    std::string token; // sent as `Authorization: Bearer TOKEN`; empty: none
    std::string content_type;
};

class HttpClient {
public:
    // Errors: libcurl is not installed.
    [[nodiscard]] static Result<HttpClient> open();

    // Errors, without the address and without credentials: no connection, a limit of time, a status other than 2xx. Redirects are
    // not followed.
    [[nodiscard]] Result<void> put(const HttpFile& file, const std::string& content, const std::stop_token& stop = {});
    // The content, of at most 1 MiB. Errors: as above.
    [[nodiscard]] Result<std::string> get(const std::string& url, const std::stop_token& stop = {});
    // The certificate that a server has made for itself, in place of those of the system.
    void trust(std::filesystem::path certificate) { m_certificate = std::move(certificate); }
    void set_time_limit(std::chrono::milliseconds limit) { m_limit = limit; }

private:
    struct Library;

    HttpClient() = default;
    // Options that both need. `stop` and `answer` outlive perform().
    void prepare(const std::string& url, const std::stop_token& stop, std::string& answer);
    [[nodiscard]] Result<void> perform();

    std::shared_ptr<const Library> m_library;
    std::shared_ptr<void> m_handle; // keeps the connection
    std::filesystem::path m_certificate; // empty: those of the system
    std::chrono::milliseconds m_limit { 4000 };
};

} // namespace warpstage::shell
