import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { edition } from "../../model/fixtures/fixtures";
import { corners, layOut, SHAPES } from "./layout";
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
