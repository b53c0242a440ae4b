#include "app/console/libraries.h"

#include <Qsci/qsciglobal.h>

namespace warpstage::console {

std::vector<std::string> library_versions()
{
    return { "QScintilla " QSCINTILLA_VERSION_STR };
}

} // namespace warpstage::console
