/**
 * The flag --distance-bits, for programs that find distances over weights. A program that uses
 * nothing of this file does not have the flag.
 */
#pragma once

namespace lonestar {

/// Returns whether distances have 64 bits: because the flag says so, or because the weights need it.
/// @param floats  whether weights are floating point
/// @param wide    whether weights have 64 bits
/// @throws UsageError  when the flag asks for 32 bits, but the weights need 64
bool wideDistances(bool floats, bool wide);

} // namespace lonestar
