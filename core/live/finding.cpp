#include "core/live/finding.h"

#include "core/base/verify.h"

namespace warpstage::live {

std::string_view name_of(Stage stage)
{
    switch (stage) {
    case Stage::compiler:
        return "compiler";
    case Stage::virtual_machine:
        return "virtual machine";
    case Stage::gpu:
        return "GPU";
    case Stage::hazards:
        return "hazards";
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::live
