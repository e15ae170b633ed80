/**
 * Sample sort: G. E. Blelloch, P. B. Gibbons, H. V. Simhadri, "Low Depth Cache-Oblivious
 * Algorithms", SPAA 2010.
 *
 * A sequence of n elements is cut into about sqrt(n) blocks, which are sorted. Elements of a sample
 * divide each sorted block into segments of buckets. Prefix sums of the segments' sizes say where
 * each segment goes, so that the segments of a bucket become neighbours, and then the buckets are
 * sorted. Elements that are equal to a splitter have buckets of their own, which are sorted
 * already. So equal elements, however many there are, cost nothing more.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "SortCosts.h"
#include "inputs/generate/CounterRandom.h"

namespace forkjoin {

/// The least value of `leaf` below.
inline constexpr std::size_t kLeastSampleLeaf = 64;

template <typename Context, typename T>
void samplesort(Context& context, std::span<T> data, std::span<T> temporary, std::size_t leaf);

namespace detail {

/// One level of the sort.
template <typename T>
class SampleSorter {
public:
  SampleSorter(std::span<T> data, std::span<T> temporary, std::size_t leaf)
      : data_(data), temporary_(temporary), leaf_(leaf) {
    const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(data.size())));
    blockSize_ = root;
    blocks_ = (data.size() + blockSize_ - 1) / blockSize_;
    chooseSplitters(std::max<std::size_t>(root / kRootsPerBucket, 2));
    buckets_ = 2 * splitters_.size() + 1;
    ends_.resize(blocks_ * buckets_);
    starts_.resize(buckets_ + 1);
  }

  template <typename Context>
  void run(Context& context) {
    context.parallelFor(std::size_t{0}, blocks_,
                        [&](auto& worker, std::size_t begin, std::size_t end) {
                          for (std::size_t block = begin; block < end; ++block) {
                            samplesort(worker, dataOf(block), temporaryOf(block), leaf_);
                            divide(block);
                          }
                        });
    placeSegments(context);
    context.parallelFor(std::size_t{0}, blocks_, [&](auto&, std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block) {
        moveSegments(block);
      }
    });
    context.parallelFor(std::size_t{0}, buckets_,
                        [&](auto& worker, std::size_t begin, std::size_t end) {
                          for (std::size_t bucket = begin; bucket < end; ++bucket) {
                            finish(worker, bucket);
                          }
                        });
  }

private:
  /// A bucket has about this many times sqrt(n) elements. With 1 there would be as many segments as
  /// elements.
  static constexpr std::size_t kRootsPerBucket = 4;
  static constexpr std::size_t kOversampling = 8;

  void chooseSplitters(std::size_t buckets) {
    const galois::inputs::CounterRandom random(data_.size());
    std::vector<T> sample(buckets * kOversampling);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      sample[i] = data_[random.below(data_.size(), 0, i)];
    }
    std::sort(sample.begin(), sample.end());
    for (std::size_t i = kOversampling; i < sample.size(); i += kOversampling) {
      if (splitters_.empty() || splitters_.back() < sample[i]) {
        splitters_.push_back(sample[i]);
      }
    }
  }

  std::size_t firstOf(std::size_t block) const { return block * blockSize_; }
  std::size_t sizeOf(std::size_t block) const {
    return std::min(blockSize_, data_.size() - firstOf(block));
  }
  std::span<T> dataOf(std::size_t block) { return data_.subspan(firstOf(block), sizeOf(block)); }
  std::span<T> temporaryOf(std::size_t block) {
    return temporary_.subspan(firstOf(block), sizeOf(block));
  }

  /// Finds where the segments of a sorted block end. Bucket 2 j holds what is between splitters
  /// j - 1 and j, and bucket 2 j + 1 what is equal to splitter j.
  void divide(std::size_t block) {
    const std::span<const T> sorted = dataOf(block);
    std::size_t* ends = &ends_[block * buckets_];
    std::size_t at = 0;
    chargePasses(sorted.size() + splitters_.size());
    for (const T& splitter : splitters_) {
      for (; at < sorted.size() && sorted[at] < splitter; ++at) {
      }
      *ends++ = at;
      for (; at < sorted.size() && !(splitter < sorted[at]); ++at) {
      }
      *ends++ = at;
    }
    *ends = sorted.size();
  }

  std::size_t segmentSize(std::size_t block, std::size_t bucket) const {
    const std::size_t* ends = &ends_[block * buckets_];
    return ends[bucket] - (bucket == 0 ? 0 : ends[bucket - 1]);
  }

  /// Computes starts_ and offsets_ from the sizes of the segments.
  template <typename Context>
  void placeSegments(Context& context) {
    context.parallelFor(std::size_t{0}, buckets_, [&](auto&, std::size_t begin, std::size_t end) {
      for (std::size_t bucket = begin; bucket < end; ++bucket) {
        std::size_t size = 0;
        chargePasses(blocks_);
        for (std::size_t block = 0; block < blocks_; ++block) {
          size += segmentSize(block, bucket);
        }
        starts_[bucket + 1] = size;
      }
    });
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      starts_[bucket + 1] += starts_[bucket];
    }
    offsets_.resize(blocks_ * buckets_);
    context.parallelFor(std::size_t{0}, buckets_, [&](auto&, std::size_t begin, std::size_t end) {
      for (std::size_t bucket = begin; bucket < end; ++bucket) {
        std::size_t place = starts_[bucket];
        chargePasses(blocks_);
        for (std::size_t block = 0; block < blocks_; ++block) {
          offsets_[block * buckets_ + bucket] = place;
          place += segmentSize(block, bucket);
        }
      }
    });
  }

  void moveSegments(std::size_t block) {
    const T* from = dataOf(block).data();
    chargePasses(sizeOf(block) + buckets_);
    for (std::size_t bucket = 0; bucket < buckets_; ++bucket) {
      const std::size_t size = segmentSize(block, bucket);
      std::copy_n(from, size, temporary_.data() + offsets_[block * buckets_ + bucket]);
      from += size;
    }
  }

  /// Sorts a bucket and copies it to its place in the answer.
  template <typename Context>
  void finish(Context& context, std::size_t bucket) {
    const std::size_t start = starts_[bucket], size = starts_[bucket + 1] - start;
    const auto elements = temporary_.subspan(start, size);
    if (bucket % 2 == 0) {
      samplesort(context, elements, data_.subspan(start, size), leaf_);
    }
    chargePasses(size);
    std::copy(elements.begin(), elements.end(), data_.begin() + static_cast<std::ptrdiff_t>(start));
  }

  const std::span<T> data_, temporary_;
  const std::size_t leaf_;
  std::size_t blockSize_, blocks_, buckets_;
  std::vector<T> splitters_;
  std::vector<std::size_t> ends_;    ///< per block and bucket: where its segment ends in the block
  std::vector<std::size_t> offsets_; ///< per block and bucket: where its segment goes
  std::vector<std::size_t> starts_;  ///< per bucket: where it begins
};

} // namespace detail

/// Sorts `data`. At most `leaf` elements are sorted without forks.
/// @param temporary  has the size of `data` and does not overlap it; its content is lost
/// @param leaf       at least kLeastSampleLeaf
template <typename Context, typename T>
void samplesort(Context& context, std::span<T> data, std::span<T> temporary, std::size_t leaf) {
  if (data.size() <= leaf) {
    context.leaf([&] {
      chargeSort(data.size());
      std::sort(data.begin(), data.end());
    });
    return;
  }
  detail::SampleSorter<T>(data, temporary, leaf).run(context);
}

} // namespace forkjoin
