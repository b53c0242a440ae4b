#include "app/console/libraries.h"

#include <Qsci/qsciglobal.h>

#include <QtGlobal>

namespace warpstage::console {

std::vector<std::string> library_versions()
{
    return { std::string("Qt ") + qVersion(), "QScintilla " QSCINTILLA_VERSION_STR };
}

} // namespace warpstage::console
