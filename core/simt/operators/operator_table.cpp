#include "core/simt/operators/operator_table.h"

#include "core/base/verify.h"
#include "core/simt/operators/matrix_operators.h"
#include "core/simt/operators/texture_operators.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpstage::simt {

namespace {

using Index = std::unordered_map<std::string_view, const Operator*>;

Index index_of(const std::vector<OperatorList>& lists)
{
    Index index;
    for (const OperatorList& list : lists) {
        for (std::size_t i = 0; i < list.count; ++i) {
            const bool added = index.emplace(list.first[i].key, &list.first[i]).second;
            VERIFY(added);
        }
    }
    return index;
}

// Requests only the lists of the set that is used: the functions that return them are compiled for its processors.
#define WARPSTAGE_LIST(name) name##_operators(),
#define OPERATOR_SET(id, name, level)                                                                                            \
    case InstructionSet::id: {                                                                                                   \
        static const Index index = [] {                                                                                          \
            using namespace id;                                                                                                  \
            return index_of({ WARPSTAGE_OPERATOR_LISTS(WARPSTAGE_LIST) });                                                       \
        }();                                                                                                                     \
        return index;                                                                                                            \
    }

const Index& index_for(InstructionSet set)
{
    switch (set) {
#include "core/simt/operator_sets.inc"
    }
    VERIFY_NOT_REACHED(); // not one of available_instruction_sets()
}

#undef OPERATOR_SET
#undef WARPSTAGE_LIST

} // namespace

#define OPERATOR_SET(id, name, level)                                                                                            \
    case InstructionSet::id:                                                                                                     \
        return id::matrix_operators();
const MatrixOperators& matrix_operators(InstructionSet set)
{
    switch (set) {
#include "core/simt/operator_sets.inc"
    }
    VERIFY_NOT_REACHED();
}
#undef OPERATOR_SET

#define OPERATOR_SET(id, name, level)                                                                                            \
    case InstructionSet::id:                                                                                                     \
        return id::texture_operators();
const TextureOperators& texture_operators(InstructionSet set)
{
    switch (set) {
#include "core/simt/operator_sets.inc"
    }
    VERIFY_NOT_REACHED();
}
#undef OPERATOR_SET

const Operator* find_operator(InstructionSet set, std::string_view key)
{
    const Index& index = index_for(set);
    const auto found = index.find(key);
    return found == index.end() ? nullptr : found->second;
}

} // namespace warpstage::simt
