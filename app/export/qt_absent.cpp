// In place of the folder `qt` in the program that is linked without Qt, which starts the other one for such files: see
// is_painted_by_qt().
#include "app/export/formats.h"
#include "app/export/report.h"
#include "core/base/verify.h"

namespace warpstage::exporter {

namespace {

Error without_qt()
{
    return { "PNG and PDF files need the program warpstage-desktop. Run `warpstage doctor`." };
}

} // namespace

Result<std::string> to_png(const draw::DrawList& /*picture*/, const About& /*about*/, std::uint32_t /*scale*/)
{
    return without_qt();
}

Result<std::string> to_pdf(const draw::DrawList& /*picture*/, const About& /*about*/)
{
    return without_qt();
}

std::string report_pdf(const Report& /*report*/)
{
    VERIFY_NOT_REACHED();
}

std::size_t page_count(const Report& /*report*/)
{
    VERIFY_NOT_REACHED();
}

std::vector<std::string> library_versions()
{
    return {};
}

} // namespace warpstage::exporter
