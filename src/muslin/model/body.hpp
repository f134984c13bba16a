#pragma once
#include <muslin/core/described.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/model/cable_material.hpp>
#include <muslin/model/embedding.hpp>
#include <muslin/model/fabric.hpp>
#include <muslin/model/patches.hpp>
#include <muslin/model/plasticity.hpp>
#include <muslin/model/stretch_limit.hpp>
#include <optional>
#include <string>
#include <vector>

namespace muslin {

/// The kinds of bodies. Cloth and shell consist of triangles, and cable of segments. An obstacle consists of either,
/// and is moved by a script or stands still. Embedded bodies are triangles fixed to a sheet, which carries them.
enum class BodyKind { cloth, shell, cable, obstacle, embedded };

/// The models of a sheet's resistance to stretch and shear.
enum class StretchModel {
  membrane,  ///< triangles in material space: reproduces the fabric's moduli on any mesh
  springs,   ///< structural, shear and bend springs [Choi02], which also provide the bending
};

/// The models of the bending resistance of a sheet of membrane triangles.
enum class BendingModel {
  quadratic,  ///< constant stiffness: fast, for a flat rest shape
  hinges,     ///< angles between triangles: for any rest shape and plasticity
};

/// One object of the scene, before it is added to the world. Vertex ids are local to the body.
struct Body {
  std::string name;
  BodyKind kind = BodyKind::cloth;
  Mesh mesh;  ///< start positions [m]; the rest shape is given by its material coordinates, or without them by the
              ///< start
  Fabric fabric;
  CableMaterial cable;
  StretchModel stretch_model = StretchModel::membrane;
  BendingModel bending_model = BendingModel::quadratic;
  Plasticity plasticity;         ///< for BendingModel::hinges
  Vec3 velocity = Vec3::Zero();  ///< at the start [m/s]
  std::optional<StretchLimit> stretch_limit;
  Patches patches;
  Embedding embedding;  ///< for BodyKind::embedded
};

/// Ties a point of one body to a point of another or of the same: `vertex` of body `from` to the weighted mean of up to
/// three vertices of body `to`.
struct Tie {
  std::int32_t from = 0;  ///< index of the body
  VertexId vertex;
  std::int32_t to = 0;
  std::array<VertexId, 3> anchor;                  ///< invalid ids are unused
  std::array<double, 3> weight = {1.0, 0.0, 0.0};  ///< sum to 1
  double length = 0.0;                             ///< rest distance [m]
  double stiffness = 1000.0;                       ///< [N/m]
  double damping = 1e-3;                           ///< [s]
};

/// The loads that act on all bodies.
struct Loads {
  Vec3 gravity = Vec3(0.0, -9.81, 0.0);  ///< [m/s²]
  Vec3 wind = Vec3::Zero();              ///< velocity of the air [m/s]
  double gust_strength = 0.0;            ///< [1] amplitude of the gusts, relative to the wind speed
  double gust_period = 2.0;              ///< approximate period of the gusts [s]
  double air_density = 1.2;              ///< [kg/m³]; 0 disables drag
  double normal_drag = 1.0;              ///< [1] coefficient of the flow across a face
  double tangential_drag = 0.05;         ///< [1] coefficient of the flow along a face
  double damping = 0.0;                  ///< [1/s] of all motion, proportional to mass
};

/// Describe the options that scenes may set (core/option.hpp).
void describe(Description<Body>& options);
void describe(Description<Tie>& options);
void describe(Description<Loads>& options);

}  // namespace muslin
