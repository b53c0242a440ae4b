// The scene of a described variant, evaluated for its parameters.
#include "core/problem/buffers/element_type.h"
#include "core/problem/described/described.h"

#include <fmt/format.h>

#include <utility>

namespace warpstage::problem {

namespace {

using Kind = DescribedScene::Kind;

// For the element types that an image supports.
MatrixScene::Element image_element(ptx::Type type)
{
    if (type == ptx::Type::s32)
        return MatrixScene::Element::int32;
    return type == ptx::Type::f64 ? MatrixScene::Element::float64 : MatrixScene::Element::float32;
}

SceneDetail detail_of_kind(Kind kind)
{
    switch (kind) {
    case Kind::banks:
        return SceneDetail::banks;
    case Kind::traffic:
    case Kind::sectors:
        return SceneDetail::sectors;
    case Kind::instructions:
        return SceneDetail::instructions;
    case Kind::requests:
        return SceneDetail::requests;
    case Kind::footprint:
        return SceneDetail::footprint;
    case Kind::registers:
        return SceneDetail::registers;
    case Kind::latency:
        return SceneDetail::latency;
    case Kind::paths:
        return SceneDetail::paths;
    case Kind::by_data:
    case Kind::bars:
    case Kind::matrix:
    case Kind::particles:
    case Kind::transfers:
    case Kind::hazard:
        break;
    }
    return SceneDetail::values;
}

struct Side {
    std::size_t rows = 0;
    std::size_t columns = 0;
};

// Rows and columns, which must fit into a buffer of `bytes` bytes.
Result<Side> matrix_shape(
    const DescribedBuffer& buffer, std::size_t bytes, const Expression& rows, const Expression& columns, const Scope& scope)
{
    const auto height = rows.integer(scope);
    const auto width = columns.integer(scope);
    if (!height || !width)
        return Error { fmt::format("the image of buffer `{}`: {}", buffer.name, (height ? width : height).error().message) };
    const auto elements = static_cast<std::int64_t>(bytes / ptx::size_of(buffer.type));
    if (*height < 1 || *width < 1 || *height > elements || *width > elements / *height)
        return Error { fmt::format("an image of {} rows and {} columns does not fit into buffer `{}`, which has {} elements.",
            *height, *width, buffer.name, elements) };
    return Side { static_cast<std::size_t>(*height), static_cast<std::size_t>(*width) };
}

} // namespace

Result<void> Described::add_image(Plan& plan, const DescribedScene& scene, const Scope& scope) const
{
    const auto& image = *scene.image;
    const auto shape = [&](BufferIndex buffer, const Expression& rows, const Expression& columns) {
        return matrix_shape(m_description.buffers[buffer], plan.buffers[buffer].bytes, rows, columns, scope);
    };
    const auto result = shape(image.buffer, image.rows, image.columns);
    if (!result)
        return at(image.line, result.error().message);
    MatrixScene matrix { .matrix = image.buffer,
        .rows = result->rows,
        .columns = result->columns,
        .element = image_element(m_description.buffers[image.buffer].type),
        .lowest = image.lowest,
        .highest = image.highest,
        .detail = detail_of_kind(scene.kind) };
    for (const auto& source : image.sources) {
        const auto of_source = shape(source.buffer, source.rows, source.columns);
        if (!of_source)
            return at(image.line, of_source.error().message);
        matrix.sources.push_back({ source.buffer, of_source->rows, of_source->columns });
    }
    plan.scene = std::move(matrix);
    return {};
}

Result<void> Described::add_bodies(Plan& plan, const DescribedBodies& bodies, const Scope& scope) const
{
    const auto count = bodies.count.integer(scope);
    if (!count)
        return at(bodies.line, fmt::format("the count of the bodies: {}", count.error().message));
    ParticleScene particles { .x = bodies.x,
        .y = bodies.y,
        .vx = bodies.vx,
        .vy = bodies.vy,
        .z = bodies.z,
        .vz = bodies.vz,
        .radius = bodies.radius,
        .speed = bodies.speed };
    std::vector<BufferIndex> columns { bodies.x, bodies.y, bodies.vx, bodies.vy };
    for (const auto& column : { bodies.z, bodies.vz }) {
        if (column)
            columns.push_back(*column);
    }
    for (const auto column : columns) {
        auto& buffer = plan.buffers[column];
        const auto elements = static_cast<std::int64_t>(buffer.bytes / sizeof(float));
        if (*count < 1 || *count > elements)
            return at(bodies.line,
                fmt::format("`count` of the bodies is {}, but buffer `{}` has {} elements.", *count, buffer.name, elements));
        buffer.persistent = true; // bodies keep moving when the variant changes
    }
    particles.count = static_cast<std::size_t>(*count);
    if (bodies.bodies_per_thread) {
        const auto per_thread = bodies.bodies_per_thread->integer(scope);
        if (!per_thread)
            return at(bodies.line, fmt::format("the bodies per thread: {}", per_thread.error().message));
        if (*per_thread < 1 || *per_thread > *count)
            return at(bodies.line, fmt::format("a thread must compute 1 to {} bodies, not {}.", *count, *per_thread));
        const auto& launch = std::get<KernelLaunch>(plan.step.at(plan.recorded_work));
        particles.threads = { launch.block.x, static_cast<std::uint32_t>(*per_thread) };
    }
    plan.scene = particles;
    return {};
}

Result<void> Described::add_scene(Plan& plan, const DescribedScene& scene, const Scope& scope) const
{
    switch (scene.kind) {
    case Kind::by_data:
        if (scene.bodies)
            return add_bodies(plan, *scene.bodies, scope);
        if (scene.image)
            return add_image(plan, scene, scope);
        break;
    case Kind::matrix:
    case Kind::sectors:
        return add_image(plan, scene, scope);
    case Kind::particles:
        return add_bodies(plan, *scene.bodies, scope);
    case Kind::transfers:
        plan.scene = TransferScene {};
        return {};
    case Kind::instructions:
    case Kind::requests:
    case Kind::footprint:
    case Kind::registers:
    case Kind::latency:
    case Kind::paths: // the image is shown until the block is recorded
        if (scene.image)
            return add_image(plan, scene, scope);
        break;
    case Kind::bars:
    case Kind::banks:
    case Kind::traffic:
    case Kind::hazard: // depends on how the recorded run ended
        break;
    }
    plan.scene = ArrayScene { .detail = detail_of_kind(scene.kind) };
    return {};
}

} // namespace warpstage::problem
