/** The number of threads of loops. */
#pragma once

namespace galois {

unsigned int setActiveThreads(unsigned int num) noexcept;
unsigned int getActiveThreads() noexcept;

} // namespace galois
