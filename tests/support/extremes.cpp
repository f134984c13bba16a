#include <gtest/gtest.h>

#include <algorithm>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/sim/simulator.hpp>
#include <tests/support/extremes.hpp>

namespace muslin::test {

Extremes simulate(std::string_view text, int frames, const std::string& response) {
  Extremes result;
  auto loaded = read_scene_text(text, "scene.json");
  EXPECT_TRUE(loaded) << loaded.error().message();
  if (!response.empty()) loaded->scene.collision.response = response;
  auto simulator = Simulator::create(loaded->scene);
  EXPECT_TRUE(simulator) << simulator.error().message();
  for (int frame = 0; frame < frames; ++frame) {
    const auto outcome = simulator->advance([&](const StepReport& step) {
      result.strain = std::max(result.strain, step.max_strain);
      result.speed = std::max(result.speed, step.max_speed);
      result.lag = std::max(result.lag, step.collision.lag.length);
      result.kinetic = std::max(result.kinetic, step.kinetic_energy);
      result.elastic = std::max(result.elastic, step.elastic_energy);
      result.energy = std::max(result.energy, step.kinetic_energy + step.elastic_energy);
      result.contacts += step.collision.contacts;
      result.proximities += step.collision.proximities;
      result.over_limit += step.limits.over_limit;
      result.most_substeps = std::max<std::int64_t>(result.most_substeps, step.substeps);
      result.retries += step.collision.rungs.retries;
      ++result.steps;
      return true;
    });
    EXPECT_TRUE(outcome && !outcome->divergence && !outcome->pinch);
  }
  return result;
}

}  // namespace muslin::test
