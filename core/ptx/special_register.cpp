#include "core/ptx/special_register.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

namespace warpstage::ptx {

namespace {

using Entry = std::pair<std::string_view, SpecialRegister>;

constexpr auto kRegistersByName = [] {
    std::array entries = {
        Entry { "%tid.x", SpecialRegister::tid_x },
        Entry { "%tid.y", SpecialRegister::tid_y },
        Entry { "%tid.z", SpecialRegister::tid_z },
        Entry { "%ntid.x", SpecialRegister::ntid_x },
        Entry { "%ntid.y", SpecialRegister::ntid_y },
        Entry { "%ntid.z", SpecialRegister::ntid_z },
        Entry { "%ctaid.x", SpecialRegister::ctaid_x },
        Entry { "%ctaid.y", SpecialRegister::ctaid_y },
        Entry { "%ctaid.z", SpecialRegister::ctaid_z },
        Entry { "%nctaid.x", SpecialRegister::nctaid_x },
        Entry { "%nctaid.y", SpecialRegister::nctaid_y },
        Entry { "%nctaid.z", SpecialRegister::nctaid_z },
        Entry { "%clusterid.x", SpecialRegister::clusterid_x },
        Entry { "%clusterid.y", SpecialRegister::clusterid_y },
        Entry { "%clusterid.z", SpecialRegister::clusterid_z },
        Entry { "%nclusterid.x", SpecialRegister::nclusterid_x },
        Entry { "%nclusterid.y", SpecialRegister::nclusterid_y },
        Entry { "%nclusterid.z", SpecialRegister::nclusterid_z },
        Entry { "%cluster_ctaid.x", SpecialRegister::cluster_ctaid_x },
        Entry { "%cluster_ctaid.y", SpecialRegister::cluster_ctaid_y },
        Entry { "%cluster_ctaid.z", SpecialRegister::cluster_ctaid_z },
        Entry { "%cluster_nctaid.x", SpecialRegister::cluster_nctaid_x },
        Entry { "%cluster_nctaid.y", SpecialRegister::cluster_nctaid_y },
        Entry { "%cluster_nctaid.z", SpecialRegister::cluster_nctaid_z },
        Entry { "%cluster_ctarank", SpecialRegister::cluster_ctarank },
        Entry { "%cluster_nctarank", SpecialRegister::cluster_nctarank },
        Entry { "%is_explicit_cluster", SpecialRegister::is_explicit_cluster },
        Entry { "%laneid", SpecialRegister::laneid },
        Entry { "%warpid", SpecialRegister::warpid },
        Entry { "%nwarpid", SpecialRegister::nwarpid },
        // A predefined constant of PTX, not a register; the virtual machine treats it as a register because the presenter can set
        // it.
        Entry { "WARP_SZ", SpecialRegister::warp_size },
        Entry { "%smid", SpecialRegister::smid },
        Entry { "%nsmid", SpecialRegister::nsmid },
        Entry { "%gridid", SpecialRegister::gridid },
        Entry { "%lanemask_eq", SpecialRegister::lanemask_eq },
        Entry { "%lanemask_le", SpecialRegister::lanemask_le },
        Entry { "%lanemask_lt", SpecialRegister::lanemask_lt },
        Entry { "%lanemask_ge", SpecialRegister::lanemask_ge },
        Entry { "%lanemask_gt", SpecialRegister::lanemask_gt },
        Entry { "%clock", SpecialRegister::clock },
        Entry { "%clock_hi", SpecialRegister::clock_hi },
        Entry { "%clock64", SpecialRegister::clock64 },
        Entry { "%globaltimer", SpecialRegister::globaltimer },
        Entry { "%dynamic_smem_size", SpecialRegister::dynamic_smem_size },
        Entry { "%total_smem_size", SpecialRegister::total_smem_size },
        Entry { "%aggr_smem_size", SpecialRegister::aggr_smem_size },
        Entry { "%reserved_smem_offset_begin", SpecialRegister::reserved_smem_offset_begin },
        Entry { "%reserved_smem_offset_end", SpecialRegister::reserved_smem_offset_end },
        Entry { "%reserved_smem_offset_cap", SpecialRegister::reserved_smem_offset_cap },
        Entry { "%reserved_smem_offset_0", SpecialRegister::reserved_smem_offset_0 },
        Entry { "%reserved_smem_offset_1", SpecialRegister::reserved_smem_offset_1 },
        Entry { "%envreg1", SpecialRegister::envreg1 },
        Entry { "%envreg2", SpecialRegister::envreg2 },
        Entry { "%current_graph_exec", SpecialRegister::current_graph_exec },
    };
    std::sort(entries.begin(), entries.end());
    return entries;
}();
// All but envreg_other, which has many names.
static_assert(kRegistersByName.size() == static_cast<std::size_t>(SpecialRegister::current_graph_exec));

// "%envreg0" to "%envreg31".
bool is_environment_register(std::string_view word)
{
    constexpr std::string_view kPrefix = "%envreg";
    constexpr unsigned kRegisters = 32;
    if (!word.starts_with(kPrefix))
        return false;
    const std::string_view digits = word.substr(kPrefix.size());
    unsigned number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return error == std::errc {} && end == digits.data() + digits.size() && number < kRegisters
        && (digits.size() == 1 || digits.front() != '0');
}

} // namespace

std::optional<SpecialRegister> parse_special_register(std::string_view word)
{
    const auto* const found = std::lower_bound(kRegistersByName.begin(), kRegistersByName.end(), word,
        [](const Entry& entry, std::string_view wanted) { return entry.first < wanted; });
    if (found == kRegistersByName.end() || found->first != word)
        return is_environment_register(word) ? std::optional { SpecialRegister::envreg_other } : std::nullopt;
    return found->second;
}

} // namespace warpstage::ptx
