#include <muslin/core/option.hpp>
#include <muslin/model/body.hpp>

namespace muslin {

void describe(Description<Plasticity>& options) {
  options.about("Beyond this curvature the sheet stays bent.");
  options.number("yield_curvature", &Plasticity::yield_curvature, quantity::kCurvature)
      .above(0)
      .to(1e6)
      .left_open()
      .about("Curvature beyond which the sheet stays bent.");
  options.number("hardening", &Plasticity::hardening)
      .from(0)
      .below(1)
      .about("Growth of the yield curvature per plastic curvature.");
}

}  // namespace muslin
