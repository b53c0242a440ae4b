// In place of all other files of this folder in the program without Qt, and where WARPSTAGE_CONSOLE is OFF: programs without
// QScintilla, whose license is the GPL.
#include "app/console/console.h"
#include "app/console/libraries.h"
#include "core/base/verify.h"

namespace warpstage::console {

struct Console::Parts { };

Result<void> Console::possible()
{
    return Error { "This build has no presenter's console: configure it with -DWARPSTAGE_CONSOLE=ON." };
}

Result<std::unique_ptr<Console>> Console::open(
    const ConsoleOptions& /*options*/, session::Session& /*session*/, StageWindow& /*stage*/)
{
    return possible().error();
}

Console::Console(std::unique_ptr<Parts> parts)
    : m_parts(std::move(parts))
{
}

Console::~Console() = default;

Ended Console::run()
{
    VERIFY_NOT_REACHED();
}

std::vector<std::string> library_versions()
{
    return {};
}

} // namespace warpstage::console
