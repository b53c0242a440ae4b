// Every line of the opcode tables on the GPU of this computer; skipped without one. WARPSTAGE_RECORD=FOLDER records the tables
// with the results of the GPU.
#include "core/gpu/buffer.h"
#include "core/gpu/context.h"
#include "core/gpu/driver/driver.h"
#include "core/gpu/module.h"
#include "core/gpu/stream.h"
#include "opcode_case.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace warpstage::cosim {

namespace {

class OpcodeTablesOnDevice : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override
    {
        auto driver = gpu::Driver::load();
        if (!driver)
            GTEST_SKIP() << driver.error().message;
        auto context = gpu::Context::create(*driver, 0);
        ASSERT_TRUE(context.ok()) << context.error().message;
        m_context = *context;
    }

    Result<std::vector<std::uint64_t>> run(const gpu::Module& module, const OpcodeCase& opcode_case, const std::string& kernel)
    {
        const Result<gpu::Function> function = module.function(kernel);
        if (!function)
            return function.error();
        Result<gpu::Stream> stream = gpu::Stream::create(m_context);
        if (!stream)
            return stream.error();
        std::vector<gpu::Buffer> buffers;
        std::array<gpu::DeviceAddress, 4> addresses {};
        std::vector<std::vector<std::byte>> contents;
        for (std::size_t i = 0; i < opcode_case.operands.size(); ++i)
            contents.push_back(buffer_of(opcode_case.operand_types[i], opcode_case.operands[i]));
        for (std::size_t i = 0; i < contents.size(); ++i) {
            auto buffer = gpu::Buffer::allocate(m_context, contents[i].size(), "an operand");
            if (!buffer)
                return buffer.error();
            addresses[i] = buffer->address();
            buffers.push_back(std::move(buffer).value());
            if (const auto uploaded = stream->upload(addresses[i], contents[i]); !uploaded)
                return uploaded.error();
        }
        std::vector<std::byte> content(opcode_case.runs * bytes_of(opcode_case.result_type));
        const auto result = gpu::Buffer::allocate(m_context, content.size(), "the result");
        if (!result)
            return result.error();
        addresses[3] = result->address();
        auto runs = static_cast<std::uint32_t>(opcode_case.runs);
        std::array<void*, 5> arguments { &addresses[0], &addresses[1], &addresses[2], &addresses[3], &runs };
        const gpu::LaunchShape shape { { (runs + kThreadsPerBlock - 1) / kThreadsPerBlock, 1, 1 }, { kThreadsPerBlock, 1, 1 },
            0 };
        if (const auto launched = stream->launch(function->handle, shape, arguments, kernel); !launched)
            return launched.error();
        if (const auto downloaded = stream->download(content, addresses[3]); !downloaded)
            return downloaded.error();
        if (const auto done = stream->synchronize(); !done)
            return done.error();
        return values_of(opcode_case.result_type, content);
    }

    std::shared_ptr<gpu::Context> m_context;
};

TEST_P(OpcodeTablesOnDevice, AgreeWithTheTable)
{
    const Result<OpcodeTable> table = read_table(GetParam());
    ASSERT_TRUE(table.ok()) << table.error().message;
    const auto module = gpu::Module::load(m_context, module_text(*table, Flow::together), "opcode table `" + GetParam() + "`");
    ASSERT_TRUE(module.ok()) << module.error().message;
    const std::vector<const OpcodeCase*> cases = cases_of(*table);
    std::vector<std::vector<std::uint64_t>> recorded;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto results = run(*module, *cases[i], kernel_name(i));
        ASSERT_TRUE(results.ok()) << cases[i]->code << ": " << results.error().message;
        recorded.push_back(*results);
        if (const auto wrong = difference(*cases[i], *results); wrong && !record_folder())
            ADD_FAILURE() << GetParam() << ".txt, " << *wrong;
    }
    if (const auto folder = record_folder())
        record(*folder, *table, recorded);
}

INSTANTIATE_TEST_SUITE_P(
    Opcodes, OpcodeTablesOnDevice, testing::ValuesIn(table_names()), [](const auto& tested) { return tested.param; });

} // namespace

} // namespace warpstage::cosim
