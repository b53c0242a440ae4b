#include "core/live/finding.h"

#include "core/base/verify.h"

#include <utility>

namespace warpstage::live {

std::string_view name_of(Stage stage)
{
    switch (stage) {
    case Stage::compiler:
        return "compiler";
    case Stage::virtual_machine:
        return "virtual machine";
    case Stage::real_size:
        return "full problem size";
    case Stage::gpu:
        return "GPU";
    case Stage::hazards:
        return "hazards";
    }
    VERIFY_NOT_REACHED();
}

Finding found(Stage stage, std::string message, std::optional<simt::Trap> trap)
{
    Finding finding;
    finding.stage = stage;
    finding.message = std::move(message);
    finding.line = trap ? trap->location.line : 0;
    finding.trap = std::move(trap);
    return finding;
}

} // namespace warpstage::live
