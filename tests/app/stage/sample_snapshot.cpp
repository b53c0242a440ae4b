#include "tests/app/stage/sample_snapshot.h"

#include <chrono>
#include <cmath>
#include <utility>

namespace warpstage::stage {

namespace {

std::shared_ptr<session::Snapshot> sample_session()
{
    using std::chrono_literals::operator""us;

    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->id = "sample";
    lesson->number = 6;
    lesson->title = "Sample";
    lesson->source_lines = { "x[i] += v[i] * t;", "y[i] += w[i] * t;" };

    auto snapshot = std::make_shared<session::Snapshot>();
    for (const char* id : { "host", "global", "shared" }) {
        problem::Variant variant;
        variant.id = id;
        variant.label = id;
        lesson->variants.push_back(variant);
        session::VariantView view;
        view.id = id;
        view.label = id;
        snapshot->timing.edit().variants.push_back({ { 160us, 168us, 181us, 20 }, 0.0 });
        snapshot->setup.edit().variants.push_back(std::move(view));
    }
    snapshot->setup.edit().lesson = std::move(lesson);
    snapshot->setup.edit().lesson_titles = { "Other", "Sample" };
    snapshot->setup.edit().lesson_index = 1;
    snapshot->setup.edit().variant = 1;
    snapshot->device.edit().engine.name = "virtual machine";
    return snapshot;
}

} // namespace

std::shared_ptr<session::Snapshot> sample_bodies(std::size_t count)
{
    auto frame = std::make_shared<session::ParticleFrame>();
    frame->count = count;
    frame->radius = 1.0F;
    frame->speed = 1.0F;
    frame->serial = 1;
    for (std::size_t i = 0; i < count; ++i) {
        // Arranged like the seeds of a sunflower: uniform without random numbers. Faster at the outside.
        const auto n = static_cast<float>(i);
        const float radius = std::sqrt((n + 0.5F) / static_cast<float>(count));
        const float angle = 2.3999632F * n;
        frame->x.push_back(radius * std::cos(angle));
        frame->y.push_back(radius * std::sin(angle));
        frame->vx.push_back(-radius * std::sin(angle));
        frame->vy.push_back(radius * std::cos(angle));
    }
    auto snapshot = sample_session();
    snapshot->scene.edit().particles = std::move(frame);
    return snapshot;
}

std::shared_ptr<session::Snapshot> sample_array(std::size_t elements)
{
    auto frame = std::make_shared<session::ArrayFrame>();
    for (std::size_t i = 0; i < elements; ++i) {
        frame->values.push_back(static_cast<std::int64_t>(i * 37 % 101) * (i % 16 == 0 ? 64 : 1));
        frame->known.push_back(i % 8 != 7);
        frame->touched.push_back(i % 16 == 0 ? session::Touch::written
                : i % 16 == 8                ? session::Touch::read
                                             : session::Touch::none);
    }
    frame->steps = 10;
    auto snapshot = sample_session();
    snapshot->scene.edit().array = std::move(frame);
    return snapshot;
}

std::shared_ptr<session::Snapshot> sample_matrix(std::size_t rows, std::size_t columns)
{
    auto frame = std::make_shared<session::MatrixFrame>();
    frame->name = "out";
    frame->rows = frame->shown_rows = rows;
    frame->columns = frame->shown_columns = columns;
    for (std::size_t i = 0; i < rows * columns; ++i)
        frame->values.push_back(i / columns < rows / 2 && i % columns < columns / 2 ? 1.0F : 0.0F);
    frame->serial = 1;
    auto snapshot = sample_session();
    snapshot->scene.edit().matrix = std::move(frame);
    return snapshot;
}

} // namespace warpstage::stage
