#pragma once
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <muslin/model/element.hpp>
#include <muslin/model/energy.hpp>
#include <span>
#include <vector>

#include "tests/support/dense.hpp"
#include "tests/support/random.hpp"

/// Checks, at a given state, of laws that the force and the matrix of any ElementKind must obey.
namespace muslin::test {

/// Positions [m] and velocities [m/s] of the vertices of elements.
struct ElementState {
  std::vector<Vec3> x;
  std::vector<Vec3> v;

  /// Returns the same motion in a rotated and translated frame of reference.
  [[nodiscard]] ElementState moved(const Mat3& rotation, const Vec3& by) const {
    ElementState result = *this;
    for (Vec3& p : result.x) p = rotation * p + by;
    for (Vec3& p : result.v) p = rotation * p;
    return result;
  }
};

inline ElementState random_state(Random& random, std::size_t vertices, double size, double speed) {
  ElementState state;
  for (std::size_t i = 0; i < vertices; ++i) {
    state.x.push_back(random.in_box(size));
    state.v.push_back(random.in_box(speed));
  }
  return state;
}

inline Mat3 random_rotation(Random& random) {
  return Eigen::AngleAxisd(random.uniform(-3.0, 3.0), random.direction()).toRotationMatrix();
}

/// Returns the velocities of the vertices in a rigid motion.
inline std::vector<Vec3> rigid_velocity(std::span<const Vec3> x, const Vec3& velocity, const Vec3& spin) {
  std::vector<Vec3> v;
  for (const Vec3& p : x) v.push_back(velocity + spin.cross(p));
  return v;
}

/// Calls add(vertex index, value of corner a of element e) for every valid corner.
template <ElementKind E, class Value, class Add>
void for_corners(const E& elements, const Value& value, const Add& add) {
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const std::array<VertexId, E::kCorners> vertices = elements.vertices(e);
    for (int a = 0; a < E::kCorners; ++a) {
      const VertexId vertex = vertices[static_cast<std::size_t>(a)];
      if (vertex.valid()) add(static_cast<Eigen::Index>(vertex.index()), value(e, a));
    }
  }
}

template <ElementKind E>
Eigen::VectorXd forces(const E& elements, std::size_t vertices) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(3 * vertices));
  for_corners(
      elements, [&](std::size_t e, int a) { return elements.force(e, a); },
      [&](Eigen::Index i, const Vec3& f) { sum.segment<3>(3 * i) += f; });
  return sum;
}

template <ElementKind E>
Eigen::VectorXd implicit_forces(const E& elements, std::size_t vertices) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(3 * vertices));
  for_corners(
      elements, [&](std::size_t e, int a) { return elements.implicit_force(e, a); },
      [&](Eigen::Index i, const Vec3& f) { sum.segment<3>(3 * i) += f; });
  return sum;
}

/// Assembles the blocks of all elements in one matrix; block(e, a, b) returns each block.
template <ElementKind E, class Block>
Eigen::MatrixXd assembled(const E& elements, std::size_t vertices, const Block& block) {
  const auto size = static_cast<Eigen::Index>(3 * vertices);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  for_corners(
      elements, [](std::size_t e, int a) { return std::pair(e, a); },
      [&](Eigen::Index i, std::pair<std::size_t, int> corner) {
        const std::array<VertexId, E::kCorners> ids = elements.vertices(corner.first);
        for (int b = 0; b < E::kCorners; ++b) {
          const VertexId other = ids[static_cast<std::size_t>(b)];
          if (!other.valid()) continue;
          sum.block<3, 3>(3 * i, 3 * static_cast<Eigen::Index>(other.index())) += block(corner.first, corner.second, b);
        }
      });
  return sum;
}

template <ElementKind E>
Eigen::MatrixXd matrix(const E& elements, std::size_t vertices, MatrixWeights weights) {
  return assembled(elements, vertices, [&](std::size_t e, int a, int b) { return elements.block(e, a, b, weights); });
}

inline Eigen::VectorXd stacked(std::span<const Vec3> points) {
  Eigen::VectorXd all(static_cast<Eigen::Index>(3 * points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) all.segment<3>(static_cast<Eigen::Index>(3 * i)) = points[i];
  return all;
}

/// Returns the central differences of value(): column j is for coordinate j of the positions; `step` is in metres.
template <ElementKind E, class Value>
Eigen::MatrixXd position_derivative(E& elements, ElementState state, double step, const Value& value) {
  Eigen::MatrixXd columns;
  for (std::size_t j = 0; j < 3 * state.x.size(); ++j) {
    double& coordinate = state.x[j / 3][static_cast<Eigen::Index>(j % 3)];
    const double middle = coordinate;
    coordinate = middle + step;
    elements.prepare(state.x, state.v);
    const Eigen::VectorXd after = value();
    coordinate = middle - step;
    elements.prepare(state.x, state.v);
    const Eigen::VectorXd before = value();
    coordinate = middle;
    if (j == 0) columns.resize(after.size(), static_cast<Eigen::Index>(3 * state.x.size()));
    columns.col(static_cast<Eigen::Index>(j)) = (after - before) / (2.0 * step);
  }
  elements.prepare(state.x, state.v);
  return columns;
}

/// Expects the elastic force to be minus the gradient of the energy.
template <ElementKind E>
void expect_force_is_gradient(E& elements, const ElementState& state, double step, double relative = 1e-6) {
  const Eigen::MatrixXd gradient =
      position_derivative(elements, state, step, [&] { return Eigen::VectorXd::Constant(1, total_energy(elements)); });
  const Eigen::VectorXd force = implicit_forces(elements, state.x.size());
  EXPECT_LE((force + gradient.transpose()).norm(), relative * (force.norm() + gradient.norm()));
}

/// Expects exact(e, a, b) to be minus the derivative of the elastic force.
template <ElementKind E, class Block>
void expect_exact_stiffness(E& elements, const ElementState& state, double step, const Block& exact,
                            double relative = 1e-6) {
  const Eigen::MatrixXd derivative =
      position_derivative(elements, state, step, [&] { return implicit_forces(elements, state.x.size()); });
  const Eigen::MatrixXd stiffness = assembled(elements, state.x.size(), exact);
  EXPECT_LE((stiffness + derivative).norm(), relative * (stiffness.norm() + derivative.norm()));
}

/// Expects blocks to be each other's transposes bit for bit, and both K and D of each element to be positive
/// semidefinite.
template <ElementKind E>
void expect_positive_blocks(E& elements, const ElementState& state) {
  elements.prepare(state.x, state.v);
  constexpr int kSize = 3 * E::kCorners;
  for (const MatrixWeights weights : {MatrixWeights{1.0, 0.0}, MatrixWeights{0.0, 1.0}, MatrixWeights{0.3, 0.7}}) {
    for (std::size_t e = 0; e < elements.size(); ++e) {
      Eigen::MatrixXd whole(kSize, kSize);
      for (int a = 0; a < E::kCorners; ++a) {
        for (int b = 0; b < E::kCorners; ++b) {
          whole.block<3, 3>(3 * a, 3 * b) = elements.block(e, a, b, weights);
        }
      }
      ASSERT_TRUE(whole.allFinite());
      ASSERT_TRUE(whole == whole.transpose());
      ASSERT_GE(eigenvalues(whole)[0], -1e-12 * whole.norm());
    }
  }
}

/// Expects the difference between the whole force and its implicit part to be -D v.
template <ElementKind E>
void expect_damping_is_linear(E& elements, const ElementState& state) {
  elements.prepare(state.x, state.v);
  const Eigen::MatrixXd damping = matrix(elements, state.x.size(), {.stiffness = 0.0, .velocity = 1.0});
  const Eigen::VectorXd all = forces(elements, state.x.size()), kept = implicit_forces(elements, state.x.size());
  const Eigen::VectorXd linear = -damping * stacked(state.v);
  EXPECT_LE((all - kept - linear).norm(), 1e-12 * (all.norm() + kept.norm() + linear.norm()));
}

/// Expects internal forces to conserve momentum and angular momentum, and damping to dissipate energy.
template <ElementKind E>
void expect_internal_forces(E& elements, const ElementState& state) {
  elements.prepare(state.x, state.v);
  const Eigen::VectorXd all = forces(elements, state.x.size()), kept = implicit_forces(elements, state.x.size());
  Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
  double force_scale = 0.0, torque_scale = 0.0;
  for (std::size_t i = 0; i < state.x.size(); ++i) {
    const Vec3 f = all.segment<3>(static_cast<Eigen::Index>(3 * i));
    sum += f;
    torque += state.x[i].cross(f);
    force_scale += f.norm();
    torque_scale += state.x[i].norm() * f.norm();
  }
  // Include each element in the scale, because forces of many elements may cancel at a vertex.
  for_corners(
      elements, [&](std::size_t e, int a) { return elements.force(e, a); },
      [&](Eigen::Index i, const Vec3& f) {
        force_scale += f.norm();
        torque_scale += state.x[static_cast<std::size_t>(i)].norm() * f.norm();
      });
  EXPECT_LE(sum.norm(), 1e-12 * force_scale);
  EXPECT_LE(torque.norm(), 1e-12 * torque_scale);
  const Eigen::VectorXd v = stacked(state.v);
  EXPECT_LE((all - kept).dot(v), 1e-12 * (all - kept).norm() * v.norm());
}

/// Checks all of the above laws that hold for springs, membranes and similar elements at any state.
template <ElementKind E>
void expect_elastic_laws(E& elements, const ElementState& state, double step) {
  expect_force_is_gradient(elements, state, step);
  expect_positive_blocks(elements, state);
  expect_damping_is_linear(elements, state);
  expect_internal_forces(elements, state);
}

template <ElementKind E>
void expect_finite(E& elements, const ElementState& state) {
  elements.prepare(state.x, state.v);
  EXPECT_TRUE(std::isfinite(total_energy(elements)));
  EXPECT_TRUE(forces(elements, state.x.size()).allFinite());
  EXPECT_TRUE(implicit_forces(elements, state.x.size()).allFinite());
  expect_positive_blocks(elements, state);
}

}  // namespace muslin::test
