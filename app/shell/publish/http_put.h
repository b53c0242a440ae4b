// Writes files to a web server with HTTP PUT, through libcurl, which is opened when it is first needed.
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace warpstage::shell {

struct HttpFile {
    std::string url; // with user and password, if the server needs them
    std::string token; // sent as `Authorization: Bearer TOKEN`; empty: none
    std::string content_type;
};

class HttpPut {
public:
    // Errors: libcurl is not installed.
    [[nodiscard]] static Result<HttpPut> open();

    // Errors, without the address and without credentials: no connection, a limit of time, a status other than 2xx. Redirects are
    // not followed.
    [[nodiscard]] Result<void> put(const HttpFile& file, const std::string& content, const std::stop_token& stop = {});
    void set_time_limit(std::chrono::milliseconds limit) { m_limit = limit; }

private:
    struct Library;

    HttpPut() = default;

    std::shared_ptr<const Library> m_library;
    std::shared_ptr<void> m_handle; // keeps the connection
    std::chrono::milliseconds m_limit { 4000 };
};

} // namespace warpstage::shell
