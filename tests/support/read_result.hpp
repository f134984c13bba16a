#pragma once
#include <gtest/gtest.h>

#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <string>

namespace muslin::test {

/// Returns the mesh; the test fails if it could not be read.
[[nodiscard]] inline Mesh good(const Result<Mesh>& mesh) {
  EXPECT_TRUE(mesh) << mesh.error().message();
  return mesh ? *mesh : Mesh{};
}

/// Returns "where: what; remedy" of the error; the test fails if there is none.
[[nodiscard]] inline std::string fault(const Result<Mesh>& mesh) {
  EXPECT_FALSE(mesh);
  return mesh ? "" : mesh.error().message();
}

}  // namespace muslin::test
