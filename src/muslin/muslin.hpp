#pragma once
/// The public interface of Muslin: this header and what it includes. The rest may change between versions.
#include <muslin/core/parallel.hpp>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/geometry/topology.hpp>
#include <muslin/version.hpp>
