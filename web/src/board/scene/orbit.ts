// The camera: it turns about the vertical axis of what it looks at, tilts, zooms and is moved aside, all within limits.

import { MathUtils, type PerspectiveCamera } from "three";
import type { Point } from "./layout";

const TILT = { least: MathUtils.degToRad(15), most: MathUtils.degToRad(80) };
const ZOOM = { least: 0.3, most: 1.5 };
/** How fast a movement comes to rest: the time in seconds after which a third of the way is left. */
const EASE = 0.14;

interface Pose {
  azimuth: number;
  tilt: number;
  /** Times the distance from which all that must be seen is seen. */
  zoom: number;
  x: number;
  y: number;
  z: number;
  /** That distance. */
  distance: number;
  /** How far it was moved aside, along x and z. */
  asideX: number;
  asideZ: number;
}

type Looking = Pick<Pose, "azimuth" | "tilt" | "x" | "y" | "z">;

/** Where a point lies for whoever looks at a place from some angles: to the right of it, above it, nearer than it. */
function inView(at: Looking, [px, py, pz]: Point): { right: number; above: number; nearer: number } {
  const [sinA, cosA] = [Math.sin(at.azimuth), Math.cos(at.azimuth)];
  const [sinT, cosT] = [Math.sin(at.tilt), Math.cos(at.tilt)];
  const [x, y, z] = [px - at.x, py - at.y, pz - at.z];
  const level = x * sinA + z * cosA;
  return { right: x * cosA - z * sinA, above: y * cosT - level * sinT, nearer: y * sinT + level * cosT };
}

/** From how far away all points are seen, looking at the first argument's place from its angles. */
function distanceToSee(at: Looking, points: readonly Point[], fov: number, aspect: number): number {
  const up = Math.tan(MathUtils.degToRad(fov) / 2);
  const side = up * aspect;
  let distance = 0;
  for (const point of points) {
    const { right, above, nearer } = inView(at, point);
    distance = Math.max(distance, nearer + Math.abs(right) / side, nearer + Math.abs(above) / up);
  }
  return distance;
}

/**
 * The place to look at that puts the picture of all points in the middle of the window. It is not their own middle:
 * perspective makes what is near larger.
 */
export function bestPlace(
  angles: Pick<Pose, "azimuth" | "tilt">,
  points: readonly Point[],
  fov: number,
  aspect: number,
): Pick<Pose, "x" | "y" | "z" | "distance"> {
  const middle = (axis: 0 | 2): number => {
    const along = points.map((point) => point[axis]);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  const [sin, cos] = [Math.sin(angles.azimuth), Math.cos(angles.azimuth)];
  const at = { ...angles, x: middle(0), y: 1, z: middle(2) };
  // Each round moves the place by how far the picture is off; few are needed until nothing moves any more.
  for (let round = 0; round < 8; round++) {
    const distance = distanceToSee(at, points, fov, aspect);
    const seen = points
      .map((point) => inView(at, point))
      .map(({ right, above, nearer }) => {
        const scale = distance / (distance - nearer);
        return { right: right * scale, above: above * scale };
      });
    const off = (of: "right" | "above"): number => {
      const along = seen.map((it) => it[of]);
      return (Math.min(...along) + Math.max(...along)) / 2;
    };
    const [aside, away] = [off("right"), off("above") / Math.sin(angles.tilt)];
    at.x += cos * aside - sin * away;
    at.z -= sin * aside + cos * away;
  }
  return { x: at.x, y: at.y, z: at.z, distance: distanceToSee(at, points, fov, aspect) };
}

export class Orbit {
  private now: Pose = { azimuth: 0, tilt: 0.8, zoom: 1, x: 0, y: 0, z: 0, distance: 40, asideX: 0, asideZ: 0 };
  private goal: Pose = { ...this.now };
  private points: readonly Point[] = [];
  private aspect = 1;
  private fov = 30;
  private covered = 0;
  private settled = false;
  private asked = "";

  /** Look at points from the saved side. `atOnce` is for the first look and for those who want no motion. */
  look(points: readonly Point[], azimuth: number, tilt: number, atOnce: boolean): void {
    this.points = points;
    // Go the short way round.
    const turns = Math.round((this.now.azimuth - azimuth) / (2 * Math.PI)) * 2 * Math.PI;
    this.goal = { ...this.goal, azimuth: azimuth + turns, tilt, zoom: 1, asideX: 0, asideZ: 0 };
    this.fit();
    if (atOnce || !this.settled) this.now = { ...this.goal };
    this.settled = true;
  }

  /** There is more to be seen, or less: from the same side, and as near as it was chosen to be. */
  frame(points: readonly Point[]): void {
    this.points = points;
    this.fit();
  }

  /** The window has another form. `covered` is the part of its height, at the bottom, where words lie over it. */
  shape(fov: number, aspect: number, covered: number): void {
    this.fov = fov;
    this.aspect = aspect;
    this.covered = covered;
    this.fit();
    this.now = { ...this.goal };
  }

  /** Dragged by so many radians. The hand is followed at once, without easing. */
  turn(azimuth: number, tilt: number): void {
    this.goal.azimuth += azimuth;
    this.goal.tilt = MathUtils.clamp(this.goal.tilt + tilt, TILT.least, TILT.most);
    this.fit();
    this.now = { ...this.now, azimuth: this.goal.azimuth, tilt: this.goal.tilt };
  }

  zoom(times: number, atOnce: boolean): void {
    this.goal.zoom = MathUtils.clamp(this.goal.zoom * times, ZOOM.least, ZOOM.most);
    if (atOnce) this.now.zoom = this.goal.zoom;
  }

  /**
   * Moved aside by so much of the window's height, to the right and down. What is looked at follows the hand, but the middle of
   * the window stays over what is to be seen.
   */
  pan(right: number, down: number): void {
    const { goal } = this;
    const high = 2 * Math.tan(MathUtils.degToRad(this.fov) / 2) * goal.distance * goal.zoom;
    const [aside, near] = [-right * high, -(down * high) / Math.sin(goal.tilt)];
    const [sin, cos] = [Math.sin(goal.azimuth), Math.cos(goal.azimuth)];
    const within = (axis: 0 | 2, at: number, moved: number): number => {
      const along = this.points.map((point) => point[axis]);
      return MathUtils.clamp(at + moved, Math.min(at, ...along), Math.max(at, ...along)) - at;
    };
    goal.asideX = within(0, goal.x, goal.asideX + cos * aside + sin * near);
    goal.asideZ = within(2, goal.z, goal.asideZ - sin * aside + cos * near);
    this.now = { ...this.now, asideX: goal.asideX, asideZ: goal.asideZ };
  }

  /** Whether the camera is elsewhere than at the last asking; not the first time. */
  moved(): boolean {
    const at = Object.values(this.now)
      .map((part) => part.toFixed(4))
      .join();
    const moved = this.asked !== "" && this.asked !== at;
    this.asked = at;
    return moved;
  }

  /** Move on by some seconds; whether it is still under way. */
  step(seconds: number, camera: PerspectiveCamera): boolean {
    const { now, goal } = this;
    const left = Math.exp(-seconds / EASE);
    let moving = false;
    for (const part of Object.keys(goal) as (keyof Pose)[]) {
      const rest = (now[part] - goal[part]) * left;
      const still = Math.abs(rest) < 0.0015;
      now[part] = still ? goal[part] : goal[part] + rest;
      moving ||= !still;
    }
    const away = now.distance * now.zoom;
    const flat = Math.cos(now.tilt) * away;
    const [x, z] = [now.x + now.asideX, now.z + now.asideZ];
    camera.position.set(
      x + Math.sin(now.azimuth) * flat,
      now.y + Math.sin(now.tilt) * away,
      z + Math.cos(now.azimuth) * flat,
    );
    camera.lookAt(x, now.y, z);
    camera.updateMatrixWorld();
    return moving;
  }

  /** Put what is looked at in the middle of the picture, as near as it is seen whole. */
  private fit(): void {
    if (!this.points.length) return;
    const free = 1 - this.covered;
    const up = Math.tan(MathUtils.degToRad(this.fov) / 2);
    const fov = MathUtils.radToDeg(2 * Math.atan(up * free));
    const best = bestPlace(this.goal, this.points, fov, this.aspect / free);
    const distance = best.distance * 1.02;
    // Looking at a place nearer to the viewer puts everything higher in the window.
    const nearer = (this.covered * up * distance) / Math.sin(this.goal.tilt);
    const [sin, cos] = [Math.sin(this.goal.azimuth), Math.cos(this.goal.azimuth)];
    Object.assign(this.goal, { ...best, distance, x: best.x + sin * nearer, z: best.z + cos * nearer });
  }
}
