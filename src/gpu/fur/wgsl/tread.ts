/** How strands lean where they are trodden, as `tread.ts` of `src/systems/fur/tread/`. A vertex has one strand, with the same number. */
export const treadFunctions = /* wgsl */ `
/** Tangent and bitangent of the skin at a vertex, at the end of the step. */
struct Basis { tangent: vec3f, bitangent: vec3f }

fn basisAt(v: u32, normal: vec3f) -> Basis {
  let edge = pointAt(ints[sizes.neighbors + v], step.s1) - pointAt(v, step.s1);
  var tangent = edge - dot(edge, normal) * normal;
  if (!(dot(tangent, tangent) > 1e-10 * dot(edge, edge))) {
    let any = select(vec3f(0.0, 1.0, 0.0), vec3f(1.0, 0.0, 0.0), abs(normal.x) < 0.6);
    tangent = any - dot(any, normal) * normal;
  }
  tangent = normalize(tangent);
  return Basis(tangent, cross(normal, tangent));
}

/** The unit direction \`rest\` as trodden. tread: its amount, and cosine and sine of its direction in the tangent plane. */
fn leaned(tread: vec3f, rest: vec3f, normal: vec3f, basis: Basis) -> vec3f {
  if (tread.x == 0.0) { return rest; }
  let angle = tread.x * step.maxLean;
  let aside = sin(angle);
  let lying = cos(angle) * normal + aside * (tread.y * basis.tangent + tread.z * basis.bitangent);
  let standing = dot(rest, normal);
  let combed = sqrt(max(0.0, 1.0 - standing * standing));
  var ratio = 1.0;
  if (aside < combed) { ratio = aside / combed; }
  return normalize(mix(rest, lying, ratio * ratio * (3.0 - 2.0 * ratio)));
}

/** A unit direction at a vertex with the tread that is stored there. */
fn leanedAt(v: u32, rest: vec3f, normal: vec3f) -> vec3f {
  let tread = skinAt(skin_tread, v);
  if (!hasFlag(flag_trodden) || tread.x == 0.0) { return rest; }
  return leaned(tread, rest, normal, basisAt(v, normal));
}
`;
