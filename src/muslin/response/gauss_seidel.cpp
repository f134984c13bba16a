#include <muslin/response/collision_step.hpp>
#include <muslin/response/gauss_seidel.hpp>
#include <muslin/response/impulse_sweeps.hpp>
#include <muslin/response/remaining.hpp>

namespace muslin {
namespace {

class GaussSeidel final : public Response {
 public:
  explicit GaussSeidel(const GaussSeidelOptions& options) : options_(options) {}

  ResponseReport resolve(CollisionStep& step) override {
    int iterations = 0;
    sweeps_.begin(step);
    for (int pass = 0; pass < options_.passes && impulses_can_help(step); ++pass) {
      iterations += sweeps_.pass(step, options_);
      step.detect_again();
    }
    return report_remaining(step, iterations);
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
