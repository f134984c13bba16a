#pragma once
/// @file
/// The whole public interface of Muslin. Only these headers are installed; everything else may change between versions.

/// @namespace muslin
/// All names of the library. What is in a nested namespace `detail` is not for users.

/// @mainpage
/// Muslin simulates cloth, shells and cables that never pass through themselves or anything else. Before a step is
/// taken, its whole motion is proved free of intersections; an independent audit then checks every frame.
///
/// All names are in the namespace muslin. Quantities are in SI units, and their unit is given in square brackets.
/// Functions that can fail because of the user's input return a muslin::Result instead of throwing.
/// Include `muslin/muslin.hpp`, or only the header that a task needs:
///
/// | task | start from | header |
/// |---|---|---|
/// | simulate a scene file into a run folder | muslin::run_scene() | `muslin/io/runner/run_scene.hpp` |
/// | inspect the result of such a run | muslin::read_run_record() | `muslin/io/run/run_record.hpp` |
/// | read a scene file | muslin::read_scene() | `muslin/io/scene/scene_file.hpp` |
/// | make a scene in code | muslin::Scene | `muslin/sim/scene.hpp` |
/// | make the mesh of a body | muslin::make_grid() and others | `muslin/geometry/shapes.hpp` |
/// | choose a material | muslin::find_fabric() | `muslin/model/material.hpp` |
/// | simulate frame by frame | muslin::Simulator | `muslin/sim/simulator.hpp` |
/// | simulate all frames, and write them in a format of your own | muslin::FrameSink | `muslin/sim/run_frames.hpp` |
/// | resolve collisions by a method of your own | muslin::Response | `muslin/response/response.hpp` |
/// | count the intersections of a mesh exactly | muslin::audit() | `muslin/detect/audit.hpp` |
/// | separate meshes that intersect | muslin::untangle_meshes() | `muslin/sim/untangle_meshes.hpp` |
/// | do the same for files, frame by frame | muslin::untangle_files() | `muslin/io/mesh/untangle_files.hpp` |
/// | find defects of a mesh | muslin::check_mesh() | `muslin/detect/mesh_check.hpp` |
/// | find when two moving elements meet | muslin::time_of_impact() | `muslin/detect/time_of_impact.hpp` |
/// | read and write a mesh | muslin::read_mesh() | `muslin/io/mesh/mesh_file.hpp` |
/// | read the frames of meshes or point caches | muslin::FrameSequence | `muslin/io/mesh/frame_sequence.hpp` |
/// | draw a picture | muslin::draw_picture() | `muslin/render/picture.hpp` |
///
/// The library consists of three targets of CMake. `muslin::muslin` stands for all of them.
///
/// | target | contents | folders |
/// |---|---|---|
/// | `muslin::core` | the solver, without files and pictures | all that are not named below |
/// | `muslin::render` | pictures and contact sheets; uses `muslin::core` | `render` |
/// | `muslin::io` | the only target that knows a file format; uses both others | `io` |

#include <muslin/contact/contact.hpp>
#include <muslin/contact/impulse.hpp>
#include <muslin/contact/zones.hpp>
#include <muslin/core/counters.hpp>
#include <muslin/core/parallel.hpp>
#include <muslin/core/report_fields.hpp>
#include <muslin/core/result.hpp>
#include <muslin/core/types.hpp>
#include <muslin/detect/audit.hpp>
#include <muslin/detect/collision_mesh.hpp>
#include <muslin/detect/mesh_check.hpp>
#include <muslin/detect/time_of_impact.hpp>
#include <muslin/dynamics/integrator_options.hpp>
#include <muslin/dynamics/kinematics.hpp>
#include <muslin/geometry/box.hpp>
#include <muslin/geometry/mesh.hpp>
#include <muslin/geometry/shapes.hpp>
#include <muslin/io/file/png.hpp>
#include <muslin/io/mesh/frame_sequence.hpp>
#include <muslin/io/mesh/mesh_file.hpp>
#include <muslin/io/mesh/untangle_files.hpp>
#include <muslin/io/run/pc2_sink.hpp>
#include <muslin/io/run/run_record.hpp>
#include <muslin/io/runner/run_scene.hpp>
#include <muslin/io/scene/scene_file.hpp>
#include <muslin/model/body.hpp>
#include <muslin/model/material.hpp>
#include <muslin/render/camera.hpp>
#include <muslin/render/colour.hpp>
#include <muslin/render/contact_sheet.hpp>
#include <muslin/render/image.hpp>
#include <muslin/render/picture.hpp>
#include <muslin/response/collision_options.hpp>
#include <muslin/response/collision_report.hpp>
#include <muslin/response/collision_view.hpp>
#include <muslin/response/response.hpp>
#include <muslin/sim/expectations.hpp>
#include <muslin/sim/frame_costs.hpp>
#include <muslin/sim/motion.hpp>
#include <muslin/sim/run_frames.hpp>
#include <muslin/sim/run_statistics.hpp>
#include <muslin/sim/scene.hpp>
#include <muslin/sim/scene_warnings.hpp>
#include <muslin/sim/simulator.hpp>
#include <muslin/sim/start_audit.hpp>
#include <muslin/sim/state.hpp>
#include <muslin/sim/step_report.hpp>
#include <muslin/sim/untangle.hpp>
#include <muslin/sim/untangle_meshes.hpp>
#include <muslin/version.hpp>
