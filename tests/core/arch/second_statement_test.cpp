// Compares every generation with rows computed by an independent implementation of the rules in another language.
#include "core/arch/architecture.h"
#include "core/arch/global/coalescing.h"
#include "core/arch/shared/shared_banks.h"
#include "tests/core/arch/h200_fixture.h"

#include <gtest/gtest.h>

namespace warpstage::arch {
namespace {

struct Stated {
    const char* file;
    const char* architecture;
};

TEST(SecondStatement, AgreesOnSharedMemory)
{
    for (const Stated& c : { Stated { "shared_cc1", "1.3" }, { "shared_cc1", "1.0" }, { "shared_cc2", "2.0" },
             { "shared_cc2", "2.1:l2" }, { "shared_cc3_4byte", "3.5" }, { "shared_cc3_4byte", "3.0:4byte" },
             { "shared_cc3_8byte", "3.5:8byte" }, { "shared_cc3_8byte", "3.7:8byte" } }) {
        const auto rows = read_measured(std::string("arch/") + c.file + ".csv");
        ASSERT_GT(rows.size(), 90U) << c.file;
        const Traits& traits = *parse_architecture(c.architecture)->traits;
        for (const MeasuredRow& row : rows) {
            const SharedRequest request { .operation = row.operation == "st" ? SharedOperation::store : SharedOperation::load,
                .bytes = row.bytes,
                .lanes = row.lanes,
                .addresses = row.addresses };
            const SharedCount count = count_shared(traits, request);
            EXPECT_EQ(count.wavefronts, row.figures[0]) << c.file << ' ' << row.operation << row.bytes << ' ' << row.name;
            EXPECT_EQ(count.wavefronts - count.ideal, row.figures[1]) << c.file << ' ' << row.bytes << ' ' << row.name;
        }
    }
}

TEST(SecondStatement, AgreesOnGlobalMemory)
{
    for (const Stated& c : { Stated { "global_cc10", "1.0" }, { "global_cc10", "1.1" }, { "global_cc12", "1.2" },
             { "global_cc12", "GTX280" }, { "global_cc2_l1", "2.0" }, { "global_cc2_l1", "C2050" }, { "global_cc2_l2", "2.0:l2" },
             { "global_cc2_l2", "3.5" }, { "global_cc2_l2", "K20c:8byte" } }) {
        const auto rows = read_measured(std::string("arch/") + c.file + ".csv");
        ASSERT_GT(rows.size(), 90U) << c.file;
        const Traits& traits = *parse_architecture(c.architecture)->traits;
        for (const MeasuredRow& row : rows) {
            const GlobalRequest request { .bytes = row.bytes,
                .lanes = row.lanes,
                .addresses = row.addresses,
                .operation = row.operation == "st" ? GlobalOperation::store : GlobalOperation::load };
            const GlobalCount count = count_global(traits, request);
            EXPECT_EQ(count.sectors, row.figures[0]) << c.file << ' ' << row.operation << row.bytes << ' ' << row.name;
            EXPECT_EQ(count.transactions, row.figures[1]) << c.file << ' ' << row.operation << row.bytes << ' ' << row.name;
        }
    }
}

} // namespace
} // namespace warpstage::arch
