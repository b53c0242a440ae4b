// A CUPTI from before the Range Profiler.
extern "C" int cuptiGetResultString(int /*result*/, const char** str)
{
    *str = "";
    return 0;
}
