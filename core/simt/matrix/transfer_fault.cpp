#include "core/simt/matrix/transfer_fault.h"

#include "core/base/verify.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpstage::simt {

MemoryRequest::Fault transfer_fault(const WarpState& state, const MatrixTransfer& transfer)
{
    std::optional<MemoryRequest::Fault> fault;
    for (std::size_t i = 0; i < transfer.accesses.size() && !fault; ++i) {
        const TransferAccess& access = transfer.accesses[i];
        const auto element = static_cast<std::uint8_t>(std::min(access.bytes, 8U));
        MemoryForm form;
        form.space = transfer.space;
        form.kind = transfer.kind;
        form.element_bytes = element;
        form.elements = static_cast<std::uint8_t>(access.bytes / element);
        form.address_bytes = static_cast<std::uint8_t>(transfer.address_bytes);
        fault = MemoryRequest(form, access.lanes, addresses_of(state, transfer, access)).find_fault(state);
    }
    VERIFY(fault.has_value());
    return std::move(*fault);
}

} // namespace warpstage::simt
