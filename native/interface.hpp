// What the extension tells about itself, and whether this processor can run it. native/build.py defines the macros.
#pragma once

#ifndef KINGDOM_BUILDER_INTERFACE
#define KINGDOM_BUILDER_INTERFACE 0
#endif
#ifndef KINGDOM_BUILDER_BUILD
#define KINGDOM_BUILDER_BUILD "unknown"
#endif

// INTERFACE of kernel/__init__.py at compile time; the Python package refuses an extension with another number.
constexpr int INTERFACE = KINGDOM_BUILDER_INTERFACE;

// A digest of the sources and flags, and the compiler: native/build.py looks for this text in the file it has built.
constexpr char BUILD[] = KINGDOM_BUILDER_BUILD;

#if defined(__clang__)
constexpr char COMPILER[] = __VERSION__;
#else
constexpr char COMPILER[] = "g++ " __VERSION__;
#endif

// For functions that run before the processor is checked: compiled for every x86-64. Static objects with constructors
// would run even earlier, when the file is loaded, so the kernel has none.
#if defined(__x86_64__)
#define ANY_PROCESSOR __attribute__((target("arch=x86-64")))
#else
#define ANY_PROCESSOR
#endif

// Return whether the processor has the instructions of x86-64-v2, which the kernel is compiled for.
ANY_PROCESSOR inline bool processor_is_supported() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.2");
#else
    return true;
#endif
}

// Return whether the processor has the instruction pdep (BMI2), and not in the slow form of AMD's Zen 1 and 2.
inline bool processor_has_fast_pdep() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}
