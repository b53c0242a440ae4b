// What the parts of the server share: answers, and what is read from a request.
#pragma once

#include <httplib.h>
#include <nlohmann/json.hpp>

#include <string>

namespace warpstage::serve {

void answer(httplib::Response& response, int status, const nlohmann::json& content);
void refuse(httplib::Response& response, int status, const std::string& sentence);

// Takes as long wherever they differ.
[[nodiscard]] bool same_secret(const std::string& a, const std::string& b);
[[nodiscard]] std::string bearer_of(const httplib::Request& request);
// No, and an answer: the request has another token.
[[nodiscard]] bool is_lecturer(const httplib::Request& request, httplib::Response& response, const std::string& token);

// The JSON object of a request; null, and an answer: the request has none. Only pages of this server can send this type.
[[nodiscard]] nlohmann::json body_of(const httplib::Request& request, httplib::Response& response);
[[nodiscard]] std::string text_in(const nlohmann::json& content, const char* key);

} // namespace warpstage::serve
