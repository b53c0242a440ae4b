#include "core/simt/faults/fault.h"
#include "core/simt/hang/hang.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warpstage::simt {

namespace {

std::string one_or_several(const Hang::Warps& who, std::string_view one, std::string_view several)
{
    return std::string { who.warps.size() == 1 ? one : several };
}

std::string arrival_text(const Hang::Arrived& arrived, const Dim3& block)
{
    std::string what;
    const auto add = [&what](const std::string& part) {
        what += what.empty() ? part : ", " + part;
    };
    if (arrived.arrivals != 0)
        add(counted(arrived.arrivals, "arrival"));
    if (arrived.expected_bytes != 0)
        add(fmt::format("{} expected", counted(static_cast<std::uint64_t>(arrived.expected_bytes), "byte")));
    if (arrived.completed_bytes != 0)
        add(fmt::format("{} copied", counted(static_cast<std::uint64_t>(arrived.completed_bytes), "byte")));
    return fmt::format("{}: {}, {}", warps_text(arrived.who, block), arrived.line, what.empty() ? "no arrival" : what);
}

std::string missing_text(const Hang& hang, const Hang::Missing& missing, const Dim3& block)
{
    const std::string who = warps_text(missing.who, block);
    if (missing.runs)
        return fmt::format("{} could arrive{} and {}", who, missing.line.empty() ? "" : " at " + missing.line,
            one_or_several(missing.who, "runs", "run"));
    if (!missing.wait)
        return fmt::format("{} {} exited", who, one_or_several(missing.who, "has", "have"));
    const Hang::Object& other = hang.objects[hang.waits[*missing.wait].object];
    return fmt::format("{} could arrive{} but {} for {}", who, missing.line.empty() ? "" : " at " + missing.line,
        one_or_several(missing.who, "waits", "wait"), other.name);
}

using Lines = std::vector<std::string>;

Lines waits_text(const Hang& hang, const Dim3& block)
{
    Lines lines;
    for (const Hang::Wait& wait : hang.waits)
        lines.push_back(fmt::format("{} ({}) {} at {} for {}", warps_text(wait.who, block), counted(wait.who.threads, "thread"),
            one_or_several(wait.who, "waits", "wait"), wait.line, needs_text(hang.objects[wait.object])));
    for (const Hang::Running& running : hang.running)
        lines.push_back(fmt::format("{} ({}) {} at {}", warps_text(running.who, block), counted(running.who.threads, "thread"),
            one_or_several(running.who, "runs", "run"), running.line));
    return lines;
}

Lines objects_text(const Hang& hang, const Dim3& block)
{
    Lines lines;
    for (const Hang::Object& object : hang.objects) {
        for (const Hang::Arrived& arrived : object.arrivals)
            lines.push_back(fmt::format("{}: {}", object.name, arrival_text(arrived, block)));
        for (const Hang::Missing& missing : object.missing)
            lines.push_back(fmt::format("{}: {}", object.name, missing_text(hang, missing, block)));
    }
    return lines;
}

// A kernel may have thousands of barriers.
std::string limited(const Lines& lines)
{
    constexpr std::size_t kMax = 24;
    std::string text;
    for (std::size_t i = 0; i < std::min(kMax, lines.size()); ++i)
        text += "  " + lines[i] + '\n';
    if (lines.size() > kMax)
        text += fmt::format("  … and {} more\n", lines.size() - kMax);
    return text;
}

} // namespace

std::string_view name_of(Hang::Mistake mistake)
{
    switch (mistake) {
    case Hang::Mistake::none:
        return "";
    case Hang::Mistake::parity:
        return "parity off by one";
    case Hang::Mistake::expect_tx_missing:
        return "expect_tx missing";
    case Hang::Mistake::bytes_missing:
        return "expected bytes not copied";
    case Hang::Mistake::count_of_threads:
        return "arrival count of threads instead of warps";
    case Hang::Mistake::copies_do_not_count:
        return "copies do not count as arrivals";
    case Hang::Mistake::barrier_in_one_role:
        return "__syncthreads() in one role";
    case Hang::Mistake::too_many_blocks:
        return "more blocks than fit";
    case Hang::Mistake::exited:
        return "exited threads";
    case Hang::Mistake::waits_for_itself:
        return "wait before own arrival";
    case Hang::Mistake::too_few_threads:
        return "thread count of a barrier";
    }
    return "";
}

std::string_view name_of(Hang::Kind kind)
{
    switch (kind) {
    case Hang::Kind::phase:
        return "mbarrier";
    case Hang::Kind::block_barrier:
        return "block barrier";
    case Hang::Kind::cluster_barrier:
        return "cluster barrier";
    case Hang::Kind::memory:
        return "memory";
    }
    return "";
}

std::string warps_text(const Hang::Warps& who, const Dim3& block)
{
    std::string text = who.warps.size() == 1 ? "warp" : "warps";
    for (std::size_t i = 0; i < who.warps.size(); ++i) {
        std::size_t last = i;
        while (last + 1 < who.warps.size() && who.warps[last + 1] == who.warps[last] + 1)
            ++last;
        text += i == 0 ? " " : last + 1 == who.warps.size() ? " and " : ", ";
        text += last > i + 1 ? fmt::format("{} to {}", who.warps[i], who.warps[last]) : std::to_string(who.warps[i]);
        i = last > i + 1 ? last : i;
    }
    if (who.block != block)
        text += " of block " + text_of(who.block);
    return text;
}

std::string needs_text(const Hang::Object& object)
{
    switch (object.kind) {
    case Hang::Kind::phase: {
        std::string text = fmt::format("phase {} (parity {}) of {}, which has {} of {}", object.phase, object.parity, object.name,
            object.arrived, counted(object.expected, "arrival"));
        if (object.bytes > 0)
            text += fmt::format(" and expects {} more", counted(static_cast<std::uint64_t>(object.bytes), "byte"));
        if (object.bytes < 0)
            text +=
                fmt::format(" and {} that no expect_tx announces", counted(static_cast<std::uint64_t>(-object.bytes), "byte"));
        return text;
    }
    case Hang::Kind::block_barrier:
    case Hang::Kind::cluster_barrier:
        return fmt::format("{}, at which {} of {} have arrived", object.name, object.arrived, counted(object.expected, "thread"));
    case Hang::Kind::memory:
        return fmt::format("another value of {} (now {})", object.name, object.value);
    }
    return {};
}

std::string to_text(const Hang& hang)
{
    const Dim3 block = hang.block();
    std::string text = limited(waits_text(hang, block));
    text += limited(objects_text(hang, block));
    if (!hang.cycle.empty()) {
        text += "  cycle: ";
        for (const std::size_t wait : hang.cycle)
            text +=
                fmt::format("{} -> {} -> ", warps_text(hang.waits[wait].who, block), hang.objects[hang.waits[wait].object].name);
        text += warps_text(hang.waits[hang.cycle.front()].who, block) + '\n';
    }
    if (hang.blocks_not_begun != 0)
        text += fmt::format("  {} of the grid {} begun, {} not\n", counted(hang.blocks_begun, "block"),
            hang.blocks_begun == 1 ? "has" : "have", hang.blocks_not_begun);
    if (!text.empty())
        text.pop_back();
    return text;
}

} // namespace warpstage::simt
