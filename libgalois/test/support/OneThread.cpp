/**
 * Tests that say ONE_THREAD (cmake/GaloisTargets.cmake) are linked with this file, because
 * ThreadSanitizer's build leaves them out. It stands before the system's function in all libraries.
 */
#include <cstdio>
#include <cstdlib>

#include <pthread.h>

extern "C" int pthread_create(pthread_t* /*thread*/, const pthread_attr_t* /*attributes*/,
                              void* (* /*body*/)(void*), void* /*argument*/) noexcept {
  std::fputs(
      "error: this test starts a thread, so ThreadSanitizer has to run it: take ONE_THREAD from it "
      "in CMakeLists.txt\n",
      stderr);
  std::_Exit(1);
}
