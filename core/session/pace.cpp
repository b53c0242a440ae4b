#include "core/session/pace.h"

#include "core/base/verify.h"

namespace warpstage::session {

std::string_view name_of(Stride stride)
{
    switch (stride) {
    case Stride::instruction:
        return "instruction";
    case Stride::line:
        return "line";
    case Stride::barrier:
        return "barrier";
    case Stride::pass:
        return "pass";
    }
    VERIFY_NOT_REACHED();
}

std::string_view name_of(Pace pace)
{
    switch (pace) {
    case Pace::one:
        return "1 step/s";
    case Pace::five:
        return "5 steps/s";
    case Pace::ten:
        return "10 steps/s";
    case Pace::twenty_five:
        return "25 steps/s";
    case Pace::fastest:
        return "fastest";
    }
    VERIFY_NOT_REACHED();
}

double per_second(Pace pace)
{
    switch (pace) {
    case Pace::one:
        return 1.0;
    case Pace::five:
        return 5.0;
    case Pace::ten:
        return 10.0;
    case Pace::twenty_five:
        return 25.0;
    case Pace::fastest:
        return 0.0;
    }
    VERIFY_NOT_REACHED();
}

} // namespace warpstage::session
