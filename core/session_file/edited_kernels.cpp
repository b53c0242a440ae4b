#include "core/session_file/edited_kernels.h"

#include "core/base/text.h"
#include "core/lesson/edited/kernel_texts.h"
#include "core/session_file/changed_launch.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace warpstage::session_file {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kKernelsFormat = "warpstage_kernels";
constexpr std::uint64_t kKernelsVersion = 1; // increased when older versions would misread the file
constexpr std::size_t kMaxTexts = 32;
constexpr int kMaxDepth = 3; // the document, its list, an entry

// Of a page. A block has up to 1024 threads, each with its registers and its local memory.
constexpr std::uint64_t kMaxRegisters = 16384;
constexpr std::uint64_t kMaxLocalBytes = std::uint64_t { 64 } << 10;
constexpr std::uint64_t kMaxVariableBytes = std::uint64_t { 64 } << 20;

Json entry_of(const std::string& build, bool partial, const std::string& ptx)
{
    return { { "build", build }, { "partial", partial }, { "ptx", ptx } };
}

// Null: no such text.
const std::string* text_in(const Json& object, const char* key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get_ptr<const std::string*>() : nullptr;
}

bool add_text(const Json& entry, lesson::KernelTexts& texts)
{
    const auto* build = text_in(entry, "build");
    const auto* ptx = text_in(entry, "ptx");
    const auto partial = entry.is_object() ? entry.find("partial") : entry.end();
    if (build == nullptr || ptx == nullptr || partial == entry.end() || !partial->is_boolean())
        return false;
    if (partial->get<bool>())
        return texts.partial.emplace(*build, *ptx).second;
    if (build->empty())
        return std::exchange(texts.ptx, *ptx).empty();
    return texts.builds.emplace(*build, *ptx).second;
}

// Absent in most files. Nothing: not such a list.
std::optional<std::vector<problem::Relaunch>> launches_in(const Json& document)
{
    std::vector<problem::Relaunch> launches;
    const auto list = document.find("launches");
    if (list == document.end())
        return launches;
    if (!list->is_array() || list->size() > kMaxTexts)
        return std::nullopt;
    for (const Json& entry : *list) {
        auto launch = changed_launch(entry);
        if (!launch)
            return std::nullopt;
        launches.push_back(*std::move(launch));
    }
    return launches;
}

bool read_texts(const Json& document, lesson::KernelTexts& texts)
{
    const auto* source = text_in(document, "source");
    const auto kernels = document.find("kernels");
    if (source == nullptr || kernels == document.end() || !kernels->is_array() || kernels->size() > kMaxTexts)
        return false;
    texts.source = *source;
    return std::ranges::all_of(*kernels, [&](const Json& entry) { return add_text(entry, texts); });
}

// Sizes cannot overflow: they are limited one by one.
std::uint64_t sum_of_sizes(const std::vector<ptx::Variable>& variables, ptx::StateSpace space, std::uint64_t most)
{
    std::uint64_t sum = 0;
    for (const ptx::Variable& variable : variables)
        if (variable.space == space)
            sum = std::min(most + 1, sum + std::min(most + 1, variable.size));
    return sum;
}

bool fits_into_a_page(const ptx::Module& module)
{
    if (sum_of_sizes(module.variables, ptx::StateSpace::global, kMaxVariableBytes) > kMaxVariableBytes)
        return false;
    std::uint64_t local = sum_of_sizes(module.variables, ptx::StateSpace::local, kMaxLocalBytes);
    for (const ptx::Function& function : module.functions) {
        local += sum_of_sizes(function.variables, ptx::StateSpace::local, kMaxLocalBytes);
        if (function.registers.size() > kMaxRegisters || local > kMaxLocalBytes)
            return false;
    }
    return true;
}

} // namespace

std::string kernels_text(const lesson::Lesson& edited)
{
    Json document { { std::string { kKernelsFormat }, kKernelsVersion }, { "lesson", edited.id }, { "source", edited.source } };
    auto& kernels = document["kernels"] = Json::array();
    kernels.push_back(entry_of("", false, edited.ptx_text));
    for (const lesson::Build& build : edited.builds)
        kernels.push_back(entry_of(build.name, build.partial, build.ptx_text));
    for (const problem::Relaunch& launch : problem::relaunches_of(*edited.problem))
        document["launches"].push_back(problem::to_words(launch));
    return document.dump(-1, ' ', false, Json::error_handler_t::replace); // a source may contain any bytes
}

Result<std::shared_ptr<const lesson::Lesson>> read_kernels(std::string_view text, const lesson::Lesson& installed)
{
    if (text.size() > kMaxKernelsBytes)
        return Error { fmt::format("The edited kernels have {} bytes; the maximum is {}.", text.size(), kMaxKernelsBytes) };
    // Deeper parts, which no such file has, are left out, so that they need no memory.
    const auto is_shallow = [](int depth, Json::parse_event_t /*event*/, const Json& /*parsed*/) {
        return depth <= kMaxDepth;
    };
    const Json document = Json::parse(text, is_shallow, false);
    const auto version = document.is_object() ? document.find(std::string { kKernelsFormat }) : document.end();
    if (!document.is_object() || version == document.end() || !version->is_number_unsigned())
        return Error { "It is not a file with edited kernels." };
    if (*version != kKernelsVersion)
        return Error { "The edited kernels have a format that this version does not read." };
    const auto* id = text_in(document, "lesson");
    lesson::KernelTexts texts;
    const auto launches = launches_in(document);
    if (id == nullptr || !read_texts(document, texts) || !launches)
        return Error { "The file with the edited kernels is incomplete." };
    if (*id != installed.id)
        return Error { "The edited kernels are those of another lesson." };
    auto read = lesson::with_kernels(*lesson::with_launches(installed, *launches), texts);
    if (!read)
        return Error { "The edited kernels cannot be used: " + text::sentence(read.error().message) };
    const lesson::Lesson& received = **read;
    const bool fits = fits_into_a_page(*received.module)
        && std::ranges::all_of(received.builds, [](const lesson::Build& build) { return fits_into_a_page(*build.module); });
    if (!fits)
        return Error { "The edited kernels need too much memory for a page." };
    return read;
}

} // namespace warpstage::session_file
