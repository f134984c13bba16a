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

/// cloth and shell: triangles; cable: segments; obstacle: either, moved by a script or standing still; embedded:
/// triangles that sit on a sheet and are carried by it.
enum class BodyKind { cloth, shell, cable, obstacle, embedded };

/// How a sheet resists stretch and shear.
enum class StretchModel {
  membrane,  ///< triangles in material space: the fabric's numbers, on any mesh
  springs,   ///< structural, shear and bend springs [Choi02]; bending is theirs too
};

/// How a sheet of membrane triangles resists bending.
enum class BendingModel {
  quadratic,  ///< constant stiffness: fast; rest shape flat
  hinges,     ///< angles between triangles: any rest shape, plasticity
};

/// One thing in the scene, before it is put into the world. Vertex ids are its own.
struct Body {
  std::string name;
  BodyKind kind = BodyKind::cloth;
  Mesh mesh;  ///< where it starts [m]. Its material coordinates are its rest shape; without them, the start is
  Fabric fabric;
  CableMaterial cable;
  StretchModel stretch_model = StretchModel::membrane;
  BendingModel bending_model = BendingModel::quadratic;
  Plasticity plasticity;         ///< of BendingModel::hinges
  Vec3 velocity = Vec3::Zero();  ///< at the start [m/s]
  std::optional<StretchLimit> stretch_limit;
  Patches patches;
  Embedding embedding;  ///< of BodyKind::embedded
};

/// Ties a point of one body to a point of another (or of the same): `vertex` of body `from` to the weighted mean of up
/// to three vertices of body `to`.
struct Tie {
  std::int32_t from = 0;  ///< index of the body
  VertexId vertex;
  std::int32_t to = 0;
  std::array<VertexId, 3> anchor;                  ///< invalid ids are not used
  std::array<double, 3> weight = {1.0, 0.0, 0.0};  ///< sum to 1
  double length = 0.0;                             ///< distance it keeps [m]
  double stiffness = 1000.0;                       ///< [N/m]
  double damping = 1e-3;                           ///< [s]
};

/// Loads on all bodies: gravity, wind, drag of the air and damping.
struct Loads {
  Vec3 gravity = Vec3(0.0, -9.81, 0.0);  ///< [m/s²]
  Vec3 wind = Vec3::Zero();              ///< velocity of the air [m/s]
  double gust_strength = 0.0;            ///< [1] the wind swells and falls by this share of its speed…
  double gust_period = 2.0;              ///< … about once in this time [s]
  double air_density = 1.2;              ///< [kg/m³]; 0: no drag
  double normal_drag = 1.0;              ///< [1] coefficient of a face across the stream
  double tangential_drag = 0.05;         ///< [1] along it
  double damping = 0.0;                  ///< [1/s] of all motion, in proportion to mass
};

/// What scenes may set (core/option.hpp).
void describe(Description<Body>& options);
void describe(Description<Tie>& options);
void describe(Description<Loads>& options);

}  // namespace muslin
