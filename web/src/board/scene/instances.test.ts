import { BoxGeometry, InstancedBufferAttribute, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3 } from "three";
import { expect, test } from "vitest";
import { FEW, makeRoom, setPlaces } from "./instances";

const places = (count: number) => Array.from({ length: count }, (_, x) => new Matrix4().makeTranslation(x, 0, 0));

test("however many there are, each is drawn in its place", () => {
  const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), FEW);
  for (const count of [3, 10 * FEW, 5]) {
    setPlaces(mesh, places(count));
    expect(mesh.count).toBe(count);
    const last = new Matrix4();
    mesh.getMatrixAt(count - 1, last);
    expect(new Vector3().setFromMatrixPosition(last).x).toBe(count - 1);
  }
  setPlaces(mesh, []);
  expect(mesh.visible).toBe(false);
});

test("what belongs to each of them grows along, and nothing else", () => {
  const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), FEW);
  mesh.geometry.setAttribute("look", new InstancedBufferAttribute(new Float32Array(FEW * 4), 4));
  const corners = mesh.geometry.getAttribute("position");
  makeRoom(mesh, FEW + 1);
  expect(mesh.geometry.getAttribute("look").count).toBeGreaterThan(FEW);
  expect(mesh.geometry.getAttribute("position")).toBe(corners);
});
