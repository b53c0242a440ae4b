// The function that tests/web/parity.js calls.
#include "app/web/parity.h"

#include <emscripten/emscripten.h>

extern "C" {

// 1, and the lines on the standard output; 0: a lesson cannot be loaded. No lesson: all.
EMSCRIPTEN_KEEPALIVE int print_parity(const char* lessons, const char* lesson)
{
    std::set<std::string> chosen;
    if (*lesson != '\0')
        chosen.insert(lesson);
    return warpstage::web::print_parity(lessons, chosen) ? 1 : 0;
}

} // extern "C"
