import { createRoot } from "react-dom/client";
import { useEffect, useMemo, useState } from "react";
import { buildings } from "../src/game/building";
import { Edition } from "../src/game/edition";
import { Placing } from "../src/game/placing";
import { Scene } from "../src/scene/Scene";
import { BlockIcon, PoseIcon, ShapeIcon } from "../src/scene/Shape";
const told = await (await fetch("/@fs/tmp/scene/positions.json")).json();
const edition = new Edition(told.edition);
const q = new URLSearchParams(location.search);
function Page() {
  const [name, setName] = useState(q.get("case") ?? "mid");
  const snapshot = told.cases[name];
  const built = useMemo(() => buildings(edition, snapshot.position), [name]);
  const [g, setG] = useState<{ site: string; x: number; y: number } | null>(null);
  const [n, setN] = useState(q.has("ghost") ? Number(q.get("ghost")) : -1);
  const [view, setView] = useState(q.get("view") ?? "all");
  const seat = Object.keys(snapshot.offers)[0]!;
  const placing = useMemo(() => (seat ? new Placing(edition, snapshot.position, built, snapshot.offers[seat], seat) : null), [built]);
  const block = placing?.blocks[Number(q.get("block") ?? 0)] ?? null;
  const ghost = useMemo(() => {
    if (!placing || !block) return null;
    if (q.has("refused")) { const l = placing.legal.find((l) => l.block === block && l.site === (q.get("refused") || "mill"))!; return { block, site: l.site, cubes: l.cubes.map(([x, y, z]: any) => [x, y, z + 1] as any), legal: null, why: "falls" as const }; }
    if (g) return placing.at(block, g.site, g.x, g.y, null);
    const all = placing.legal.filter((l) => l.block === block && (!q.get("gsite") || l.site === q.get("gsite")));
    return n >= 0 ? placing.ghost(all[n % all.length]!) : null;
  }, [placing, block, n, g]);
  const lit = useMemo(() => ghost?.legal ? [{ site: ghost.site, cells: built[ghost.site]!.counting(ghost.cubes, edition.coloursOf(ghost.block), edition.colourOf(ghost.block), snapshot.position.snow) }] : [], [ghost]);
  const glowing = useMemo(() => q.has("glow") && block ? Object.fromEntries(edition.sites.map((s) => [s, placing!.columns(block, s)])) : {}, [block]);
  const w = window as any;
  useEffect(() => { w.dev = { setName, setN, setView, setG, chosen: w.dev?.chosen ?? [], pointed: w.dev?.pointed ?? [], turned: w.dev?.turned ?? [] }; }, []);
  if (q.has("icons")) return <div style={{ padding: 20, background: "#f7f1e5" }}>
    {[...edition.told.shapes, ...edition.told.bonus].map((s) => <div key={s.id} style={{ display: "inline-block", margin: 8 }}><ShapeIcon edition={edition} shape={s.id} size={64} />{edition.colours.map((c) => <BlockIcon key={c} edition={edition} block={`${s.id}-${c}`} size={64} />)}</div>)}
    <div>{placing!.legal.slice(0, 2000).filter((_, i) => i % 40 === 0).map((l) => <PoseIcon key={l.id} edition={edition} block={l.block} cubes={l.cubes} size={72} />)}</div></div>;
  return <Scene edition={edition} snapshot={snapshot} built={built} ghost={ghost} lit={lit} glowing={glowing} peel={Number(q.get("peel") ?? 9)} view={view}
    onPoint={(c) => { w.dev.pointed.push(c); if (q.has("play")) setG(c); }} onChoose={(c) => w.dev.chosen.push(c)} onTurnWheel={(s) => w.dev.turned.push(s)}
    cursor={q.has("cursor") ? { site: "church", x: 2, y: 4 } : null} />;
}
createRoot(document.getElementById("root")!).render(<Page />);
