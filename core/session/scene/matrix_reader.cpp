#include "core/session/scene/matrix_reader.h"

#include "core/base/verify.h"
#include "core/session/scene/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace warpstage::session {

namespace {

// The factors have another range of values than their product: on the result's scale they would have one color, so each has its
// own scale.
void give_own_scale(MatrixFrame& frame)
{
    float lowest = std::numeric_limits<float>::max();
    float highest = std::numeric_limits<float>::lowest();
    for (const float value : frame.values) {
        if (std::isfinite(value)) {
            lowest = std::min(lowest, value);
            highest = std::max(highest, value);
        }
    }
    const float scale = frame.highest - frame.lowest;
    const bool fits = lowest >= frame.lowest - 0.01F * scale && highest <= frame.highest + 0.01F * scale;
    if (lowest > highest || (fits && highest - lowest >= 0.25F * scale))
        return;
    const bool constant = highest - lowest <= 1e-6F * std::max(std::abs(lowest), std::abs(highest));
    frame.lowest = constant ? lowest - 1.0F : lowest;
    frame.highest = constant ? highest + 1.0F : highest;
}

Result<MatrixFrame> fetched(MatrixReader::Wanted& wanted, std::uint64_t serial)
{
    auto content = wanted.content->fetch();
    wanted.content.reset(); // do not keep GPU memory that others need
    if (!content)
        return content.error();
    MatrixFrame frame = reduce_matrix(wanted.scene, *content);
    frame.name = std::move(wanted.name);
    frame.serial = serial;
    return frame;
}

bool alike(const MatrixFrame& a, const MatrixFrame& b)
{
    return a.name == b.name && a.rows == b.rows && a.columns == b.columns && a.lowest == b.lowest && a.highest == b.highest
        && a.values == b.values;
}

MatrixReader::Read all_of(std::vector<MatrixReader::Wanted>& matrices, std::uint64_t serial, const MatrixFrame* before)
{
    auto result = fetched(matrices.front(), serial);
    if (!result)
        return result.error();
    if (before != nullptr && alike(*result, *before))
        result->serial = before->serial;
    for (std::size_t i = 1; i < matrices.size(); ++i) {
        auto source = fetched(matrices[i], ++serial);
        if (!source)
            return source.error();
        give_own_scale(*source);
        const bool known = before != nullptr && i <= before->sources.size() && alike(*source, *before->sources[i - 1]);
        result->sources.push_back(known ? before->sources[i - 1] : std::make_shared<const MatrixFrame>(*std::move(source)));
    }
    return std::make_shared<const MatrixFrame>(*std::move(result));
}

} // namespace

MatrixReader::MatrixReader()
    : m_reading([](Request& request, auto&) { return all_of(request.matrices, request.serial, request.before.get()); })
{
}

void MatrixReader::read(std::vector<Wanted> matrices, Urgency urgency)
{
    VERIFY(!matrices.empty());
    const std::uint64_t serial = m_serial + 1;
    m_serial += matrices.size();
    m_reading.request({ std::move(matrices), serial, m_last }, urgency);
}

std::optional<MatrixReader::Read> MatrixReader::take()
{
    auto answer = m_reading.take();
    if (!answer)
        return std::nullopt;
    m_last = answer->result ? *answer->result : nullptr;
    return std::move(answer->result);
}

} // namespace warpstage::session
