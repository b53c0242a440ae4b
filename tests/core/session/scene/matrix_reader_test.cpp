#include "core/session/scene/matrix_reader.h"
#include "tests/approved.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace warpstage::session {
namespace {

problem::MatrixScene two_by_two(problem::BufferIndex buffer)
{
    problem::MatrixScene scene;
    scene.matrix = buffer;
    scene.rows = 2;
    scene.columns = 2;
    scene.lowest = 0.0F;
    scene.highest = 100.0F;
    return scene;
}

std::unique_ptr<engine::BufferCopy> copy_of(const std::vector<float>& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    return std::make_unique<engine::HostCopy>(std::vector<std::byte>(bytes.begin(), bytes.end()));
}

std::vector<MatrixReader::Wanted> wanted(std::unique_ptr<engine::BufferCopy> content)
{
    std::vector<MatrixReader::Wanted> all;
    all.push_back({ two_by_two(0), "out", std::move(content) });
    return all;
}

// The fetch is in progress until released.
class SlowCopy final : public engine::BufferCopy {
public:
    explicit SlowCopy(std::shared_future<void> released, std::promise<void>* begun = nullptr)
        : m_released(std::move(released))
        , m_begun(begun)
    {
    }
    [[nodiscard]] Result<std::vector<std::byte>> fetch() override
    {
        if (m_begun != nullptr)
            m_begun->set_value();
        m_released.wait();
        return copy_of({ 1, 2, 3, 4 })->fetch();
    }

private:
    std::shared_future<void> m_released;
    std::promise<void>* m_begun;
};

class FailedCopy final : public engine::BufferCopy {
public:
    [[nodiscard]] Result<std::vector<std::byte>> fetch() override { return Error { "The GPU is gone." }; }
};

TEST(MatrixReader, ReadsTheResultAndItsOperands)
{
    MatrixReader reader;
    EXPECT_FALSE(reader.take());
    auto all = wanted(copy_of({ 10, 20, 30, 90 }));
    all.push_back({ two_by_two(1), "in", copy_of({ 1, 2, 3, 4 }) });
    reader.read(std::move(all), Urgency::usual);
    reader.wait();
    const auto read = reader.take();
    ASSERT_TRUE(read && *read);
    const MatrixFrame& frame = ***read;
    EXPECT_EQ(frame.name, "out");
    EXPECT_EQ(frame.values, (std::vector<float> { 10, 20, 30, 90 }));
    EXPECT_EQ(frame.highest, 100.0F) << "the result keeps the scene's scale";
    ASSERT_EQ(frame.sources.size(), 1U);
    EXPECT_EQ(frame.sources[0]->name, "in");
    EXPECT_EQ(frame.sources[0]->highest, 4.0F) << "on the result's scale it would have one color";
    EXPECT_NE(frame.serial, frame.sources[0]->serial);
    EXPECT_FALSE(reader.take()) << "once";
}

TEST(MatrixReader, AnUnchangedMatrixKeepsItsSerial)
{
    MatrixReader reader;
    const auto read = [&](float last) {
        auto all = wanted(copy_of({ 10, 20, 30, last }));
        all.push_back({ two_by_two(1), "in", copy_of({ 1, 2, 3, 4 }) });
        reader.read(std::move(all), Urgency::usual);
        reader.wait();
        return reader.take().value().value();
    };
    const auto first = read(90);
    const auto again = read(90);
    const auto other = read(91);
    EXPECT_EQ(again->serial, first->serial);
    EXPECT_NE(other->serial, first->serial);
    EXPECT_EQ(other->sources[0]->serial, first->sources[0]->serial);
    EXPECT_NE(other->serial, other->sources[0]->serial);
}

TEST(MatrixReader, ReadingDoesNotBlock)
{
    MatrixReader reader;
    std::promise<void> release;
    reader.read(wanted(std::make_unique<SlowCopy>(release.get_future().share())), Urgency::usual);
    EXPECT_FALSE(reader.take());
    release.set_value();
    reader.wait();
    EXPECT_TRUE(reader.take());
}

TEST(MatrixReader, TheLastRequestCounts)
{
    MatrixReader reader;
    std::promise<void> release;
    std::promise<void> begun;
    reader.read(wanted(std::make_unique<SlowCopy>(release.get_future().share(), &begun)), Urgency::usual);
    begun.get_future().wait(); // a request that has not started never starts
    reader.read(wanted(copy_of({ 5, 6, 7, 8 })), Urgency::usual);
    EXPECT_FALSE(reader.take());
    release.set_value();
    reader.wait();
    const auto read = reader.take();
    ASSERT_TRUE(read && *read);
    EXPECT_EQ((**read)->values, (std::vector<float> { 5, 6, 7, 8 }));
    EXPECT_FALSE(reader.take());
}

TEST(MatrixReader, ADiscardedMatrixIsNotDelivered)
{
    MatrixReader reader;
    reader.read(wanted(copy_of({ 1, 2, 3, 4 })), Urgency::usual);
    reader.forget();
    reader.wait();
    EXPECT_FALSE(reader.take());
}

TEST(MatrixReader, AFailureIsReported)
{
    MatrixReader reader;
    reader.read(wanted(std::make_unique<FailedCopy>()), Urgency::usual);
    reader.wait();
    const auto read = reader.take();
    ASSERT_TRUE(read);
    ASSERT_FALSE(*read);
    EXPECT_APPROVED(read->error().message);
}

} // namespace
} // namespace warpstage::session
