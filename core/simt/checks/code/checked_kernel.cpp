#include "core/simt/checks/code/checked_kernel.h"

#include "core/simt/program_body.h"

#include <memory>
#include <mutex>

namespace warpstage::simt {

const CheckedKernel& checked_kernel(const Program& program)
{
    KernelForChecks& known = *program.body().for_checks;
    std::call_once(known.once, [&] { known.kernel = std::make_shared<const CheckedKernel>(program); });
    return *known.kernel;
}

} // namespace warpstage::simt
