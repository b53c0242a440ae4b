// Functions that call themselves in a thread: adaptive Simpson quadrature (Lyness 1969), quicksort (Hoare 1961), and a table of functions
// that are called through pointers.

__device__ double runge(double x)
{
    return 1.0 / (1.0 + 25.0 * x * x);
}

__device__ double simpson(double a, double fa, double m, double fm, double b, double fb, double whole, double tolerance, int depth)
{
    double left = 0.5 * (a + m);
    double right = 0.5 * (m + b);
    double fleft = runge(left);
    double fright = runge(right);
    double sum_left = (m - a) / 6.0 * (fa + 4.0 * fleft + fm);
    double sum_right = (b - m) / 6.0 * (fm + 4.0 * fright + fb);
    double delta = sum_left + sum_right - whole;
    if (depth <= 0 || fabs(delta) <= 15.0 * tolerance)
        return sum_left + sum_right + delta / 15.0;
    return simpson(a, fa, left, fleft, m, fm, sum_left, 0.5 * tolerance, depth - 1)
        + simpson(m, fm, right, fright, b, fb, sum_right, 0.5 * tolerance, depth - 1);
}

__global__ void integrate(double* integrals, double begin, double step, double tolerance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double a = begin;
    double b = begin + (i + 1) * step;
    double m = 0.5 * (a + b);
    double fa = runge(a);
    double fm = runge(m);
    double fb = runge(b);
    integrals[i] = simpson(a, fa, m, fm, b, fb, (b - a) / 6.0 * (fa + 4.0 * fm + fb), tolerance, 20);
}

__device__ void quicksort(int* values, int low, int high)
{
    if (low >= high)
        return;
    int pivot = values[(low + high) / 2];
    int i = low;
    int j = high;
    while (i <= j) {
        while (values[i] < pivot)
            i++;
        while (values[j] > pivot)
            j--;
        if (i <= j) {
            int t = values[i];
            values[i++] = values[j];
            values[j--] = t;
        }
    }
    quicksort(values, low, j);
    quicksort(values, i, high);
}

__global__ void sort_rows(int* values, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    quicksort(values + row * columns, 0, columns - 1);
}

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ __noinline__ int larger(int a, int b) { return a > b ? a : b; }

typedef int (*Operation)(int, int);
__device__ Operation operations[4] = { add, subtract, multiply, larger };

__global__ void apply(const int* which, const int* a, const int* b, int* result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = operations[which[i]](a[i], b[i]);
}
