#include <algorithm>
#include <muslin/core/tolerances/response.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/impulses/gauss_seidel.hpp>
#include <muslin/response/impulses/impulse_sweeps.hpp>

namespace muslin {
namespace {

class GaussSeidel final : public Response {
 public:
  explicit GaussSeidel(const GaussSeidelOptions& options) : options_(options) {}

  [[nodiscard]] std::string_view name() const override { return "gauss_seidel"; }
  ResponseReport resolve(CollisionView& step) override {
    int iterations = 0;
    sweeps_.begin(step);
    std::size_t fewest = step.contacts().size();
    int passes = options_.passes;
    for (int pass = 0; pass < passes && step.has_movable_contacts(); ++pass) {
      iterations += sweeps_.pass(step, options_);
      step.detect_again();
      if (step.contacts().size() >= fewest) continue;
      fewest = step.contacts().size();
      if (step.is_shortest())
        passes = std::min(pass + 1 + options_.passes, tolerance::kShortestStepPassFactor * options_.passes);
    }
    return summarize_response(step, iterations);
  }

 private:
  GaussSeidelOptions options_;
  ImpulseSweeps sweeps_;
};

}  // namespace

std::unique_ptr<Response> make_gauss_seidel(const GaussSeidelOptions& options) {
  return std::make_unique<GaussSeidel>(options);
}

}  // namespace muslin
