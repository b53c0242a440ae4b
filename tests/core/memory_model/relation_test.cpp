#include "core/memory_model/relation.h"

#include <gtest/gtest.h>

namespace warpstage::memory_model {
namespace {

Relation chain()
{
    Relation result;
    result.add(0, 1);
    result.add(1, 2);
    return result;
}

TEST(Relation, CompositionAndClosure)
{
    Relation expected;
    expected.add(0, 2);
    EXPECT_EQ(chain() * chain(), expected);
    EXPECT_EQ(chain().transitive(), chain() | expected);
    EXPECT_TRUE(chain().acyclic());
}

TEST(Relation, ACycleIsFoundThroughOtherEvents)
{
    Relation cycle = chain();
    cycle.add(2, 0);
    EXPECT_TRUE(cycle.irreflexive());
    EXPECT_FALSE(cycle.acyclic());
}

TEST(Relation, TheLastEventHasARow)
{
    Relation relation;
    relation.add(kMaxEvents - 1, 0);
    EXPECT_TRUE(relation.reversed().has(0, kMaxEvents - 1));
    EXPECT_TRUE(relation.between(only(kMaxEvents - 1), only(0)).has(kMaxEvents - 1, 0));
    EXPECT_TRUE(relation.between(only(0), ~EventSet { 0 }).empty());
}

} // namespace
} // namespace warpstage::memory_model
