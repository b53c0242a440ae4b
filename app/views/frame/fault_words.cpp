// A fault is found by a thread of the virtual machine, and its English message is part of results, files and tests. Its sentence
// is recognized by its pattern, and the values are inserted into the translation of that pattern.
#include "app/views/frame/fault_words.h"

#include "core/base/words.h"

#include <fmt/args.h>

#include <array>
#include <optional>
#include <vector>

namespace warpstage::views {

using words::marked;

namespace {

// Clauses of messages, and parts of clauses; {} is a value or another part. A pattern precedes those that it contains.
constexpr std::array kPatterns {
    marked("{}. Code for a compute capability below 7.0 runs the other lanes of the warp only after the loop: compile it for "
           "compute capability 7.5 or later"),
    // Races.
    marked("Unordered volatile accesses to {}: {} and {} access {}"),
    marked("volatile is no fence: call __threadfence() before the flag or lock is written and after it is read"),
    marked("volatile neither orders threads nor makes an update atomic: use atomic operations, or one lock with __threadfence() "
           "after it is taken and before it is given back, or separate the accesses with {}"),
    marked("both are strong, but the scope of at least one does not include the other thread's block: use the scope of the "
           "device, for example atomicAdd instead of atomicAdd_block, or cuda::thread_scope_device"),
    marked("a flag orders them only with fences: __threadfence() before the flag is written and after it is read, or a release "
           "and an acquire operation"),
    marked("Race on {}: writes by {} and {} at {} store different values to {} in one instruction"),
    marked("Race on {}: {} and {} access {}"),
    marked("also: {}"),
    marked("race at {}"),
    marked("read by {} at {}"),
    marked("write by {} at {}"),
    marked("atomic access by {} at {}"),
    marked("{} without __syncthreads() between them"),
    marked("{} without __syncwarp() between them, and since Volta the lanes of a warp are not guaranteed to run in lock step"),
    marked("{} without a barrier of the cluster (cluster.sync()) between them"),
    marked("{}, and the order of blocks is undefined: another kernel launch or a grid barrier must separate them"),
    marked("{}, and the order of blocks is undefined: both read, change and write it without an atomic operation"),
    marked("each of them reads, changes and writes it without an atomic operation"),
    marked("all of these writes store the same value"),
    marked("one access is atomic, the other one is not, and nothing orders them: make both atomic, or separate them with {}"),
    marked("a grid barrier or another kernel launch"),
    marked("the word at offset {} of buffer `{}` ({})"),
    marked("the byte at offset {} of buffer `{}` ({})"),
    marked("the word at offset {} of block {}"),
    marked("the byte at offset {} of block {}"),
    marked("the word at offset {} of `{}`"),
    marked("the byte at offset {} of `{}`"),
    marked("the word at offset {}"),
    marked("the byte at offset {}"),
    marked("__shared__ memory"),
    marked("__global__ memory"),
    marked("the __shared__ memory of a cluster"),
    // Barriers and deadlocks.
    marked(
        "Barrier in divergent code: {} of the {} active threads of warp {} wait at {} for the others, which are on another path"),
    marked("Barrier in divergent code: {} of warp {} wait at __syncthreads(), which thread {} does not reach: it has taken the "
           "other "
           "path at {} and exited"),
    marked("Barrier in divergent code: {} of warp {} waits at __syncthreads(), which thread {} does not reach: it has taken the "
           "other "
           "path at {} and exited"),
    marked("Barrier error, divergent threads in block: warp {} waits at __syncthreads() at {} and warp {} at another one, at {}"),
    marked("Barrier error, divergent threads in block: warp {} waits at {} and warp {} at {}"),
    marked("all threads of a block must wait at the same __syncthreads()"),
    marked("Deadlock, no warp can continue: {} warps wait at barrier {} for {} threads, {} arrived"),
    marked("Deadlock, no warp can continue: 1 warp waits at barrier {} for {} threads, {} arrived"),
    marked("Deadlock, block {} cannot continue: warp {} is in a loop in which nothing changes any more, and no other thread "
           "writes a "
           "value that ends it"),
    marked("The block has exhausted its budget of {} warp instructions"),
    marked("this loop probably never ends"),
    // Warp instructions.
    marked("Invalid member mask {} of {}: {}"),
    marked("A part of a warp executes `{}`, which requires all threads: {}"),
    marked("lane {} executes the instruction but is not a member"),
    marked("lanes {} are on another path"),
    marked("lane {} is on another path"),
    marked("lanes {} have exited"),
    marked("lane {} has exited"),
    marked("lanes {} pass a different mask"),
    marked("lane {} passes a different mask"),
    marked("Undefined value of {}: it comes from lane {}, which does not take part (mask {}), and is used at {}"),
    // Memory.
    marked("Uninitialized {} read of size {} at address {}: {}"),
    marked("no thread has written byte {} of the block's shared memory"),
    marked("neither host nor kernel has written byte {} of buffer `{}` ({})"),
    marked("the thread has not written this element of its array"),
    marked("{} before the start of the array `{}` ({})"),
    marked("{} past the end of the array `{}` ({})"),
    marked("Invalid {} read of size {} at address {}: {}"),
    marked("Invalid {} write of size {} at address {}: {}"),
    marked("Invalid {} atomic of size {} at address {}: {}"),
    marked("a null pointer"),
    marked("no buffer is allocated"),
    marked("{} past the end of buffer `{}` ({})"),
    marked("{} before buffer `{}` ({})"),
    marked("not in any buffer"),
    marked("the nearest one is more than {} MiB away"),
    marked("{} past the end of the block's shared memory ({})"),
    marked("{} before the start of the block's shared memory ({})"),
    marked("the block has no shared memory"),
    marked("the address is not a multiple of {}"),
    // Places.
    marked("thread {} of block {}, lane {}, {}"),
    marked("warp {} of block {}"),
    marked("thread {} of block {}"),
    marked("thread {}"),
    marked("block {}"),
    marked("lines {} and {}"),
    marked("line {} of {}"),
    marked("line {}"),
    marked("PTX line {}"),
    marked("{} bytes"),
    marked("1 byte"),
    // Lanes: "0 to 3 and 9".
    marked("{} and {}"),
    marked("{}, {}"),
    marked("{} to {}"),
};

// A number, an index such as (0,0,0), a name: the same in all languages.
bool is_value(std::string_view text)
{
    return !text.empty() && text.find(' ') == std::string_view::npos;
}

std::optional<std::string> translated(std::string_view text);

// The values of the pattern's holes in their order, translated; nothing: the text does not have this pattern.
std::optional<std::vector<std::string>> values_of(std::string_view text, std::string_view pattern)
{
    const std::size_t hole = pattern.find("{}");
    if (hole == std::string_view::npos)
        return text == pattern ? std::optional(std::vector<std::string> {}) : std::nullopt;
    if (!text.starts_with(pattern.substr(0, hole)))
        return std::nullopt;
    text.remove_prefix(hole);
    pattern.remove_prefix(hole + 2);
    const std::string_view literal = pattern.substr(0, pattern.find("{}"));
    // The value ends where the next literal begins, and the rest has the rest of the pattern.
    for (std::size_t end = literal.empty() ? text.size() : text.find(literal);
         end != std::string_view::npos && end <= text.size(); end = text.find(literal, end + 1)) {
        if (pattern == literal && end + literal.size() != text.size())
            continue;
        auto value = translated(text.substr(0, end));
        auto rest = value ? values_of(text.substr(end), pattern) : std::nullopt;
        if (rest) {
            rest->insert(rest->begin(), *std::move(value));
            return rest;
        }
        if (literal.empty())
            break;
    }
    return std::nullopt;
}

std::string filled(const char* pattern, const std::vector<std::string>& values)
{
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& value : values)
        arguments.push_back(value);
    return words::in_language(words::tr(pattern), pattern, arguments);
}

std::optional<std::string> translated(std::string_view text)
{
    if (is_value(text))
        return std::string { text };
    for (const char* pattern : kPatterns)
        if (const auto values = values_of(text, pattern))
            return filled(pattern, *values);
    return std::nullopt;
}

} // namespace

std::string fault_words(std::string_view message)
{
    std::string all;
    while (true) {
        const std::size_t end = message.find("; ");
        const std::string_view clause = message.substr(0, end);
        all.append(translated(clause).value_or(std::string { clause }));
        if (end == std::string_view::npos)
            return all;
        all.append("; ");
        message.remove_prefix(end + 2);
    }
}

} // namespace warpstage::views
