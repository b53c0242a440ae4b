#include "core/simt/program.h"

#include "core/simt/lowering/kernel_lowering.h"
#include "core/simt/program_body.h"

#include <utility>

namespace warpstage::simt {

Program::Program(const ptx::Module& module, const ptx::Function& kernel, std::shared_ptr<const ProgramBody> body)
    : m_module(&module)
    , m_kernel(&kernel)
    , m_body(std::move(body))
{
}

Result<Program> Program::lower(const ptx::Module& module, const ptx::Function& kernel, InstructionSet set)
{
    Result<std::shared_ptr<const ProgramBody>> body = KernelLowering(module, kernel, set).run();
    if (!body)
        return body.error();
    return Program(module, kernel, std::move(body).value());
}

const ptx::Listing& Program::listing() const
{
    return m_body->listing;
}

std::uint32_t Program::static_shared_bytes() const
{
    return m_body->static_shared_bytes;
}

} // namespace warpstage::simt
