#pragma once
#include <gtest/gtest.h>

#include <muslin/core/result.hpp>
#include <muslin/geometry/mesh.hpp>
#include <string>

namespace muslin::test {

/// The mesh, which must have been read.
[[nodiscard]] inline Mesh good(const Result<Mesh>& mesh) {
  EXPECT_TRUE(mesh) << mesh.error().message();
  return mesh ? *mesh : Mesh{};
}

/// "where: what; remedy" of the error that reading must have given.
[[nodiscard]] inline std::string fault(const Result<Mesh>& mesh) {
  EXPECT_FALSE(mesh);
  return mesh ? "" : mesh.error().message();
}

}  // namespace muslin::test
