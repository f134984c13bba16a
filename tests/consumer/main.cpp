#include <cstdio>
#include <muslin/muslin.hpp>

int main() {
  muslin::Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{muslin::VertexId(0), muslin::VertexId(1), muslin::VertexId(2)}};
  const auto topology = muslin::make_topology(mesh);
  std::printf("muslin %s: %zu edges\n", MUSLIN_VERSION, topology.edges.size());
  return topology.edges.size() == 3 ? 0 : 1;
}
