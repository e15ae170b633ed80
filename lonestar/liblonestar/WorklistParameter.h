/**
 * A parameter of worklist policies: one flag, in one place, whose value, default and range serve
 * the command line, `--wl=help` and the result record alike.
 *
 * A policy's header declares its parameters as inline variables; several policies may name the same
 * one. LLVM's headers stay out of here, because operators are compiled against policies' headers.
 */
#ifndef GALOIS_LONESTAR_WORKLISTPARAMETER_H
#define GALOIS_LONESTAR_WORKLISTPARAMETER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace lonestar {

/// What a parameter may be. Not thread-safe: read it before the loops start.
class WorklistParameter {
public:
  virtual ~WorklistParameter();
  WorklistParameter(const WorklistParameter&) = delete;
  WorklistParameter& operator=(const WorklistParameter&) = delete;

  const std::string& flag() const { return flag_; } ///< without dashes
  const std::string& meaning() const { return meaning_; }
  const std::string& defaultText() const { return defaultText_; }
  /// Whether the command line names it.
  bool given() const;
  /// The value for the result record. Throws UsageError when the text on the command line is none.
  /// @param preset  the default where a policy has one of its own, as text; "": defaultText()
  virtual nlohmann::ordered_json json(const std::string& preset = "") const = 0;

protected:
  WorklistParameter(std::string flag, std::string defaultText, std::string meaning);
  /// What the command line says, else the preset, else the default.
  std::string text(const std::string& preset) const;
  void setDefaultText(std::string text);

private:
  struct Flag; // the llvm::cl::opt
  std::string flag_, defaultText_, meaning_;
  std::string help_; ///< outlives the flag, which only points to its text
  std::unique_ptr<Flag> option_;
};

/// A parameter as one policy uses it.
struct ParameterUse {
  ParameterUse(const WorklistParameter* p, std::string own = "")
      : parameter(p), preset(std::move(own)) {}

  const WorklistParameter* parameter;
  std::string preset; ///< the policy's own default, as text; "": the parameter's

  const std::string& defaultText() const {
    return preset.empty() ? parameter->defaultText() : preset;
  }
};

/// A whole number between `low` and `high`, or one of a few.
class NumberParameter : public WorklistParameter {
public:
  NumberParameter(std::string flag, std::uint32_t preset, std::uint32_t low, std::uint32_t high,
                  std::string meaning);
  NumberParameter(std::string flag, std::uint32_t preset, std::vector<std::uint32_t> choices,
                  std::string meaning);

  /// Throws UsageError that says what would be right.
  std::uint32_t value(const std::string& preset = "") const;
  /// Call it before the command line is parsed.
  void setDefault(std::uint32_t preset);
  nlohmann::ordered_json json(const std::string& preset = "") const override;

private:
  std::uint32_t low_, high_;
  std::vector<std::uint32_t> choices_; ///< empty: all of [low_, high_]
};

/// A probability 1/N, written `1/8` or `0.125`; the value is N.
class ProbabilityParameter : public WorklistParameter {
public:
  ProbabilityParameter(std::string flag, std::uint32_t denominator, std::string meaning);

  /// N, at least 1. Throws UsageError.
  std::uint32_t denominator(const std::string& preset = "") const;
  /// The probability itself.
  nlohmann::ordered_json json(const std::string& preset = "") const override;
};

/// A whole number between `low` and `high`, or the word `auto`, which stands for 0: the policy
/// finds the value itself.
class AutoNumberParameter : public WorklistParameter {
public:
  /// @param low  1 or more
  /// @param preset  the default; 0 for `auto`
  AutoNumberParameter(std::string flag, std::uint32_t low, std::uint32_t high, std::string meaning,
                      std::uint32_t preset = 0);

  /// 0 for `auto`. Throws UsageError that says what would be right.
  std::uint32_t value(const std::string& preset = "") const;
  nlohmann::ordered_json json(const std::string& preset = "") const override;

private:
  std::uint32_t low_, high_;
};

/// How long a run of something is: `16`, or, as the chance that it ends, `1/16` or `0.0625`. The
/// value is 16 in each case.
class RunLengthParameter : public WorklistParameter {
public:
  /// @param high  the longest run
  RunLengthParameter(std::string flag, std::uint32_t preset, std::uint32_t high,
                     std::string meaning);

  /// At least 1. Throws UsageError that says what would be right.
  std::uint32_t value(const std::string& preset = "") const;
  nlohmann::ordered_json json(const std::string& preset = "") const override;

private:
  std::uint32_t high_;
};

/// One of a few words.
class ChoiceParameter : public WorklistParameter {
public:
  /// @param choices  two or more; the first is the default
  ChoiceParameter(std::string flag, std::vector<std::string> choices, std::string meaning);

  /// Index into the choices. Throws UsageError that says what would be right.
  std::size_t index(const std::string& preset = "") const;
  nlohmann::ordered_json json(const std::string& preset = "") const override;

private:
  std::vector<std::string> choices_;
};

/// N of a probability 1/N that is written as `1/N` or as a decimal fraction in (0, 1]; 0 for any
/// other text, or when the fraction is further than one part in a thousand from every 1/N.
std::uint32_t parseProbability(const std::string& text);

} // namespace lonestar

#endif
