// What a program is told that accesses device memory on the host.
#pragma once

namespace warpstage::runtime {

// Makes a segmentation fault at an address of device memory print a sentence before it ends the program, unless the program
// has a handler of its own.
void explain_host_accesses();

} // namespace warpstage::runtime
