#include <muslin/io/run/blender_script.hpp>

namespace muslin {
namespace {

// The script makes meshes from the lines of the OBJ files and does not use Blender's importer: the importer has changed
// its name, its options and its axes between versions, and a Mesh Cache needs the vertices exactly as in the file.
constexpr std::string_view kScript =
    R"PYTHON("""Imports the run in this folder into Blender 2.93 or later, each body with its animation.

    blender --python import_in_blender.py

or open this file in Blender's text editor and press Run.
"""
import json
import math
import os

import bpy


def find_folder():
    places = [os.path.dirname(os.path.realpath(__file__))]
    places += [os.path.dirname(bpy.path.abspath(text.filepath)) for text in bpy.data.texts if text.filepath]
    for place in places:
        if os.path.isfile(os.path.join(place, "run.json")):
            return place
    raise FileNotFoundError("run.json not found; keep this script in its run folder")


def read_mesh(path, name):
    points, uvs, faces, face_uvs, edges = [], [], [], [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == "v":
                points.append([float(word) for word in words[1:4]])
            elif words[0] == "vt":
                uvs.append([float(word) for word in words[1:3]])
            elif words[0] == "f":
                corners = [word.split("/") for word in words[1:]]
                faces.append([int(corner[0]) - 1 for corner in corners])
                face_uvs += [int(corner[1]) - 1 if len(corner) > 1 and corner[1] else None for corner in corners]
            elif words[0] == "l":
                ends = [int(word.split("/")[0]) - 1 for word in words[1:]]
                edges += list(zip(ends, ends[1:]))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, edges, faces)
    mesh.update()
    if uvs and faces:
        layer = mesh.uv_layers.new(name="material")
        for corner, uv in enumerate(face_uvs):
            if uv is not None:
                layer.data[corner].uv = uvs[uv]
    return mesh


def add_body(folder, run, body, collection):
    name = body["name"]
    item = bpy.data.objects.new(name, read_mesh(os.path.join(folder, name + ".obj"), name))
    collection.objects.link(item)
    if run["up"] == "y":  # Blender's up is z
        item.rotation_euler = (math.radians(90.0), 0.0, 0.0)
    elif run["up"] == "x":
        item.rotation_euler = (0.0, math.radians(-90.0), 0.0)
    for polygon in item.data.polygons:
        polygon.use_smooth = body["kind"] != "obstacle"
    cache = item.modifiers.new("Muslin", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = os.path.join(folder, name + ".pc2")
    cache.frame_start = run["start_frame"]
    cache.forward_axis, cache.up_axis = "POS_Y", "POS_Z"  # as they are in the file: the object is turned, not the points


def main():
    folder = find_folder()
    with open(os.path.join(folder, "run.json"), encoding="utf-8") as file:
        run = json.load(file)
    collection = bpy.data.collections.new(os.path.basename(folder))
    scene = bpy.context.scene
    scene.collection.children.link(collection)
    for body in run["bodies"]:
        add_body(folder, run, body, collection)
    scene.frame_start = run["start_frame"]
    scene.frame_end = run["start_frame"] + run["frames_done"]
    scene.render.fps = max(1, round(run["frame_rate"]))
    scene.render.fps_base = scene.render.fps / run["frame_rate"]
    scene.frame_set(run["start_frame"])


main()
)PYTHON";

}  // namespace

std::string_view blender_script() { return kScript; }

}  // namespace muslin
