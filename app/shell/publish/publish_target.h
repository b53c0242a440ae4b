// Where the stage publishes what it shows: a file, or an address that accepts HTTP PUT.
#pragma once

#include "core/session/link/publisher.h"

#include <filesystem>
#include <memory>
#include <string>

namespace warpstage::shell {

struct PublishTarget {
    std::filesystem::path file; // empty: `url`
    std::string url; // possibly with credentials
    std::string token; // of the server; empty: none
    std::filesystem::path certificate {}; // that the server has made for itself; empty: those of the system

    [[nodiscard]] bool is_empty() const { return file.empty() && url.empty(); }
    // For messages: without credentials.
    [[nodiscard]] std::string shown() const;
    // The last part of file or address.
    [[nodiscard]] std::string name() const;
};

// The environment variable with the token.
inline constexpr const char* kTokenVariable = "WARPSTAGE_PUBLISH_TOKEN";

// `text`: a file in an existing folder, or an address that begins with http:// or https://. `token_file`: its first line is the
// token, and a certificate.pem beside it is trusted; empty: the environment variable, if it is set. Errors, each a sentence: a
// folder that does not exist, an address without the name of a file, a token that cannot be read.
[[nodiscard]] Result<PublishTarget> parse_publish_target(const std::string& text, const std::filesystem::path& token_file);

[[nodiscard]] std::unique_ptr<session::PublishedPlace> place_of(const PublishTarget& target);

// The address that followers open: the web edition at `site`, which follows the target's file beside it. Errors, each a sentence
// that says which option is missing or does not fit.
[[nodiscard]] Result<std::string> follow_link(const std::string& site, const PublishTarget& target);

} // namespace warpstage::shell
