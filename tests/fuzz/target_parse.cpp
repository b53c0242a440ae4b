#include "core/ptx/control_flow.h"
#include "core/ptx/parser.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void parse(std::string_view text)
{
    const Result<ptx::Module> module = ptx::parse(text, "fuzz.ptx");
    if (!module)
        return;
    for (const ptx::Function& function : module->functions)
        const ptx::ControlFlow flow { function };
}

} // namespace warpstage::fuzz
