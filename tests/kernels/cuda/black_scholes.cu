// European options by the formula of Black and Scholes (1973) in double precision, and in single precision with the polynomial of
// Abramowitz and Stegun (26.2.17) as in the CUDA sample BlackScholes.

__device__ double normal_distribution(double x)
{
    return 0.5 * erfc(-x * 0.70710678118654752440);
}

__global__ void black_scholes(
    double* call, double* put, const double* price, const double* strike, const double* years, double rate, double volatility, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double root = sqrt(years[i]);
    double d1 = (log(price[i] / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / (volatility * root);
    double d2 = d1 - volatility * root;
    double discount = exp(-rate * years[i]);
    call[i] = price[i] * normal_distribution(d1) - strike[i] * discount * normal_distribution(d2);
    put[i] = strike[i] * discount * normal_distribution(-d2) - price[i] * normal_distribution(-d1);
}

__device__ inline float cndGPU(float d)
{
    const float A1 = 0.31938153f;
    const float A2 = -0.356563782f;
    const float A3 = 1.781477937f;
    const float A4 = -1.821255978f;
    const float A5 = 1.330274429f;
    const float RSQRT2PI = 0.39894228040143267793994605993438f;

    float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
    float cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    if (d > 0)
        cnd = 1.0f - cnd;
    return cnd;
}

__global__ void BlackScholesGPU(float2* __restrict d_CallResult, float2* __restrict d_PutResult, const float2* __restrict d_StockPrice,
    const float2* __restrict d_OptionStrike, const float2* __restrict d_OptionYears, float Riskfree, float Volatility, int optN)
{
    const int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt >= optN / 2)
        return;
    float2 S = d_StockPrice[opt];
    float2 X = d_OptionStrike[opt];
    float2 T = d_OptionYears[opt];
    float2 call, put;
    for (int k = 0; k < 2; k++) {
        float s = k == 0 ? S.x : S.y;
        float x = k == 0 ? X.x : X.y;
        float t = k == 0 ? T.x : T.y;
        float sqrtT = __fdividef(1.0F, rsqrtf(t));
        float d1 = __fdividef(__logf(s / x) + (Riskfree + 0.5f * Volatility * Volatility) * t, Volatility * sqrtT);
        float d2 = d1 - Volatility * sqrtT;
        float CNDD1 = cndGPU(d1);
        float CNDD2 = cndGPU(d2);
        float expRT = __expf(-Riskfree * t);
        float c = s * CNDD1 - x * expRT * CNDD2;
        float p = x * expRT * (1.0f - CNDD2) - s * (1.0f - CNDD1);
        if (k == 0) {
            call.x = c;
            put.x = p;
        } else {
            call.y = c;
            put.y = p;
        }
    }
    d_CallResult[opt] = call;
    d_PutResult[opt] = put;
}
