// Cubes as they are drawn: one instanced mesh a set, all of them with one shader that paints wood, mark, snow and glow.

import {
  BoxGeometry,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshLambertMaterial,
  Object3D,
  type BufferAttribute,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Cell } from "../../protocol";
import { FEW, setPlaces } from "./instances";
import { STONE, type Spot } from "./layout";
import { MARKS, paintOf } from "../icons/paints";

export interface Drawn {
  spot: Spot;
  cell: Cell;
  colour: string;
  /** Other cells of the same block: towards them the cube has no edge. */
  joined: (cell: Cell) => boolean;
  /** What stands around it and keeps light away: see `surrounding`. */
  around: number;
  /** 0 to 1: how much it is lit up. */
  lit: number;
  /** 0 to 1: how much snow hides it. */
  snowed: number;
  /** Just placed: it falls and shines for a moment. */
  fresh: boolean;
}

const BEVEL = 0.075;

/** A cube with rounded edges: each face a grid of three by three, of which the outer strips are the bevel. */
function bevelled(): BufferGeometry {
  const geometry = new BoxGeometry(1, 1, 1, 3, 3, 3);
  const place = geometry.getAttribute("position");
  const normal = geometry.getAttribute("normal");
  const inner = 0.5 - BEVEL;
  const faces: number[] = [];
  const rims: number[] = [];
  const facings: number[] = [];
  for (let i = 0; i < place.count; i++) {
    const at = [place.getX(i), place.getY(i), place.getZ(i)];
    const facing = [normal.getX(i), normal.getY(i), normal.getZ(i)].findIndex((part) => Math.abs(part) > 0.5);
    const core = at.map((part) => Math.sign(part) * inner);
    // A vertex of the grid at a sixth is the corner of the flat part, one at a half lies on the rim.
    const out = at.map((part) => (Math.abs(part) > 0.4 ? Math.sign(part) : 0));
    const length = Math.hypot(...out);
    const [nx, ny, nz] = out.map((part) => part / length) as [number, number, number];
    place.setXYZ(i, core[0]! + nx * BEVEL, core[1]! + ny * BEVEL, core[2]! + nz * BEVEL);
    normal.setXYZ(i, nx, ny, nz);
    facings.push(...[0, 1, 2].map((axis) => (axis === facing ? Math.sign(at[axis]!) : 0)));
    rims.push(out.filter((part) => part !== 0).length > 1 ? 1 : 0);
    // Where on its face it lies, upright on the sides and read from the front on top.
    const [x, y, z] = [place.getX(i), place.getY(i), place.getZ(i)];
    if (facing === 0) faces.push(-Math.sign(at[0]!) * z, y);
    else if (facing === 1) faces.push(x, -z);
    else faces.push(Math.sign(at[2]!) * x, y);
  }
  geometry.setAttribute("uv", new Float32BufferAttribute(faces, 2));
  geometry.setAttribute("rim", new Float32BufferAttribute(rims, 1));
  geometry.setAttribute("facing", new Float32BufferAttribute(facings, 3));
  return geometry;
}

/** What all cubes of a board share: how far the block just placed still has to fall, and how brightly it shines. */
export interface Fresh {
  drop: { value: number };
  shine: { value: number };
}

/** The bit of a neighbour among the 27 cells around a cube, in the picture's axes: x, up, z. */
const bitOf = (x: number, y: number, z: number): number => x + 1 + 3 * (y + 1) + 9 * (z + 1);

// How much a corner of a face lies in the dark: by the two cells beside it in front of the face, and the one across.
const SHADE = /* glsl */ `
  float filled(ivec3 to) {
    return float((around >> uint(to.x + 1 + 3 * (to.y + 1) + 9 * (to.z + 1))) & 1u);
  }
  float shadeOf(vec3 at) {
    ivec3 front = ivec3(facing);
    ivec3 corner = ivec3(sign(at)) * (1 - abs(front));
    ivec3 one = front.x != 0 ? ivec3(0, corner.y, 0) : ivec3(corner.x, 0, 0);
    ivec3 other = corner - one;
    float beside = filled(front + one) + filled(front + other);
    return beside > 1.5 ? 3.0 : beside + filled(front + corner);
  }
`;

const VERTEX = /* glsl */ `
  vec3 joined = mix(joinedLow, joinedHigh, step(0.0, position));
  vec3 transformed = position + sign(position) * mix(vec3(-0.022), vec3(${(BEVEL * 0.8).toFixed(4)}), joined);
  transformed.y += look.w * drop;
  vFace = uv;
  vLook = look;
  vRim = rim * (1.0 - max(joined.x, max(joined.y, joined.z)));
  vGrain = vec3(instanceMatrix[3]) * 1.7 + position;
  vShade = shadeOf(position);
`;

const FRAGMENT = /* glsl */ `
  int which = int(vLook.x + 0.5);
  vec3 paint = wood[which];
  vec3 mark = ink[which];
  int shape = marks[which];
  // Fine grain along the block, a little different on each cube.
  float grain = sin(vGrain.x * 3.1 + vGrain.z * 37.0 + 2.0 * sin(vGrain.y * 9.0 + vGrain.x * 5.0));
  paint *= 1.0 + 0.03 * grain + 0.035 * sin(dot(floor(vGrain * 0.59), vec3(12.9, 78.2, 37.7)));
  // How far inside the mark this point lies, below 0 being inside.
  vec2 p = vFace;
  float inside;
  if (shape == 0) inside = abs(length(p) - 0.2) - 0.048;
  else if (shape == 1) {
    vec2 q = abs(vec2(p.x + p.y, p.x - p.y)) * 0.7071;
    inside = max(min(q.x, q.y) - 0.05, max(q.x, q.y) - 0.29);
  } else if (shape == 2) inside = max(abs(p.x) * 0.866 + (p.y + 0.02) * 0.5 - 0.125, -(p.y + 0.02) - 0.18);
  else inside = max(abs(p.x), abs(p.y)) - 0.19;
  float soft = fwidth(inside) * 0.75 + 0.004;
  paint = mix(paint, mark, 0.82 * (1.0 - smoothstep(-soft, soft, inside)));
  paint *= 1.0 - 0.42 * vRim;
  // Under snow a cube is pale and cold, but what it is can still be told.
  paint = mix(paint, vec3(0.78, 0.87, 0.97), 0.34 * vLook.z);
  // Corners are warm in the dark, as wood is.
  paint *= mix(vec3(1.0), vec3(0.62, 0.55, 0.5), vShade * 0.3333);
  float border = smoothstep(0.34, 0.43, max(abs(p.x), abs(p.y)));
  float glow = max(vLook.y, vLook.w * shine);
  vec3 gold = vec3(1.0, 0.6, 0.12);
  paint = mix(paint, gold, glow * border * 0.9);
  totalEmissiveRadiance += glow * (gold * (0.05 + 0.6 * border) + paint * 0.12);
  paint = mix(paint, tint, tinted);
  totalEmissiveRadiance += tint * tinted * 0.35 + paint * lifted;
  if (hatched > 0.5) {
    float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / 11.0));
    paint = mix(paint, tint, 0.55 * stripe);
    diffuseColor.a *= 0.55 + 0.45 * stripe;
  }
  diffuseColor.rgb = paint;
`;

export interface CubeLook {
  opacity: number;
  tint?: string;
  tinted?: number;
  /** How much it shines by itself. */
  lifted?: number;
  hatched?: boolean;
}

/** `colours` are those of the edition, in its order; there may be any number. */
export function cubeMaterial(look: CubeLook, colours: readonly string[], fresh: Fresh): MeshLambertMaterial {
  const seeThrough = look.opacity < 1;
  const material = new MeshLambertMaterial({ transparent: seeThrough, opacity: look.opacity });
  const uniforms = {
    wood: { value: colours.map((colour) => new Color(paintOf(colour).wood)) },
    ink: { value: colours.map((colour) => new Color(paintOf(colour).ink)) },
    marks: { value: colours.map((colour) => MARKS.indexOf(paintOf(colour).mark)) },
    tint: { value: new Color(look.tint ?? "#ffffff") },
    tinted: { value: look.tinted ?? 0 },
    lifted: { value: look.lifted ?? 0 },
    hatched: { value: look.hatched ? 1 : 0 },
    ...fresh,
  };
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, uniforms);
    const shared =
      "varying vec2 vFace; varying vec4 vLook; varying float vRim; varying float vShade; varying vec3 vGrain;\n";
    shader.vertexShader =
      `attribute vec3 joinedLow; attribute vec3 joinedHigh; attribute vec4 look; attribute float rim;
       attribute vec3 facing; attribute uint around; uniform float drop;\n${shared}${SHADE}` +
      shader.vertexShader.replace("#include <begin_vertex>", VERTEX);
    shader.fragmentShader =
      `uniform vec3 wood[${colours.length}]; uniform vec3 ink[${colours.length}]; uniform int marks[${colours.length}];
       uniform vec3 tint; uniform float tinted; uniform float hatched;
       uniform float shine; uniform float lifted;\n${shared}` +
      shader.fragmentShader.replace("#include <map_fragment>", FRAGMENT);
  };
  material.customProgramCacheKey = () => `cubes of ${colours.length} colours`;
  return material;
}

/** The cells around a cube that keep light away, a bit for each; so does the ground. */
export function surrounding([x, y, level]: Cell, filled: (cell: Cell) => boolean): number {
  let bits = 0;
  for (let dz = -1; dz <= 1; dz++)
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++)
        if (level + dy < 1 || filled([x + dx, y + dz, level + dy])) bits |= 1 << bitOf(dx, dy, dz);
  return bits;
}

/** A set of cubes that are drawn alike, in one call. */
export class CubeSet {
  readonly mesh: InstancedMesh<BufferGeometry, MeshLambertMaterial>;

  constructor(
    look: CubeLook,
    private readonly colours: readonly string[],
    fresh: Fresh,
  ) {
    const geometry = bevelled();
    for (const [name, size] of Object.entries({ joinedLow: 3, joinedHigh: 3, look: 4 })) {
      const made = new InstancedBufferAttribute(new Float32Array(FEW * size), size);
      geometry.setAttribute(name, made.setUsage(DynamicDrawUsage));
    }
    const around = new InstancedBufferAttribute(new Uint32Array(FEW), 1);
    geometry.setAttribute("around", around.setUsage(DynamicDrawUsage));
    this.mesh = new InstancedMesh(geometry, cubeMaterial(look, colours, fresh), FEW);
    this.mesh.frustumCulled = false; // its extent changes all the time, and it is nearly always in the picture
    this.mesh.count = 0;
  }

  fill(cubes: readonly Drawn[]): void {
    const place = new Object3D();
    const places = cubes.map(({ spot, cell: [x, y, level] }) => {
      place.position.set(spot.x + x, STONE + level - 0.5, spot.z + y);
      place.updateMatrix();
      return place.matrix.clone();
    });
    setPlaces(this.mesh, places);
    const attributes = ["joinedLow", "joinedHigh", "look", "around"].map((name) =>
      this.mesh.geometry.getAttribute(name),
    );
    const [low, high, look, around] = attributes as [
      BufferAttribute,
      BufferAttribute,
      BufferAttribute,
      BufferAttribute,
    ];
    cubes.forEach((cube, number) => {
      const [x, y, level] = cube.cell;
      const joined = (dx: number, dy: number, dz: number): number =>
        cube.joined([x + dx, y + dy, level + dz]) ? 1 : 0;
      low.setXYZ(number, joined(-1, 0, 0), joined(0, 0, -1), joined(0, -1, 0));
      high.setXYZ(number, joined(1, 0, 0), joined(0, 0, 1), joined(0, 1, 0));
      look.setXYZW(number, this.colours.indexOf(cube.colour), cube.lit, cube.snowed, cube.fresh ? 1 : 0);
      around.setX(number, cube.around);
    });
    for (const attribute of attributes) attribute.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
