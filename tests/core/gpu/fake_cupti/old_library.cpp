// A CUPTI older than the Range Profiler.
extern "C" int cuptiGetResultString(int /*result*/, const char** str)
{
    *str = "";
    return 0;
}
