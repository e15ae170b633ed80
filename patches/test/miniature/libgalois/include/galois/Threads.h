/** The number of threads of loops. */
#ifndef MINIATURE_THREADS_H
#define MINIATURE_THREADS_H

namespace galois {

unsigned int setActiveThreads(unsigned int num) noexcept;
unsigned int getActiveThreads() noexcept;

} // namespace galois

#endif
