// Textures in space, in layers and on cubes, and surfaces: numbers that every rounding leaves exact.
#include "tests/kernels/textbook_case.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace warpstage::kernels::test {

namespace {

constexpr int kSide = 8;
constexpr int kPlanes = 4; // slices, layers
constexpr std::size_t kPoints = 256;

struct SamplePoint {
    float x;
    float y;
    float z;
    float layer;
};

// Between -1 and 9 in steps of 1/8, so that weights are multiples of 1/8.
std::vector<float> random_points()
{
    const auto steps = random_integers(3 * kPoints, -8, 72, 81);
    const auto layers = random_integers(kPoints, 0, kPlanes - 1, 82);
    std::vector<float> points;
    for (std::size_t i = 0; i < kPoints; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            points.push_back(static_cast<float>(steps[3 * i + axis]) / 8.0F);
        points.push_back(static_cast<float>(layers[i]));
    }
    return points;
}

SamplePoint point_at(const std::vector<float>& points, std::size_t i)
{
    return { points[4 * i], points[4 * i + 1], points[4 * i + 2], points[4 * i + 3] };
}

std::vector<float> whole_floats(std::size_t count)
{
    const auto numbers = random_integers(count, -64, 64, 83);
    return { numbers.begin(), numbers.end() };
}

// Linear filtering of one axis: two texels, clamped, and the weight of the second one in 256ths.
struct TwoTexels {
    std::array<int, 2> texels;
    int weight;
};

TwoTexels two_of(float position, int extent)
{
    const double center = std::clamp(static_cast<double>(position), 0.5, extent - 0.5) - 0.5; // as on an H200
    const double low = std::floor(center);
    const int first = static_cast<int>(low);
    return { { std::clamp(first, 0, extent - 1), std::clamp(first + 1, 0, extent - 1) },
        static_cast<int>(256.0 * (center - low)) };
}

// Part of `whole` for one of two texels, in 256ths, rounded as on an H200: see texture_weights.csv.
int part_of(int whole, const TwoTexels& axis, std::size_t texel, bool half_to_second)
{
    const int exact = whole * axis.weight;
    const int second = exact / 256 + (exact % 256 > 128 || (exact % 256 == 128 && half_to_second) ? 1 : 0);
    return texel == 1 ? second : whole - second;
}

double filtered_box(const std::vector<float>& box, const SamplePoint& point)
{
    const TwoTexels x = two_of(point.x, kSide);
    const TwoTexels y = two_of(point.y, kSide);
    const TwoTexels z = two_of(point.z, kPlanes);
    double sum = 0.0;
    for (std::size_t i = 0; i < 8; ++i) {
        const auto at = static_cast<std::size_t>((z.texels[i / 4] * kSide + y.texels[i / 2 % 2]) * kSide + x.texels[i % 2]);
        const int weight = part_of(part_of(part_of(256, z, i / 4, true), x, i % 2, true), y, i / 2 % 2, i % 2 == 1);
        sum += weight * static_cast<double>(box[at]) / 256.0;
    }
    return sum;
}

TextureDescription box_texture(TextureShape shape)
{
    TextureDescription texture {
        .shape = shape, .width = kSide, .height = kSide, .depth = kPlanes, .filter = FilterMode::linear
    };
    if (shape == TextureShape::layered_1d)
        texture.height = 1;
    return texture;
}

TextbookCase boxes()
{
    const auto box = whole_floats(static_cast<std::size_t>(kSide * kSide * kPlanes));
    const auto points = random_points();
    return { "TextureBoxes", "texture_shapes",
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<float>(2 * kPoints, -1.0F));
            const auto texels = add_buffer(plan, "box", box);
            const auto at = add_buffer(plan, "points", points);
            plan.step = { problem::KernelLaunch { "sample_boxes", { 1 }, { kPoints }, 0,
                { out, problem::TextureArgument { texels.buffer, box_texture(TextureShape::array_3d) },
                    problem::TextureArgument { texels.buffer, box_texture(TextureShape::layered_2d) }, at } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (std::size_t i = 0; i < kPoints; ++i) {
                SamplePoint point = point_at(points, i);
                expected.push_back(filtered_box(box, point));
                point.z = point.layer + 0.5F;
                expected.push_back(filtered_box(box, point));
            }
            return first_difference(in_double(numbers_of<float>(contents[0])), expected, 0.0, 0.0);
        } };
}

TextbookCase lines()
{
    const auto texels = whole_floats(static_cast<std::size_t>(kSide * kPlanes));
    const auto points = random_points();
    return { "TextureLines", "texture_shapes",
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<float>(kPoints, -1.0F));
            const auto in = add_buffer(plan, "lines", texels);
            const auto at = add_buffer(plan, "points", points);
            plan.step = { problem::KernelLaunch { "sample_lines", { 1 }, { kPoints }, 0,
                { out, problem::TextureArgument { in.buffer, box_texture(TextureShape::layered_1d) }, at } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<double> expected;
            for (std::size_t i = 0; i < kPoints; ++i) {
                const SamplePoint point = point_at(points, i);
                const TwoTexels x = two_of(point.x, kSide);
                double sum = 0.0;
                for (std::size_t side = 0; side < 2; ++side)
                    sum += part_of(256, x, side, true) / 256.0
                        * static_cast<double>(
                            texels[static_cast<std::size_t>(static_cast<int>(point.layer) * kSide + x.texels[side])]);
                expected.push_back(sum);
            }
            return first_difference(in_double(numbers_of<float>(contents[0])), expected, 0.0, 0.0);
        } };
}

// CUDA C++ Programming Guide, table "Cubemap Fetch": for each face the axis that is longest, and which axes s and t are.
struct CubeFace {
    int major; // 1 to 3: x to z; negative where the axis is
    int s;
    int t;
};
constexpr std::array<CubeFace, 6> kFaces { { { 1, -3, -2 }, { -1, 3, -2 }, { 2, 1, 3 }, { -2, 1, -3 }, { 3, 1, -2 },
    { -3, -1, -2 } } };

// The directions of the centers of all texels of a cube with faces of kPlanes x kPlanes, face by face.
std::vector<float> directions()
{
    std::vector<float> points;
    for (const CubeFace& face : kFaces) {
        for (int texel = 0; texel < kPlanes * kPlanes; ++texel) {
            std::array<float, 4> point { 0.0F, 0.0F, 0.0F, static_cast<float>(texel % 2) };
            const auto set = [&](int axis, float value) {
                point[static_cast<std::size_t>(std::abs(axis) - 1)] = axis < 0 ? -value : value;
            };
            set(face.major, 1.0F);
            set(face.s, (static_cast<float>(texel % kPlanes) + 0.5F) / kPlanes * 2.0F - 1.0F);
            set(face.t, (static_cast<float>(texel / kPlanes) + 0.5F) / kPlanes * 2.0F - 1.0F);
            points.insert(points.end(), point.begin(), point.end());
        }
    }
    return points;
}

TextbookCase cubes()
{
    constexpr std::size_t kTexels = std::size_t { kPlanes } * kPlanes * 6;
    const auto texels = whole_floats(2 * kTexels);
    return { "TextureCubes", "texture_shapes",
        [=] {
            problem::Plan plan;
            const auto out = add_buffer(plan, "out", std::vector<float>(2 * kTexels, -1.0F));
            const auto in = add_buffer(plan, "cubes", texels);
            const auto at = add_buffer(plan, "points", directions());
            TextureDescription cube { .shape = TextureShape::cube, .width = kPlanes, .height = kPlanes };
            TextureDescription two = cube;
            two.shape = TextureShape::layered_cube;
            two.depth = 2;
            plan.step = { problem::KernelLaunch { "sample_cubes", { 1 }, { kTexels }, 0,
                { out, problem::TextureArgument { in.buffer, cube }, problem::TextureArgument { in.buffer, two }, at } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<float> expected;
            for (std::size_t i = 0; i < kTexels; ++i) {
                expected.push_back(texels[i]);
                expected.push_back(texels[i + i % 2 * kTexels]);
            }
            return first_difference(numbers_of<float>(contents[0]), expected);
        } };
}

TextbookCase transposed_layers()
{
    const auto numbers = random_integers(static_cast<std::size_t>(kSide * kSide * kPlanes), -1000, 1000, 84);
    return { "SurfaceLayers", "texture_shapes",
        [=] {
            problem::Plan plan;
            const auto in = add_buffer(plan, "layers", numbers);
            TextureDescription surface = box_texture(TextureShape::layered_2d);
            surface.element = TextureElement::s32;
            surface.use = TextureUse::surface;
            plan.step = { problem::KernelLaunch { "transpose_layers", { 1 }, { kSide, kSide, kPlanes }, 0,
                { problem::TextureArgument { in.buffer, surface }, std::int32_t { kSide } } } };
            return plan;
        },
        [=](const Contents& contents) {
            std::vector<int> expected;
            for (int i = 0; i < kSide * kSide * kPlanes; ++i) {
                const int plane = i / (kSide * kSide);
                const int row = i / kSide % kSide;
                const int column = i % kSide;
                expected.push_back(2 * numbers[static_cast<std::size_t>((plane * kSide + column) * kSide + row)]);
            }
            return first_difference(numbers_of<int>(contents[0]), expected);
        } };
}

TextbookCase shifted_box()
{
    const auto bytes = random_integers(static_cast<std::size_t>(4 * kSide * kSide * kPlanes), 0, 255, 85);
    return { "SurfaceBox", "texture_shapes",
        [=] {
            problem::Plan plan;
            const auto to = add_buffer(plan, "to", std::vector<std::uint8_t>(bytes.size(), 1));
            const auto from = add_buffer(plan, "from", std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
            TextureDescription surface = box_texture(TextureShape::array_3d);
            surface.element = TextureElement::u8;
            surface.channels = 4;
            surface.use = TextureUse::surface;
            plan.step = { problem::KernelLaunch { "shift_box", { 1 }, { kSide, kSide, kPlanes }, 0,
                { problem::TextureArgument { to.buffer, surface }, problem::TextureArgument { from.buffer, surface },
                    std::int32_t { kSide } } } };
            return plan;
        },
        [=](const Contents& contents) {
            const auto byte = [&](int x, int y, int z, int channel) {
                return bytes[static_cast<std::size_t>(((z * kSide + y) * kSide + x) * 4 + channel)];
            };
            std::vector<std::uint8_t> expected;
            for (int i = 0; i < 4 * kSide * kSide * kPlanes; ++i) {
                const int channel = i % 4;
                const int x = i / 4 % kSide;
                const int y = i / 4 / kSide % kSide;
                const int z = i / 4 / kSide / kSide;
                const bool clamps = channel % 2 == 0;
                const bool inside = x > 0 && y > 0 && z > 0;
                const int number = clamps
                    ? byte(std::min(x + 1, kSide - 1), std::min(y + 1, kSide - 1), std::min(z + 1, kPlanes - 1), channel)
                    : inside ? byte(x - 1, y - 1, z - 1, channel)
                             : 0;
                expected.push_back(static_cast<std::uint8_t>(number));
            }
            return first_difference(numbers_of<std::uint8_t>(contents[0]), expected);
        } };
}

} // namespace

std::vector<TextbookCase> texture_shape_cases()
{
    return { boxes(), lines(), cubes(), transposed_layers(), shifted_box() };
}

} // namespace warpstage::kernels::test
