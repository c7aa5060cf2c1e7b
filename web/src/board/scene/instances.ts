// Meshes of many like things grow with what is to be drawn: nothing is left out because there was no room for it.

import { InstancedBufferAttribute, InstancedMesh, Matrix4 } from "three";

/** How many there is room for at first. */
export const FEW = 64;

/** Make room for so many: for twice as many as before, so that it is seldom made. What was drawn has to be set again. */
export function makeRoom(mesh: InstancedMesh, count: number): void {
  const had = mesh.instanceMatrix.count;
  if (count <= had) return;
  const room = Math.max(count, 2 * had);
  const anew = (old: InstancedBufferAttribute): InstancedBufferAttribute => {
    const Kind = old.array.constructor as Float32ArrayConstructor;
    return new InstancedBufferAttribute(new Kind(room * old.itemSize), old.itemSize).setUsage(old.usage);
  };
  // What the graphics card keeps for the old ones is given back; for the new ones it is asked anew.
  mesh.geometry.dispose();
  mesh.dispose();
  mesh.instanceMatrix = anew(mesh.instanceMatrix);
  for (const [name, attribute] of Object.entries(mesh.geometry.attributes))
    if (attribute instanceof InstancedBufferAttribute) mesh.geometry.setAttribute(name, anew(attribute));
}

/** Draw one for each of these places. */
export function setPlaces(mesh: InstancedMesh, places: readonly Matrix4[]): void {
  makeRoom(mesh, places.length);
  places.forEach((place, number) => mesh.setMatrixAt(number, place));
  mesh.count = places.length;
  mesh.visible = places.length > 0;
  mesh.instanceMatrix.needsUpdate = true;
}
