import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { edition } from "../../model/fixtures/fixtures";
import { corners, layOut, SHAPES, type Point } from "./layout";
import { Orbit } from "./orbit";

const FOV = 20;

describe.each(SHAPES)("boards in a %s", (shape) => {
  const points = layOut(edition, shape).spots.flatMap((spot) => corners(spot, edition.levels));

  it.each([
    { aspect: 0.6, covered: 0 },
    { aspect: 1.1, covered: 0.12 },
    { aspect: 1.6, covered: 0 },
    { aspect: 2.8, covered: 0 },
  ])("are seen whole, in the middle of what is free: %o", ({ aspect, covered }) => {
    const orbit = new Orbit();
    orbit.shape(FOV, aspect, covered);
    orbit.look(points, 0.12, 0.74, true);
    const camera = new PerspectiveCamera(FOV, aspect);
    orbit.step(1, camera);
    const seen = points.map((point) => new Vector3(...point).project(camera));
    const [left, right] = [Math.min(...seen.map(({ x }) => x)), Math.max(...seen.map(({ x }) => x))];
    const [low, high] = [Math.min(...seen.map(({ y }) => y)), Math.max(...seen.map(({ y }) => y))];
    expect(left + right).toBeCloseTo(0, 1);
    expect(low - (2 * covered - 1)).toBeCloseTo(1 - high, 1);
    expect(Math.max(right, -left, high, -low)).toBeLessThanOrEqual(1);
    // As large as it can be: it reaches nearly to two sides.
    expect(Math.max(right, (high - low) / (2 - 2 * covered))).toBeGreaterThan(0.93);
  });
});

it("moved aside it follows the hand, and never leaves what is to be seen", () => {
  const points: Point[] = [
    [-10, 0, -5],
    [10, 0, -5],
    [-10, 0, 5],
    [10, 0, 5],
  ];
  const camera = new PerspectiveCamera(20, 1.6);
  const orbit = new Orbit();
  orbit.shape(20, 1.6, 0);
  orbit.look(points, 0, 0.8, true);
  const at = (): number => {
    orbit.step(1, camera);
    return new Vector3(0, 0, 0).project(camera).x;
  };
  const before = at();
  orbit.pan(0.1, 0);
  expect(at()).toBeGreaterThan(before);
  orbit.pan(50, 0);
  expect(camera.position.x).toBeGreaterThanOrEqual(-10.001);
  orbit.look(points, 0, 0.8, true);
  expect(at()).toBeCloseTo(before);
});

it("where more is to be seen it draws back, from the side it was turned to", () => {
  const camera = new PerspectiveCamera(20, 1.6);
  const orbit = new Orbit();
  orbit.shape(20, 1.6, 0);
  const low: Point[] = [
    [-5, 0, -5],
    [5, 0, 5],
    [5, 1, -5],
  ];
  orbit.look(low, 0, 0.6, true);
  orbit.turn(0.4, 0);
  orbit.step(1, camera);
  const [away, side] = [camera.position.length(), Math.atan2(camera.position.x, camera.position.z)];
  orbit.frame([...low, [5, 6, -5]]);
  orbit.step(5, camera);
  expect(camera.position.length()).toBeGreaterThan(away);
  expect(Math.atan2(camera.position.x, camera.position.z)).toBeCloseTo(side, 0);
});
