#include "app/views/gallery/exhibit.h"

namespace warpstage::views {

Result<Exhibit> prepare_plotted(const Subject& subject)
{
    if (!subject.plotted)
        return Error { "There is no result to draw: run it, or give --from FILE." };
    return Exhibit { subject.plotted->caption, subject.plotted->draw };
}

} // namespace warpstage::views
