// The table of advice: what removes which cause. The first applicable row of a cause is given.
#include "core/base/words.h"
#include "core/timing/advice/advice.h"
#include "core/timing/advice/source_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpstage::timing {

namespace {

using What = std::optional<std::string>;

std::string text_of(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + '\n';
    return text;
}

template <const char* words> What always(const CauseGain& /*gain*/, const AdviceFacts& /*facts*/)
{
    return tr(words);
}

// The text of the cause's line; empty: unknown.
std::string code_at(const CauseGain& gain, const AdviceFacts& facts)
{
    const std::uint32_t line = gain.cause.line;
    return facts.source != nullptr && line != 0 && line <= facts.source->size() ? (*facts.source)[line - 1] : std::string {};
}

What pad_tile(const CauseGain& gain, const AdviceFacts& facts)
{
    const auto array = facts.source == nullptr ? std::nullopt : shared_array_at(text_of(*facts.source), gain.cause.line);
    return array ? What { trf("Add one column to the shared array `{}`", array->name) } : std::nullopt;
}

std::optional<Edit> edit_of(std::optional<std::string> source)
{
    return source ? std::optional { Edit { *std::move(source), {} } } : std::nullopt;
}

std::optional<Edit> edit_of(problem::LaunchChange change, const std::optional<problem::LaunchDimensions>& launch)
{
    return launch ? std::optional { Edit { {}, change } } : std::nullopt;
}

std::optional<Edit> edit_tile(const CauseGain& gain, const AdviceFacts& facts)
{
    return edit_of(facts.source == nullptr ? std::nullopt : pad_shared_array(text_of(*facts.source), gain.cause.line));
}

// The array is also used as a pointer, so its rows must stay as long as they are.
What swizzle_tile(const CauseGain& gain, const AdviceFacts& facts)
{
    const auto array = facts.source == nullptr ? std::nullopt : shared_array_at(text_of(*facts.source), gain.cause.line);
    return array && !edit_tile(gain, facts)
        ? What { trf("Store column c of row r of the shared array `{}` at column c XOR r", array->name) }
        : std::nullopt;
}

problem::LaunchDimensions launch_of(const AdviceFacts& facts)
{
    return { facts.why->grid, facts.why->block };
}

What wide_rows(const CauseGain& gain, const AdviceFacts& facts)
{
    // A row of x lanes of 4 bytes is in one sector if x is less than 8.
    constexpr double kWordsOfSector = 8.4;
    const auto launch = problem::wider_blocks(launch_of(facts));
    return launch && !gain.cause.indirect && gain.cause.ratio * launch_of(facts).block.x <= kWordsOfSector
        ? What { trf("Use blocks of {}x{} threads, so that a warp is in one row", launch->block.x, launch->block.y) }
        : std::nullopt;
}

std::optional<Edit> edit_rows(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return edit_of(problem::LaunchChange::wider_blocks, problem::wider_blocks(launch_of(facts)));
}

std::optional<std::string> swapped_source(const AdviceFacts& facts)
{
    return facts.source == nullptr ? std::nullopt : swap_indices(text_of(*facts.source), facts.why->kernel);
}

// Each lane of a row of the block is in a sector of its own, as in a column. Rows that are not aligned, or of which every other
// element is accessed, take fewer sectors.
bool has_columns_as_rows(const CauseGain& gain, const AdviceFacts& facts)
{
    constexpr double kNearly = 0.9;
    return !gain.cause.indirect && gain.cause.per_request >= kNearly * std::min(facts.why->block.x, 32U);
}

// If another access is coalesced, the exchange would spoil it. A fragment of a matrix, which a whole warp loads, has no index of
// a thread.
What swap_x_and_y(const CauseGain& gain, const AdviceFacts& facts)
{
    constexpr double kHardly = 0.05;
    return facts.why->block.x > 1 && facts.why->block.y > 1 && facts.why->coalesced < kHardly && has_columns_as_rows(gain, facts)
            && code_at(gain, facts).find('[') != std::string::npos && swapped_source(facts)
        ? What { tr("Exchange x and y of the threads, so that neighboring threads access neighboring elements") }
        : std::nullopt;
}

std::optional<Edit> edit_x_and_y(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    auto source = swapped_source(facts);
    return source && problem::swapped(launch_of(facts))
        ? std::optional { Edit { *std::move(source), problem::LaunchChange::swapped } }
        : std::nullopt;
}

// A member of an array of structures: a few bytes of each sector are used.
What separate_arrays(const CauseGain& gain, const AdviceFacts& facts)
{
    const std::string code = code_at(gain, facts);
    const bool is_member = code.find("].") != std::string::npos;
    return is_member ? What { tr("Store this member of the structures in an array of its own") } : std::nullopt;
}

// No exchange of threads brings the elements together: a[index[i]].
What sorted_data(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    return gain.cause.indirect
        ? What { tr("Sort or renumber the data, so that the loaded indices of neighboring threads are near each other") }
        : std::nullopt;
}

What align(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    constexpr double kOneMoreSector = 1.3;
    return gain.cause.ratio <= kOneMoreSector ? What { tr("Begin the accesses of each warp at a multiple of 32 bytes") }
                                              : std::nullopt;
}

constexpr std::uint32_t kUnrolled = 4; // iterations

// Not of a loop with fewer iterations, nor of one that is unrolled already, nor if it gains only after another change.
What unroll(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    return gain.cause.ratio >= kUnrolled && !gain.behind ? What { tr("Unroll the loop") } : std::nullopt;
}

std::optional<Edit> edit_loop(const CauseGain& gain, const AdviceFacts& facts)
{
    return edit_of(facts.source == nullptr ? std::nullopt : unroll_loop(text_of(*facts.source), gain.cause.line, kUnrolled));
}

// Of a sum: all lanes update one word.
What combine_first(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    constexpr double kNearlyAll = 0.9 * 32; // lanes
    return gain.cause.ratio >= kNearlyAll ? What { tr(
               "Combine the values of each warp or block first, with shuffles or in shared memory, and update the word once") }
                                          : std::nullopt;
}

// Of words that no lane of the warp shares with another: all blocks add to them.
What fewer_updates(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    constexpr double kOne = 1.05; // lanes
    return gain.cause.ratio <= kOne
        ? What { tr("Let each block process more elements, so that fewer blocks update the same words") }
        : std::nullopt;
}

What separate_counters(const CauseGain& gain, const AdviceFacts& facts)
{
    return facts.source != nullptr && is_shared_atomic(text_of(*facts.source), gain.cause.line)
        ? What { tr("Let each warp count in shared memory of its own and add the counts at the end of the block") }
        : std::nullopt;
}

What fast_division(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    switch (gain.cause.slow) {
    case SlowKind::integer_division:
        return tr("Avoid the integer division, or divide by a constant power of two");
    case SlowKind::long_integer:
        return tr("Compute with integers of 32 bits where they are sufficient");
    case SlowKind::division:
        return tr("Use `__fdividef` or multiply by the reciprocal if its precision is sufficient");
    case SlowKind::function:
        break;
    }
    return tr("Use the approximate function if its precision is sufficient");
}

bool has_cause(const AdviceFacts& facts, std::string_view id)
{
    return std::ranges::any_of(facts.why->causes, [&](const CauseGain& gain) { return gain.cause.kind->id == id; });
}

// Values that are read often, without conflicts that would be the cause.
What register_tile(const CauseGain& gain, const AdviceFacts& facts)
{
    constexpr double kOften = 8.0;
    if (gain.cause.ratio < kOften || has_cause(facts, "bank-conflicts") || has_cause(facts, "excess-sectors"))
        return {};
    return tr("Compute several results per thread, so that each value from shared memory is used more often");
}

constexpr double kNearlyAlways = 0.9;

// Only a few executions separate something, for example the last one of a loop, or none.
What hoist_barrier(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    return gain.cause.ratio >= kNearlyAlways
        ? What { tr("Remove this barrier, or move it out of the loop: it separates no accesses to the same memory") }
        : std::nullopt;
}

// The trial's race check finds out whether one of its executions is needed after all.
std::optional<Edit> edit_barrier(const CauseGain& gain, const AdviceFacts& facts)
{
    return edit_of(facts.source == nullptr ? std::nullopt : remove_barrier_at(text_of(*facts.source), gain.cause.line));
}

// Of a tree in shared memory, whose last iterations few warps need.
What fewer_barriers(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return has_cause(facts, "idle-warps")
        ? What { tr("Avoid this barrier: let a single warp finish, or exchange values with shuffles") }
        : std::nullopt;
}

// Of a loop over tiles, whose values are read often.
What double_buffer(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    constexpr double kOften = 8.0;
    const bool has_tile = std::ranges::any_of(facts.why->causes,
        [](const CauseGain& other) { return other.cause.kind->id == "shared-bandwidth" && other.cause.ratio >= kOften; });
    return has_tile ? What { tr("Load the next tile while the present one is used, so that no warp waits for loads") }
                    : std::nullopt;
}

// Which data a block shares must be known before they are loaded.
What shared_tile(const CauseGain& gain, const AdviceFacts& facts)
{
    constexpr double kOften = 4.0;
    constexpr std::uint32_t kTwoWarps = 64; // threads: a warp alone has nobody to share with
    return gain.cause.known_ratio >= kOften && facts.why->shape.threads >= kTwoWarps
        ? What { tr("Load the data that threads of a block share once into shared memory") }
        : std::nullopt;
}

// Index arithmetic before the loops is done once for all elements of a thread.
What more_work(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    constexpr double kMost = 0.5;
    if (gain.cause.kind->id == "index-arithmetic" && gain.cause.ratio < kMost)
        return tr("Simplify the index arithmetic of the loop, or move it out of the loop");
    return tr("Let each thread process several elements");
}

What more_threads(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return facts.why->shape.threads < problem::kFewThreads ? What { tr("Use blocks of at least 128 threads") } : std::nullopt;
}

std::optional<Edit> edit_threads(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return edit_of(problem::LaunchChange::larger_blocks, problem::larger_blocks(launch_of(facts), problem::kFewThreads));
}

// Each thread moves a word: fewer instructions move as much if they are wider.
What wide_loads(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    constexpr double kNearlyAll = 0.9;
    const Limiter limiter = facts.why->limiter;
    const bool moves_data = limiter == Limiter::dram || limiter == Limiter::l2 || limiter == Limiter::latency;
    return facts.why->coalesced >= kNearlyAll && facts.why->shape.shared_bytes == 0 && moves_data
        ? What { tr("Load and store 16 bytes per instruction (`float4`)") }
        : std::nullopt;
}

std::optional<std::string> restricted_source(const AdviceFacts& facts)
{
    return facts.source == nullptr ? std::nullopt : restrict_pointers(text_of(*facts.source), facts.why->kernel);
}

// Of a loop, whose loads wait for the stores of the previous iteration.
What restricted(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return facts.source != nullptr && loads_and_stores_in_loop(text_of(*facts.source), facts.why->kernel)
            && restricted_source(facts)
        ? What { tr("Declare the pointers `__restrict__`, so that loads need not wait for stores") }
        : std::nullopt;
}

std::optional<Edit> edit_pointers(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return edit_of(restricted_source(facts));
}

// Of a ring of stages.
What deeper_ring(const CauseGain& gain, const AdviceFacts& facts)
{
    constexpr double kAlways = 0.99;
    if (!has_cause(facts, "copies-in-flight") || has_cause(facts, "late-copies"))
        return {};
    if (gain.cause.kind->id != "copies-in-flight" || gain.cause.ratio == 0.0)
        return tr("Copy more stages ahead, so that more bytes are under way");
    return gain.cause.ratio >= kAlways ? tr("Use several stages, so that copies run while the block computes")
                                       : tr("Start the copies of the next tiles before the last stage of these ones is used");
}

What wait_for_oldest(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    return trf("Leave {:.0f} groups under way: the wait needs only older ones", gain.cause.ratio);
}

// Of loads to registers; copies under way need none. In loops that the assembler unrolls, a thread starts several loads anyway.
// Where lanes of a warp diverge, many of them do not need what was loaded ahead.
What loads_in_flight(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    constexpr double kMost = 0.5;
    return facts.why->asynchronous || facts.why->early_loads > kMost || has_cause(facts, "divergence")
        ? std::nullopt
        : What { tr("Let each thread start several independent loads") };
}

What barrier_of_warps(const CauseGain& /*gain*/, const AdviceFacts& facts)
{
    return facts.why->asynchronous
        ? What { tr("Let only those warps wait that need the data: at an mbarrier object, or with `__syncwarp()`") }
        : std::nullopt;
}

// Smaller blocks alone gain nothing if all blocks take equally long: more blocks have to start. It helps if no multiprocessor
// gets many more blocks than others.
What whole_waves(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    constexpr double kHardlyFull = 0.75; // blocks of a multiprocessor on average, relative to the most
    return gain.cause.ratio <= kHardlyFull ? What { tr("Use smaller blocks, or a number of blocks that fills whole waves") }
                                           : std::nullopt;
}

bool is_limited_by(const CauseGain& gain, arch::Resource resource)
{
    return std::ranges::find(gain.cause.limits, resource) != gain.cause.limits.end();
}

// If only registers limit the resident blocks; the compiler must know how many are to be resident.
What launch_bounds(const CauseGain& gain, const AdviceFacts& facts)
{
    return gain.cause.limits.size() == 1 && is_limited_by(gain, arch::Resource::registers)
        ? What { trf("Limit the registers with `__launch_bounds__({})`",
            fmt::format("{}, {:.0f}", facts.why->shape.threads, gain.cause.ratio)) }
        : std::nullopt;
}

What more_blocks(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    if (is_limited_by(gain, arch::Resource::shared_memory))
        return is_limited_by(gain, arch::Resource::registers)
            ? tr("Use less shared memory and fewer registers per block, so that more blocks are resident")
            : tr("Use less shared memory per block, so that more blocks are resident");
    if (is_limited_by(gain, arch::Resource::blocks))
        return tr("Use larger blocks, so that more warps are resident");
    return is_limited_by(gain, arch::Resource::registers)
        ? tr("Choose a block size or fewer registers such that more blocks are resident")
        : tr("Choose a block size such that more warps are resident");
}

What single_precision(const CauseGain& gain, const AdviceFacts& /*facts*/)
{
    constexpr double kMostly = 0.5; // of the pipe's instructions: conversions from and to double
    return gain.cause.index == static_cast<std::uint32_t>(arch::Pipe::float64) || gain.cause.ratio > kMostly
        ? What { tr("Compute with `float` where its precision is sufficient; a literal such as `2.0` is a `double`") }
        : std::nullopt;
}

constexpr char kEarlyCopies[] = "Start the copy before the computation, into a stage that no warp reads";
constexpr char kEarlyArrival[] = "Arrive right after the last access to the stage";
constexpr char kWideCopies[] = "Copy 16 bytes per thread and instruction, or a whole stage with one bulk copy";
constexpr char kFence[] = "Execute this fence once, after the loop, if no other thread reads the data before";
constexpr char kNeighbors[] = "Let neighboring lanes access neighboring words of shared memory";
constexpr char kCoalesce[] = "Let neighboring threads access neighboring elements";
constexpr char kConstants[] = "Read this table from global or shared memory";
constexpr char kPrivate[] = "Let each block count in shared memory and add the counts at its end";
constexpr char kRegisters[] = "Index this array only with constants, so that it is in registers";
constexpr char kSort[] = "Let all lanes of a warp take the same path";
constexpr char kDiagonal[] = "Assign blocks to tiles along diagonals";
constexpr char kGrid[] = "Launch at least one block per multiprocessor";
constexpr char kLaunch[] = "Do more work per launch";
constexpr char kChains[] = "Compute several independent results per thread";

constexpr auto kAllLines = AdvicePattern::Lines::all;

constexpr std::array kAdvice {
    AdvicePattern { "pad-tile", "bank-conflicts", 0.05, pad_tile, "transpose/padded", edit_tile },
    AdvicePattern { "swizzle-tile", "bank-conflicts", 0.05, swizzle_tile, "transpose/swizzled" },
    AdvicePattern { "neighboring-words", "bank-conflicts", 0.05, always<kNeighbors>, "reduction/reduce3" },
    AdvicePattern { "align", "excess-sectors", 0.05, align, "coalescing/copy" },
    AdvicePattern { "structure-of-arrays", "excess-sectors", 0.05, separate_arrays, "coalescing/arrays" },
    AdvicePattern { "sorted-data", "excess-sectors", 0.05, sorted_data, "" },
    AdvicePattern { "wide-rows", "excess-sectors", 0.05, wide_rows, "", edit_rows, kAllLines },
    AdvicePattern { "swap-indices", "excess-sectors", 0.05, swap_x_and_y, "coalescing/rows", edit_x_and_y, kAllLines },
    AdvicePattern { "coalesce", "excess-sectors", 0.05, always<kCoalesce>, "transpose/tiled" },
    AdvicePattern { "table-in-memory", "constant-addresses", 0.05, always<kConstants>, "memories/read_only_table" },
    AdvicePattern { "combine-first", "contended-atomics", 0.05, combine_first, "" },
    AdvicePattern { "fewer-updates", "contended-atomics", 0.05, fewer_updates, "" },
    AdvicePattern { "counters-per-warp", "contended-atomics", 0.05, separate_counters, "" },
    AdvicePattern { "privatize", "contended-atomics", 0.05, always<kPrivate>, "" },
    AdvicePattern { "registers", "local-memory", 0.05, always<kRegisters>, "memories/array_in_registers", nullptr, kAllLines },
    AdvicePattern { "wait-for-oldest", "newer-copies", 0.05, wait_for_oldest, "" },
    AdvicePattern { "early-copies", "late-copies", 0.05, always<kEarlyCopies>, "" },
    AdvicePattern { "early-arrival", "late-arrival", 0.05, always<kEarlyArrival>, "" },
    AdvicePattern { "wide-copies", "small-copies", 0.05, always<kWideCopies>, "" },
    AdvicePattern { "deeper-ring", "copies-in-flight dram-latency l2-latency", 0.05, deeper_ring, "" },
    AdvicePattern { "fewer-fences", "fence", 0.05, always<kFence>, "" },
    AdvicePattern { "same-path", "divergence", 0.05, always<kSort>, "divergence/warp_aligned_branch" },
    AdvicePattern { "fast-division", "slow-sequence", 0.05, fast_division, "throughput/shift_mask" },
    AdvicePattern { "unroll", "loop-control", 0.05, unroll, "throughput/loop_by_pragma", edit_loop },
    AdvicePattern { "block-size", "block-starts", 0.1, more_threads, "", edit_threads },
    AdvicePattern { "wide-loads", "index-arithmetic block-starts", 0.1, wide_loads, "coalescing/float4" },
    AdvicePattern { "more-work", "idle-warps index-arithmetic block-starts", 0.1, more_work, "reduction/reduce4" },
    AdvicePattern { "hoisted-barrier", "barrier", 0.05, hoist_barrier, "", edit_barrier },
    AdvicePattern { "fewer-barriers", "barrier", 0.05, fewer_barriers, "reduction/shuffle", nullptr, kAllLines },
    AdvicePattern { "double-buffer", "barrier", 0.1, double_buffer, "matmul/registers" },
    AdvicePattern { "barrier-of-warps", "barrier", 0.05, barrier_of_warps, "" },
    AdvicePattern { "diagonal", "partition-camping", 0.05, always<kDiagonal>, "transpose/diagonal" },
    AdvicePattern { "grid", "small-grid", 0.05, always<kGrid>, "reduction/thread_sums" },
    AdvicePattern { "whole-waves", "tail", 0.05, whole_waves, "" },
    AdvicePattern { "launch-bounds", "occupancy", 0.05, launch_bounds, "" },
    AdvicePattern { "occupancy", "occupancy", 0.05, more_blocks, "" },
    AdvicePattern { "launch", "launch", 0.3, always<kLaunch>, "" },
    AdvicePattern { "restrict", "dram-latency l2-latency", 0.1, restricted, "", edit_pointers },
    AdvicePattern { "loads-in-flight", "dram-latency l2-latency", 0.1, loads_in_flight, "latency/follow_4" },
    AdvicePattern { "independent-chains", "arithmetic-latency shared-latency", 0.1, always<kChains>, "latency/calculate_4" },
    AdvicePattern { "single-precision", "busy-pipe", 0.1, single_precision, "nbody/shared" },
    AdvicePattern { "register-tile", "shared-bandwidth", 0.15, register_tile, "matmul/smem4" },
    AdvicePattern { "shared-tile", "l1-misses", 0.1, shared_tile, "matmul/smem3" },
};

} // namespace

std::span<const AdvicePattern> all_advice()
{
    return kAdvice;
}

} // namespace warpstage::timing
