#include <muslin/sim/run_statistics.hpp>

namespace muslin {

std::vector<ExpectationOutcome> check_expectations(const Expectations& expect, const RunStatistics& run) {
  std::vector<ExpectationOutcome> outcomes;
  if (expect.max_strain) outcomes.push_back({"max_strain", *expect.max_strain, run.max_strain});
  if (expect.final_kinetic_energy)
    outcomes.push_back({"final_kinetic_energy", *expect.final_kinetic_energy, run.last.kinetic_energy});
  if (expect.max_speed) outcomes.push_back({"max_speed", *expect.max_speed, run.max_speed});
  return outcomes;
}

}  // namespace muslin
