// libcuda.so.1 consists of its dependency on libwarpstage_device.so.
