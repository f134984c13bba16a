#pragma once
#include <chrono>
#include <functional>
#include <muslin/io/json/json_value.hpp>

namespace muslin::soak {

/// What a shrinker did.
struct ShrunkScene {
  JsonValue scene;       ///< the smallest scene found that still fails
  int trials = 0;        ///< scenes tried
  bool is_done = false;  ///< nothing more can be left out; false: the time was over
};

/// Makes a failing scene smaller while it fails: leaves out bodies, keys and items of lists, shortens it, lowers
/// counts, and rounds numbers. `fails` must return true for the scene itself, and returns false for invalid scenes.
/// Takes no longer than `seconds` and one trial more.
[[nodiscard]] ShrunkScene shrink(const JsonValue& scene, const std::function<bool(const JsonValue&)>& fails,
                                 double seconds);

}  // namespace muslin::soak
