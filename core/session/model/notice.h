// Messages that are shown for some seconds.
#pragma once

#include "core/session/command.h"

#include <string>

namespace warpstage::session {

struct Notice {
    Severity severity = Severity::information;
    std::string text;

    bool operator==(const Notice&) const = default;
};

} // namespace warpstage::session
