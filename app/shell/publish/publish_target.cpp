#include "app/shell/publish/publish_target.h"

#include "app/shell/publish/http_client.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/base/words.h"
#include "core/session_file/edited_kernels.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace warpstage::shell {

namespace {

namespace fs = std::filesystem;

bool is_address(std::string_view text)
{
    return text.starts_with("http://") || text.starts_with("https://");
}

// "https://user:password@host/a/b": the parts of an address.
struct Address {
    std::string_view scheme; // "https://"
    std::string_view user; // "user:password@"
    std::string_view host;
    std::string_view path; // "/a/b"
};

Address parts_of(std::string_view url)
{
    Address parts;
    const auto host = url.find("://") + 3;
    parts.scheme = url.substr(0, host);
    const auto rest = url.substr(host);
    const auto end = std::min(rest.find_first_of("/?#"), rest.size());
    parts.path = rest.substr(end);
    const auto at = rest.substr(0, end).rfind('@');
    const auto begin = at == std::string_view::npos ? 0 : at + 1;
    parts.user = rest.substr(0, begin);
    parts.host = rest.substr(begin, end - begin);
    return parts;
}

// As the value of a query.
std::string encoded(std::string_view text)
{
    constexpr std::string_view kPlain = "-._~/";
    std::string made;
    for (const char c : text) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        made += word || kPlain.find(c) != std::string_view::npos ? std::string(1, c)
                                                                 : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return made;
}

// With gzip: PTX is a tenth of its size.
Result<std::string> compressed(const std::string& text)
{
    constexpr int kGzip = 15 + 16; // window bits, and the format
    z_stream stream {};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return Error { "the edited kernels cannot be compressed" };
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // zlib does not write to it
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int ended = deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (ended != Z_STREAM_END)
        return Error { "the edited kernels cannot be compressed" };
    return packed;
}

class Place : public session::PublishedPlace {
public:
    Result<session::KernelsFile> put_kernels(const lesson::Lesson& edited, const std::stop_token& stop) override
    {
        const std::string text = session_file::kernels_text(edited);
        if (text.size() > session_file::kMaxKernelsBytes)
            return Error { fmt::format("the edited kernels have {} bytes, more than the {} that pages accept", text.size(),
                session_file::kMaxKernelsBytes) };
        const session::KernelsFile file = session::kernels_file(text);
        const auto packed = compressed(text);
        if (!packed)
            return packed.error();
        if (auto put = put_file(file_name(file), *packed, stop); !put)
            return put.error();
        return file;
    }

protected:
    virtual Result<void> put_file(const std::string& name, const std::string& content, const std::stop_token& stop) = 0;
};

class FilePlace final : public Place {
public:
    explicit FilePlace(fs::path file)
        : m_file(std::move(file))
    {
    }
    Result<void> put_state(const std::string& text, const std::stop_token& /*stop*/) override
    {
        return write_whole_file(m_file, text);
    }

private:
    Result<void> put_file(const std::string& name, const std::string& content, const std::stop_token& /*stop*/) override
    {
        return write_whole_file(m_file.parent_path() / name, content);
    }

    fs::path m_file;
};

class HttpPlace final : public Place {
public:
    explicit HttpPlace(const PublishTarget& target)
        : m_target(target)
    {
    }
    Result<void> put_state(const std::string& text, const std::stop_token& stop) override
    {
        return put(m_target.url, "text/plain; charset=utf-8", text, stop);
    }

private:
    Result<void> put_file(const std::string& name, const std::string& content, const std::stop_token& stop) override
    {
        const std::string folder = m_target.url.substr(0, m_target.url.rfind('/') + 1);
        return put(folder + name, "application/octet-stream", content, stop);
    }
    Result<void> put(const std::string& url, const char* type, const std::string& content, const std::stop_token& stop)
    {
        if (!m_http) {
            auto opened = HttpClient::open();
            if (!opened)
                return opened.error();
            m_http = *std::move(opened);
            m_http->trust(m_target.certificate);
        }
        return m_http->put({ url, m_target.token, type }, content, stop);
    }

    PublishTarget m_target;
    std::optional<HttpClient> m_http; // nothing: not needed yet
};

Result<std::string> token_of(const fs::path& token_file)
{
    std::string token;
    if (const char* given = std::getenv(kTokenVariable); token_file.empty() && given != nullptr)
        token = given;
    if (!token_file.empty()) {
        const auto read = read_whole_file(token_file, kMaxSettingsBytes);
        if (!read)
            return Error { fmt::format(
                "`--publish-token`: `{}` cannot be read: {}.", token_file.string(), read.error().message) };
        token = text::trim(std::string_view { *read }.substr(0, read->find('\n')));
        if (token.empty())
            return Error { fmt::format("`--publish-token`: the first line of `{}` is empty.", token_file.string()) };
    }
    const bool valid = std::ranges::all_of(token, [](char c) { return c > ' ' && c < '\x7f'; });
    if (!valid)
        return Error { "The token for `--publish` contains a space or a character outside ASCII." };
    return token;
}

} // namespace

std::string PublishTarget::shown() const
{
    if (url.empty())
        return file.string();
    const Address parts = parts_of(url);
    return fmt::format("{}{}{}", parts.scheme, parts.host, parts.path);
}

std::string PublishTarget::name() const
{
    return url.empty() ? file.filename().string() : url.substr(url.rfind('/') + 1);
}

Result<PublishTarget> parse_publish_target(const std::string& text, const fs::path& token_file)
{
    PublishTarget target;
    if (text.empty())
        return target;
    if (!is_address(text)) {
        target.file = text;
        const auto folder = target.file.parent_path();
        std::error_code ignored;
        if (!folder.empty() && !fs::is_directory(folder, ignored))
            return Error { fmt::format(
                "`--publish` requires a file in an existing folder, and `{}` does not exist.", folder.string()) };
        return target;
    }
    target.url = text;
    const Address parts = parts_of(text);
    if (parts.host.empty() || !parts.path.starts_with('/') || parts.path.ends_with('/')
        || parts.path.find_first_of("?#") != std::string_view::npos)
        return Error { fmt::format("`--publish` requires the address of a file, for example https://example.edu/cuda/state, not "
                                   "`{}`.",
            target.shown()) };
    auto token = token_of(token_file);
    if (!token)
        return token.error();
    target.token = *std::move(token);
    std::error_code ignored;
    if (const auto own = token_file.parent_path() / "certificate.pem"; !token_file.empty() && fs::exists(own, ignored))
        target.certificate = own;
    if (!target.token.empty() && !parts.user.empty())
        return Error { "`--publish` has a user and a password, and a token is given, too. Remove one of them." };
    return target;
}

std::unique_ptr<session::PublishedPlace> place_of(const PublishTarget& target)
{
    if (target.url.empty())
        return std::make_unique<FilePlace>(target.file);
    return std::make_unique<HttpPlace>(target);
}

Result<std::string> follow_link(const std::string& site, const PublishTarget& target)
{
    if (site.empty())
        return Error { tr("Start the program with `--site URL`, the address of a web edition, to show its link as a QR code.") };
    if (!is_address(site) || site.find_first_of("?#") != std::string::npos || !parts_of(site).user.empty())
        return Error { tr("`--site` is not the address of a web edition, for example https://example.edu/cuda/.") };
    if (target.is_empty())
        return site;
    // A page follows only a file of its own server.
    const Address page = parts_of(site);
    if (target.url.empty())
        return site + "?follow=" + encoded(target.name());
    const Address state = parts_of(target.url);
    if (state.scheme != page.scheme || state.host != page.host)
        return Error { tr("Pages cannot follow: `--publish` and `--site` must name the same server.") };
    const auto folder = page.path.substr(0, page.path.rfind('/') + 1);
    const bool beside = !folder.empty() && state.path.starts_with(folder);
    return fmt::format("{}?follow={}", site, encoded(beside ? state.path.substr(folder.size()) : state.path));
}

} // namespace warpstage::shell
