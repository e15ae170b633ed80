/**
 * Words of a program's own node data that threads share. Some programs have atomic words, others
 * plain ones. All accesses are relaxed: a word stands for itself, and the end of a loop publishes
 * everything.
 */
#pragma once

#include "galois/worklists/cps/substrate/Atomics.h"

namespace galois::cps::programs {

/// Returns the word. @{
template <typename T>
T loadWord(const Atomic<T>& word) {
  return word.load(order::relaxed);
}
template <typename T>
T loadWord(const T& word) {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}
/// @}

/// Writes the word. @{
template <typename T>
void storeWord(Atomic<T>& word, T value) {
  word.store(value, order::relaxed);
}
template <typename T>
void storeWord(T& word, T value) {
  __atomic_store_n(&word, value, __ATOMIC_RELAXED);
}
/// @}

/// Replaces `old` by `value`, unless another thread has changed the word. Then `old` becomes what
/// the word is now. May fail without a reason.
/// @return whether it was replaced @{
template <typename T>
bool replaceWord(Atomic<T>& word, T& old, T value) {
  return word.compare_exchange_weak(old, value, order::relaxed);
}
template <typename T>
bool replaceWord(T& word, T& old, T value) {
  return __atomic_compare_exchange_n(&word, &old, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
/// @}

/// Adds to a word. @return what it was before
template <typename T>
T addToWord(Atomic<T>& word, T value) {
  T old = loadWord(word);
  while (!replaceWord(word, old, old + value)) {
  }
  return old;
}

} // namespace galois::cps::programs
