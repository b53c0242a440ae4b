#include "core/session/scene/transfer_view.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace warpstage::session {

namespace {

using Kind = TransferFrame::Kind;
using Span = TransferFrame::Span;
using Time = std::chrono::nanoseconds;

// Without times. A plan with transfers has no host work, which has no stream.
TransferFrame frame_of(const problem::Plan& plan, TransferFrame::Source source)
{
    TransferFrame frame;
    frame.source = source;
    for (const auto& buffer : plan.buffers)
        frame.pageable = frame.pageable || buffer.place == problem::Place::pageable_host;
    for (const auto& work : plan.step) {
        Span span;
        if (const auto* transfer = std::get_if<problem::Transfer>(&work)) {
            span.label = transfer->label;
            span.kind = plan.buffers[transfer->to].place == problem::Place::device ? Kind::to_device : Kind::to_host;
            span.stream = transfer->stream;
            span.bytes = transfer->bytes;
        } else if (const auto* launch = std::get_if<problem::KernelLaunch>(&work)) {
            span.label = launch->kernel;
            span.kind = Kind::kernel;
            span.stream = launch->stream;
        } else {
            continue;
        }
        frame.streams = std::max(frame.streams, span.stream + 1);
        frame.spans.push_back(std::move(span));
    }
    return frame;
}

// Each stream in order, one copy at a time in each direction, launches in sequence; a copy of pageable memory blocks the host.
void place_spans(TransferFrame& frame, std::span<const Time> lengths)
{
    std::map<std::uint32_t, Time> stream_free;
    std::array<Time, 3> engine_free {};
    Time host_free { 0 };
    frame.length = Time { 0 };
    for (std::size_t i = 0; i < frame.spans.size(); ++i) {
        Span& span = frame.spans[i];
        auto& stream = stream_free[span.stream];
        auto& engine = engine_free.at(static_cast<std::size_t>(span.kind));
        span.issued = std::max(stream, host_free);
        span.begin = std::max(span.issued, engine);
        span.end = span.begin + lengths[i];
        stream = engine = span.end;
        if (frame.pageable && span.kind != Kind::kernel)
            host_free = span.end;
        frame.length = std::max(frame.length, span.end);
    }
}

} // namespace

TransferFrame measured_transfers(const problem::Plan& plan, std::span<const engine::WorkSpan> spans)
{
    auto frame = frame_of(plan, TransferFrame::Source::measured);
    VERIFY(frame.spans.size() == spans.size());
    for (std::size_t i = 0; i < spans.size(); ++i) {
        frame.spans[i].issued = frame.spans[i].begin = spans[i].begin;
        frame.spans[i].end = spans[i].end;
        frame.length = std::max(frame.length, spans[i].end);
    }
    for (auto& span : frame.spans) {
        if (span.kind == Kind::kernel || frame.streams == 1)
            continue;
        for (const auto& other : frame.spans) {
            if (&other != &span && other.kind == span.kind && other.end < span.end)
                span.begin = std::max(span.begin, other.end);
        }
    }
    return frame;
}

TransferFrame possible_transfers(const problem::Plan& plan)
{
    auto frame = frame_of(plan, TransferFrame::Source::possible);
    // One unit per byte, so that a large copy is drawn larger than a small one.
    std::map<std::uint32_t, std::size_t> last_bytes; // bytes copied to the device by each stream since its last launch
    std::vector<Time> lengths;
    for (const auto& span : frame.spans) {
        auto& copied = last_bytes[span.stream];
        if (span.kind == Kind::to_device)
            copied += span.bytes;
        lengths.emplace_back(span.kind == Kind::kernel ? copied : span.bytes);
        if (span.kind == Kind::kernel)
            copied = 0;
    }
    place_spans(frame, lengths);
    return frame;
}

std::optional<TransferFrame> estimated_transfers(const TransferFrame& possible, const timing::StepEstimate& step)
{
    TransferFrame frame = possible;
    if (!std::ranges::equal(possible.spans, step.works, {}, &Span::label, &timing::WorkEstimate::name)) {
        // The timed problem may have more copies than the shown one: in a single stream a label says what an operation is.
        if (possible.streams != 1)
            return std::nullopt;
        frame.spans.clear();
        for (const timing::WorkEstimate& work : step.works) {
            const auto alike = std::ranges::find(possible.spans, work.name, &Span::label);
            if (alike == possible.spans.end())
                return std::nullopt;
            frame.spans.push_back(*alike);
        }
    }
    std::vector<Time> lengths;
    for (const timing::WorkEstimate& work : step.works)
        lengths.push_back(work.time);
    place_spans(frame, lengths);
    return frame;
}

std::chrono::nanoseconds busy_time(const TransferFrame& frame, TransferFrame::Kind kind)
{
    std::vector<std::pair<std::chrono::nanoseconds, std::chrono::nanoseconds>> intervals;
    for (const TransferFrame::Span& span : frame.spans)
        if (span.kind == kind)
            intervals.emplace_back(span.begin, span.end);
    std::ranges::sort(intervals);
    std::chrono::nanoseconds total { 0 };
    std::chrono::nanoseconds until { 0 };
    for (const auto& [begin, end] : intervals) {
        total += std::max(end, until) - std::max(begin, until);
        until = std::max(until, end);
    }
    return total;
}

} // namespace warpstage::session
