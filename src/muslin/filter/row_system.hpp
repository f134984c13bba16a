#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <muslin/filter/rigid_patches.hpp>
#include <span>
#include <utility>
#include <vector>

namespace muslin {

/// The gradient of a row's value by the translation and the rotation of one of its nodes.
struct NodeGradient {
  std::int32_t node = -1;  ///< -1 if there is none
  Vec3 translation = Vec3::Zero();
  Vec3 rotation = Vec3::Zero();  ///< zero for vertices
  /// D, the vector whose length the row limits, changes by coefficient · translation + rotation × weighted_arm.
  double coefficient = 0.0;
  Vec3 weighted_arm = Vec3::Zero();
};

/// The matrix G W Gᵀ of rows G with up to three nodes each, where W is the mobility of the nodes: vertices first, then
/// rigid patches. The elimination order is found once for all rows. A free row is a one on the diagonal, and costs
/// nothing if its neighbours are free too. Earlier active sets leave no trace, so that a resumed run has the same bits.
/// Runs on one thread.
class RowSystem {
 public:
  static constexpr std::size_t kNodesPerRow = 3;
  using NodeGradients = std::array<NodeGradient, kNodesPerRow>;

  /// Each of `rows` names its nodes. The first `vertex_nodes` of `nodes` do not rotate.
  RowSystem(std::vector<NodeGradients> rows, std::size_t vertex_nodes, std::size_t nodes);
  ~RowSystem();
  RowSystem(RowSystem&&) noexcept;
  RowSystem& operator=(RowSystem&&) noexcept;

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// The rows that have a node, each with the index of its gradient.
  [[nodiscard]] std::span<const std::pair<std::uint32_t, std::uint8_t>> rows_at(std::size_t node) const {
    return at_node_[node];
  }
  /// The gradients must be set before factorise().
  [[nodiscard]] NodeGradients& row(std::size_t r) { return rows_[r]; }
  [[nodiscard]] const NodeGradients& row(std::size_t r) const { return rows_[r]; }
  [[nodiscard]] std::size_t vertex_nodes() const { return vertex_nodes_; }
  [[nodiscard]] std::size_t nodes() const { return mobility_.size(); }
  [[nodiscard]] Mobility& mobility(std::size_t node) { return mobility_[node]; }
  [[nodiscard]] const Mobility& mobility(std::size_t node) const { return mobility_[node]; }

  /// Factorises the matrix of the active rows, with its diagonal raised by the share `shift`. Returns false if it has
  /// no finite factors.
  [[nodiscard]] bool factorise(std::span<const std::uint8_t> active, double shift);
  /// Solves (G W Gᵀ) λ = b over the active rows. Free rows get λ = 0, and their b is not read.
  void solve(std::span<const double> b, std::span<double> lambda);

  /// Translations [m] and rotations [rad] of all nodes.
  struct Motion {
    std::vector<Vec3> translation, rotation;
    void assign_zero(std::size_t nodes) {
      translation.assign(nodes, Vec3::Zero());
      rotation.assign(nodes, Vec3::Zero());
    }
  };
  /// motion += W Gᵀ λ.
  void add_response(std::span<const double> lambda, Motion& motion) const;
  /// Row r of G motion.
  [[nodiscard]] double change(std::size_t r, const Motion& motion) const;

 private:
  struct Pattern;
  [[nodiscard]] std::unique_ptr<Pattern> make_pattern() const;

  std::vector<NodeGradients> rows_;
  std::vector<Mobility> mobility_;
  std::size_t vertex_nodes_;
  std::vector<std::vector<std::pair<std::uint32_t, std::uint8_t>>> at_node_;  ///< see rows_at()
  std::vector<std::uint8_t> active_;
  std::size_t active_count_ = 0;
  std::unique_ptr<Pattern> pattern_;
};

}  // namespace muslin
