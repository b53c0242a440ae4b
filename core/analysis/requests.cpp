#include "core/analysis/requests.h"

namespace warpstage::analysis {

arch::SharedRequest shared_request_of(const simt::Access& access)
{
    const bool load = access.kind == simt::AccessKind::load;
    const auto operation = access.form == simt::AccessForm::copies ? arch::SharedOperation::async_copy
        : !load                                                    ? arch::SharedOperation::store
        : access.form == simt::AccessForm::matrix_rows             ? arch::SharedOperation::load_matrix
                                                                   : arch::SharedOperation::load;
    return { operation, access.bytes, access.lanes, access.addresses };
}

arch::GlobalRequest global_request_of(const simt::Access& access)
{
    const auto operation = access.kind == simt::AccessKind::load ? arch::GlobalOperation::load : arch::GlobalOperation::store;
    return { access.bytes, access.lanes, access.addresses, operation };
}

arch::LaneAddresses lane_addresses_of(const simt::Access& access)
{
    return { access.bytes, access.lanes, access.addresses };
}

} // namespace warpstage::analysis
