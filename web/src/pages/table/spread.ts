// Markers on a line that must not hide each other.

/** Where markers go that want to be at these places, at least `gap` apart and none before `least`. They keep their order;
 * those that would hide each other stand side by side, together around where they want to be. */
export function spread(wanted: number[], gap: number, least: number): number[] {
  const order = wanted.map((_, number) => number).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const groups: { centre: number; members: number[] }[] = [];
  const first = (group: { centre: number; members: number[] }) => group.centre - ((group.members.length - 1) * gap) / 2;
  for (const number of order) {
    let group = { centre: wanted[number]!, members: [number] };
    for (;;) {
      group.centre += Math.max(0, least - first(group));
      const before = groups.at(-1);
      if (!before || first(before) + before.members.length * gap <= first(group)) break;
      groups.pop();
      const members = [...before.members, ...group.members];
      group = { centre: members.reduce((sum, it) => sum + wanted[it]!, 0) / members.length, members };
    }
    groups.push(group);
  }
  const places: number[] = [];
  for (const group of groups) group.members.forEach((it, at) => (places[it] = first(group) + at * gap));
  return places;
}
