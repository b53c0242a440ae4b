#include "core/arch/simple_name.h"

#include <cctype>

namespace warpstage::arch {

std::string simple_name(std::string_view name)
{
    std::string simple;
    for (const char c : name) {
        if (c != ' ' && c != '\t' && c != '-' && c != '_')
            simple += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return simple;
}

} // namespace warpstage::arch
