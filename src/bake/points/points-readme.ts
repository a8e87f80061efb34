import { type PointsFacts, pointsFileName } from '../write-points.ts';

/** Of a bake, what the words about particles need. */
interface BakeFrames {
  readonly fps: number;
  readonly frameCount: number;
  /** Number of the first frame, and its time in seconds. */
  readonly firstFrame: number;
  readonly startSeconds: number;
}

/** One line a file, for the list at the beginning. */
export function listPointsFiles(
  points: PointsFacts,
  { firstFrame, frameCount }: Pick<BakeFrames, 'firstFrame' | 'frameCount'>,
): string[] {
  const { name, plyFolder, usd, glb, glbFrame, picture, most } = points;
  const lines: string[] = [];
  if (usd) lines.push(`${usd}: ${name}, up to ${most} particles, over time`);
  if (plyFolder) {
    const last = pointsFileName(name, firstFrame + frameCount - 1);
    lines.push(`${plyFolder}/${pointsFileName(name, firstFrame)} to ${last}: the same, one file a frame`);
  }
  if (glb) lines.push(`${glb}: the particles of frame ${glbFrame} as points`);
  if (picture) lines.push(`${picture}: pictures of them`);
  return lines;
}

/** What stands in the files. */
export function explainPoints(
  { name, plyFolder, usd, usdPrim, isTurning, attributes }: PointsFacts,
  { firstFrame, startSeconds }: BakeFrames,
): string {
  if (!plyFolder && !usd) return '';
  const own = (names: readonly string[]) => names.map((attribute) => `, ${attribute}`).join('');
  return [
    `Particles of ${name} (metres, seconds; ids say who is who from frame to frame)`,
    ...(usd
      ? [
          `  USD: prim /${usdPrim} of type Points with points, velocities, widths (diameters), ids, extent;`,
          `  primvars displayColor (linear), displayOpacity, birth${isTurning ? ', orient' : ''}${own(attributes)}. Time code ${firstFrame} is the time ${show(startSeconds)} s.`,
        ]
      : []),
    ...(plyFolder
      ? [
          '  PLY: x y z, red green blue (sRGB), alpha (opacity), vx vy vz, diameter, id, birth' +
            `${isTurning ? ', qx qy qz qw' : ''}${own(attributes)}.`,
        ]
      : []),
  ].join('\n');
}

/** A script for the PLY sequence, which needs no more than Blender itself, and the way of USD. */
export function explainPointsInBlender(
  points: PointsFacts,
  { fps, frameCount, firstFrame }: BakeFrames,
): string {
  const { name, plyFolder, usd, attributes, isTurning } = points;
  const lines: string[] = [];
  if (usd) {
    lines.push(
      `  Blender 4.4 and later: File > Import > Universal Scene Description, ${usd}. It comes in as a point cloud that moves`,
      `  with the timeline (a Mesh Sequence Cache modifier; frame ${firstFrame} is the first); its attributes are radius, id,`,
      `  velocity, displayColor and the others. Set the frame rate of the scene to ${show(fps)}.`,
    );
  }
  if (plyFolder) {
    const floats = ['diameter', 'birth', ...(isTurning ? ['qx', 'qy', 'qz', 'qw'] : []), ...attributes];
    lines.push(
      `  ${usd ? 'Any Blender since 3.2, with' : 'Since Blender 3.2, with'} the PLY files: paste this into the Text Editor (Scripting workspace), set the folder`,
      `  and run it. The object "${name}" then shows the particles of every frame, with colours and attributes;`,
      '  Cycles renders them as spheres.',
      '',
      ...indent([
        'import bpy, os, numpy as np',
        'folder = r"PATH OF THE FOLDER THAT HOLDS THIS FILE"',
        `first, last = ${firstFrame}, ${firstFrame + frameCount - 1}`,
        'kinds = {"float": "<f4", "uint": "<u4", "uchar": "u1"}',
        `mesh = bpy.data.meshes.new(${JSON.stringify(name)})`,
        `particles = bpy.data.objects.new(${JSON.stringify(name)}, mesh)`,
        'bpy.context.collection.objects.link(particles)',
        '',
        'def show(scene, *_):',
        '    frame = min(max(scene.frame_current, first), last)',
        `    path = os.path.join(folder, ${JSON.stringify(plyFolder)}, ${JSON.stringify(`${name}.%04d.ply`)} % frame)`,
        '    data = open(path, "rb").read()',
        '    end = data.index(b"end_header\\n") + 11',
        '    lines = [line.split() for line in data[:end].decode().splitlines()]',
        '    count = next(int(line[2]) for line in lines if line[0] == "element")',
        '    fields = [(line[2], kinds[line[1]]) for line in lines if line[0] == "property"]',
        '    points = np.frombuffer(data, fields, count, end)',
        '    mesh.clear_geometry()',
        '    mesh.vertices.add(count)',
        '    places = np.stack([points["x"], -points["z"], points["y"]], 1)',
        '    mesh.vertices.foreach_set("co", places.ravel())',
        '    velocity = np.stack([points["vx"], -points["vz"], points["vy"]], 1)',
        '    keep(mesh, "velocity", "FLOAT_VECTOR", "vector", velocity)',
        '    color = np.stack([points[c] for c in ("red", "green", "blue", "alpha")], 1) / 255',
        '    color[:, :3] = np.where(color[:, :3] <= 0.04045, color[:, :3] / 12.92, ((color[:, :3] + 0.055) / 1.055) ** 2.4)',
        '    keep(mesh, "displayColor", "FLOAT_COLOR", "color", color)',
        '    keep(mesh, "id", "INT", "value", points["id"].astype("i4"))',
        `    for name in ${JSON.stringify(floats)}:`,
        '        keep(mesh, name, "FLOAT", "value", points[name])',
        '    mesh.update()',
        '',
        'def keep(mesh, name, kind, slot, values):',
        '    attribute = mesh.attributes.get(name) or mesh.attributes.new(name, kind, "POINT")',
        '    attribute.data.foreach_set(slot, np.ascontiguousarray(values).ravel())',
        '',
        'def as_points():',
        '    group = bpy.data.node_groups.new("particles", "GeometryNodeTree")',
        '    for way in ("INPUT", "OUTPUT"):',
        '        if bpy.app.version < (4, 0, 0):',
        '            (group.inputs if way == "INPUT" else group.outputs).new("NodeSocketGeometry", "Geometry")',
        '        else:',
        '            group.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")',
        '    kinds = "NodeGroupInput", "GeometryNodeMeshToPoints", "NodeGroupOutput", "GeometryNodeInputNamedAttribute", "ShaderNodeMath"',
        '    source, points, result, diameter, half = [group.nodes.new(kind) for kind in kinds]',
        '    diameter.data_type, diameter.inputs["Name"].default_value = "FLOAT", "diameter"',
        '    half.operation, half.inputs[1].default_value = "MULTIPLY", 0.5',
        '    value = next(socket for socket in diameter.outputs if socket.enabled and socket.name == "Attribute")',
        '    group.links.new(value, half.inputs[0])',
        '    group.links.new(half.outputs[0], points.inputs["Radius"])',
        '    group.links.new(source.outputs[0], points.inputs["Mesh"])',
        '    paint = group.nodes.new("GeometryNodeSetMaterial")',
        '    paint.inputs["Material"].default_value = colored()',
        '    group.links.new(points.outputs[0], paint.inputs["Geometry"])',
        '    group.links.new(paint.outputs[0], result.inputs[0])',
        '    return group',
        '',
        'def colored():',
        '    material = bpy.data.materials.new("particles")',
        '    material.use_nodes = True',
        '    nodes, links = material.node_tree.nodes, material.node_tree.links',
        '    color = nodes.new("ShaderNodeAttribute")',
        '    color.attribute_name = "displayColor"',
        '    surface = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")',
        '    links.new(color.outputs["Color"], surface.inputs["Base Color"])',
        '    links.new(color.outputs["Alpha"], surface.inputs["Alpha"])',
        '    return material',
        '',
        'particles.modifiers.new("points", "NODES").node_group = as_points()',
        'bpy.app.handlers.frame_change_pre.append(show)',
        `bpy.context.scene.render.fps = ${Math.round(fps)}`,
        ...(Math.round(fps) === fps
          ? []
          : [`bpy.context.scene.render.fps_base = ${show(Math.round(fps) / fps)}`]),
        'bpy.context.scene.frame_start, bpy.context.scene.frame_end = first, last',
        'bpy.context.scene.frame_set(first)',
      ]),
    );
  }
  return lines.length > 0 ? [`Blender (particles of ${name})`, ...lines].join('\n') : '';
}

export function explainPointsInHoudini(points: PointsFacts, { fps, firstFrame }: BakeFrames): string {
  const { name, plyFolder, usd } = points;
  if (!plyFolder && !usd) return '';
  return [
    `Houdini (particles of ${name}; metres and Y up as here; set the frame rate to ${show(fps)}, frame ${firstFrame} is the first)`,
    usd
      ? `  In Solaris: a Sublayer node with $HIP/${usd}. In SOPs: a USD Import node with the same file, unpacked.`
      : '  Bake pointsUsd as well: Houdini reads USD with all that particles have.',
  ].join('\n');
}

/** Programs that show a frame, and those that need a detour. */
export function explainPointsElsewhere(all: readonly PointsFacts[]): string {
  const folders = all.flatMap(({ plyFolder }) => (plyFolder ? [plyFolder] : []));
  const glbs = all.flatMap(({ glb }) => (glb ? [glb] : []));
  const usds = all.flatMap(({ usd }) => (usd ? [usd] : []));
  const lines: string[] = [];
  if (folders.length > 0)
    lines.push(`  MeshLab and CloudCompare open any file of ${folders.join(', ')}, with its colours.`);
  if (glbs.length > 0) {
    lines.push(
      `  Readers of glTF that know points (three.js, Babylon.js) show ${glbs.join(', ')}; sizes are the attribute _SIZE.`,
    );
  }
  if (usds.length > 0) {
    lines.push(
      '  Unreal and Unity draw neither USD points nor points of glTF as particles: there, bring the USD into Houdini or Blender',
      '  and hand it on as their own kind of cache, or read the PLY files, which are plain tables.',
    );
  }
  return lines.length > 0 ? ['Particles elsewhere', ...lines].join('\n') : '';
}

/** Eight digits at most. */
function show(value: number): string {
  return String(Number(value.toPrecision(8)));
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line ? `    ${line}` : ''));
}
