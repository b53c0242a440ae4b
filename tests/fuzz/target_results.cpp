#include "core/bench/files/result_file.h"
#include "core/bench/sweep.h"
#include "core/bench/table.h"
#include "core/engine/limits/limits_file.h"
#include "tests/fuzz/targets.h"

namespace warpstage::fuzz {

void results(std::string_view text)
{
    if (const auto result = bench::from_json(text, "x.json"))
        static_cast<void>(bench::compare(*result, *result, bench::Format::text));
    static_cast<void>(bench::sweep_from_json(text, "x.json"));
    static_cast<void>(engine::limits_from_json(text, "x.json"));
}

} // namespace warpstage::fuzz
