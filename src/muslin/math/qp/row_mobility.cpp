#include <Eigen/Eigenvalues>
#include <muslin/math/qp/row_mobility.hpp>

namespace muslin {

std::vector<double> vertex_compliance(const BlockMatrix& matrix, FixedMask fixed) {
  std::vector<double> compliance(matrix.vertex_count(), 0.0);
  for (std::size_t i = 0; i < compliance.size(); ++i) {
    if (is_fixed(fixed, i)) continue;
    Eigen::SelfAdjointEigenSolver<Mat3> parts;
    parts.computeDirect(matrix.diagonal(VertexId(i)), Eigen::EigenvaluesOnly);
    if (const double smallest = parts.eigenvalues()[0]; smallest > 0.0) compliance[i] = 1.0 / smallest;
  }
  return compliance;
}

}  // namespace muslin
