// The camera: it turns about the vertical axis of what it looks at, tilts and zooms within limits, and never pans.

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
}

/** From how far away all points are seen, looking at the first argument's place from its angles. */
export function distanceToSee(
  at: Pick<Pose, "azimuth" | "tilt" | "x" | "y" | "z">,
  points: readonly Point[],
  fov: number,
  aspect: number,
): number {
  const up = Math.tan(MathUtils.degToRad(fov) / 2);
  const side = up * aspect;
  const [sinA, cosA] = [Math.sin(at.azimuth), Math.cos(at.azimuth)];
  const [sinT, cosT] = [Math.sin(at.tilt), Math.cos(at.tilt)];
  let distance = 0;
  for (const [px, py, pz] of points) {
    const [x, y, z] = [px - at.x, py - at.y, pz - at.z];
    const right = x * cosA - z * sinA;
    const level = x * sinA + z * cosA;
    const above = y * cosT - level * sinT;
    const nearer = y * sinT + level * cosT;
    distance = Math.max(distance, nearer + Math.abs(right) / side, nearer + Math.abs(above) / up);
  }
  return distance;
}

/**
 * The place to look at from which all points are seen from the least distance. It is not their middle: perspective
 * makes what is near larger.
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
  let best = { x: 0, y: 1, z: 0, distance: Infinity };
  for (let aside = -2; aside <= 2; aside += 0.5)
    for (let nearer = -1; nearer <= 5; nearer += 0.5) {
      const at = { x: middle(0) + sin * nearer + cos * aside, y: 1, z: middle(2) + cos * nearer - sin * aside };
      const distance = distanceToSee({ ...angles, ...at }, points, fov, aspect);
      if (distance < best.distance) best = { ...at, distance };
    }
  return best;
}

export class Orbit {
  private now: Pose = { azimuth: 0, tilt: 0.8, zoom: 1, x: 0, y: 0, z: 0, distance: 40 };
  private goal: Pose = { ...this.now };
  private points: readonly Point[] = [];
  private aspect = 1;
  private fov = 30;
  private settled = false;
  private asked = "";

  /** Look at points from the saved side. `atOnce` is for the first look and for those who want no motion. */
  look(points: readonly Point[], azimuth: number, tilt: number, atOnce: boolean): void {
    this.points = points;
    // Go the short way round.
    const turns = Math.round((this.now.azimuth - azimuth) / (2 * Math.PI)) * 2 * Math.PI;
    this.goal = { ...this.goal, azimuth: azimuth + turns, tilt, zoom: 1 };
    this.fit();
    if (atOnce || !this.settled) this.now = { ...this.goal };
    this.settled = true;
  }

  /** The window has another form. */
  shape(fov: number, aspect: number): void {
    this.fov = fov;
    this.aspect = aspect;
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

  /** Whether the camera is elsewhere than at the last asking; not the first time. */
  moved(): boolean {
    const at = Object.values(this.now).map((part) => part.toFixed(4)).join();
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
    camera.position.set(
      now.x + Math.sin(now.azimuth) * flat,
      now.y + Math.sin(now.tilt) * away,
      now.z + Math.cos(now.azimuth) * flat,
    );
    camera.lookAt(now.x, now.y, now.z);
    camera.updateMatrixWorld();
    return moving;
  }

  /** Put what is looked at in the middle of the picture, as near as it is seen whole. */
  private fit(): void {
    if (!this.points.length) return;
    Object.assign(this.goal, bestPlace(this.goal, this.points, this.fov, this.aspect));
    this.goal.distance *= 1.02;
  }
}
