#include "core/base/temporary_folder.h"
#include "core/kernel_run/form/answers_file.h"
#include "tests/fuzz/targets.h"

#include <fstream>

namespace warpstage::fuzz {

void answers(std::string_view text)
{
    static const TemporaryFolder folder;
    const auto path = kernel_run::answers_beside(folder.path() / "k.cu");
    std::ofstream(path, std::ios::binary) << text;
    static_cast<void>(kernel_run::read_answers(path));
}

} // namespace warpstage::fuzz
