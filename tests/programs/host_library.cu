// Refused before nvcc compiles it: cuBLAS has machine code only. A comment does not count: cufftPlan1d(x).
struct Handle;
int cublasCreate_v2(Handle** handle);

int main()
{
    Handle* handle;
    return cublasCreate_v2(&handle);
}
