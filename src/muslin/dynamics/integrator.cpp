#include <muslin/dynamics/integrator.hpp>

namespace muslin {

std::unique_ptr<Integrator> make_integrator(const IntegratorOptions& options) {
  switch (options.method) {
    case IntegratorMethod::symplectic_euler:
      return make_symplectic_euler(options);
    case IntegratorMethod::newmark:
      return make_newmark(options);
    case IntegratorMethod::backward_euler:
      break;
  }
  return make_backward_euler(options);
}

}  // namespace muslin
