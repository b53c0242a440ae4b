#include "app/serve/requests.h"

#include "core/base/json_text.h"

#include <openssl/crypto.h>

#include <string_view>

namespace warpstage::serve {

using httplib::Request;
using httplib::Response;
using nlohmann::json;

void answer(Response& response, int status, const json& content)
{
    response.status = status;
    response.set_content(json_text(content), "application/json");
}

void refuse(Response& response, int status, const std::string& sentence)
{
    answer(response, status, { { "error", sentence } });
}

bool same_secret(const std::string& a, const std::string& b)
{
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string bearer_of(const Request& request)
{
    constexpr std::string_view kBearer = "Bearer ";
    const auto value = request.get_header_value("Authorization");
    return value.starts_with(kBearer) ? value.substr(kBearer.size()) : std::string {};
}

bool is_lecturer(const Request& request, Response& response, const std::string& token)
{
    if (same_secret(bearer_of(request), token))
        return true;
    refuse(response, 401, "This needs the token of the lecturer.");
    return false;
}

json body_of(const Request& request, Response& response)
{
    auto content = json {};
    if (request.get_header_value("Content-Type").starts_with("application/json"))
        content = json::parse(request.body, nullptr, false);
    if (!content.is_object()) {
        refuse(response, 400, "The request has no JSON object.");
        return nullptr;
    }
    return content;
}

std::string text_in(const json& content, const char* key)
{
    const auto found = content.find(key);
    return found != content.end() && found->is_string() ? found->get<std::string>() : std::string {};
}

} // namespace warpstage::serve
