#include "core/simt/operators/operator_table.h"

#include "core/base/verify.h"

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

#define WARPSTAGE_LIST(name) name##_operators(),
#define WARPSTAGE_INDEX(NAMESPACE)                                                                                               \
    [] {                                                                                                                         \
        using namespace NAMESPACE;                                                                                               \
        return index_of({ WARPSTAGE_OPERATOR_LISTS(WARPSTAGE_LIST) });                                                           \
    }()

const Index& index_for(InstructionSet set)
{
    // Building an index only copies pointers, so the lists of newer processors could be indexed on older ones, but the functions
    // that return them are compiled for those processors: request only the list that is used.
    switch (set) {
    case InstructionSet::x86_64: {
        static const Index index = WARPSTAGE_INDEX(x86_64);
        return index;
    }
    case InstructionSet::x86_64_v3: {
        static const Index index = WARPSTAGE_INDEX(x86_64_v3);
        return index;
    }
    case InstructionSet::x86_64_v4: {
        static const Index index = WARPSTAGE_INDEX(x86_64_v4);
        return index;
    }
    }
    VERIFY_NOT_REACHED();
}

} // namespace

const Operator* find_operator(InstructionSet set, std::string_view key)
{
    const Index& index = index_for(set);
    const auto found = index.find(key);
    return found == index.end() ? nullptr : found->second;
}

} // namespace warpstage::simt
