// The native side of the comparison: see app/web/parity.h. The page's module prints the same.
#include "app/web/parity.h"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

int main(int count, char** arguments)
{
    const std::vector<std::string> words(arguments, arguments + count);
    if (words.size() < 2) {
        fmt::print(stderr, "Usage: parity LESSONS_FOLDER [LESSON…]\n");
        return 2;
    }
    return warpstage::web::print_parity(words[1], { words.begin() + 2, words.end() }) ? 0 : 1;
}
