// A certificate that the server makes for itself, where nobody gives it one. Browsers warn about it once.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace warpstage::serve {

struct CertificateFiles {
    std::filesystem::path certificate; // PEM
    std::filesystem::path key; // PEM
};

// Those in the folder, which are made if they are missing: for `host`, valid for a year, readable by this user only. Errors: the
// files cannot be written.
[[nodiscard]] Result<CertificateFiles> own_certificate(const std::filesystem::path& folder, const std::string& host);

} // namespace warpstage::serve
