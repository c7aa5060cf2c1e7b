// Mouse, fingers and wheel: turning, zooming, pointing at columns and choosing them.

import { useThree } from "@react-three/fiber";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { Raycaster, Vector2 } from "three";
import type { Column } from "../../model/walking";
import { sameThing, type OnBoard } from "../../model/asked";
import type { BoardHandle, BoardProps } from "../props";
import type { Layout } from "./layout";
import type { Orbit } from "./orbit";
import { columnUnder, thingUnder, type Ray } from "./pick";

export interface PointingProps extends BoardProps {
  layout: Layout;
  orbit: Orbit;
  still: boolean;
  /** What the picture fills. */
  frame: RefObject<HTMLDivElement | null>;
}

interface Under {
  column: BoardHandle["under"];
  /** What can be asked about there; fingers are broader than things. */
  thing: (clientX: number, clientY: number, broad: boolean) => OnBoard | null;
}

/** How far beside a thing one may point and still mean it: with a mouse, with a finger. */
const SLACK = { mouse: 0.1, finger: 0.4 };

/** What is at a place of the page, as the scene is now. */
export function useUnder(props: PointingProps): Under {
  const camera = useThree((state) => state.camera);
  const latest = useRef(props);
  latest.current = props;
  return useMemo(() => {
    const raycaster = new Raycaster();
    const ray = (clientX: number, clientY: number): Ray => {
      const { frame } = latest.current;
      const box = frame.current!.getBoundingClientRect();
      const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
      raycaster.setFromCamera(at, camera);
      const { origin, direction } = raycaster.ray;
      return { from: origin.toArray(), along: direction.toArray() };
    };
    return {
      column: (clientX, clientY) => {
        const { layout, scenery, peel } = latest.current;
        return columnUnder(ray(clientX, clientY), layout, scenery.edition, scenery.built, peel);
      },
      thing: (clientX, clientY, broad) => {
        const { layout, scenery, peel, glowing } = latest.current;
        const slack = broad ? SLACK.finger : SLACK.mouse;
        const found = thingUnder(slack, ray(clientX, clientY), layout, scenery.edition, scenery.built, peel);
        // While a block is being placed, columns are where it may go.
        return found?.kind === "cube" && Object.keys(glowing).length > 0 ? null : found;
      },
    };
  }, [camera]);
}

/** Who may only look turns and zooms; who may only turn, or do nothing, leaves the page to scroll. */
export function usePointing(props: PointingProps, { column: under, thing: things }: Under): void {
  const invalidate = useThree((state) => state.invalidate);
  const latest = useRef(props);
  latest.current = props;
  const { frame, orbit, hands } = props;
  useEffect(() => {
    if (hands === "none") return;
    const element = frame.current!;
    const play = hands === "play";
    const fingers = new Map<number, { x: number; y: number }>();
    let pressed: { x: number; y: number; dragged: boolean; aside: boolean } | null = null;
    let pointed = "";
    let asked: OnBoard | null = null;

    const point = (column: Column | null): void => {
      if (!play) return;
      const key = column ? `${column.site} ${column.x},${column.y}` : "";
      if (key === pointed) return;
      pointed = key;
      element.toggleAttribute("data-over", column !== null);
      latest.current.onPoint?.(column);
    };
    const hover = ({ clientX, clientY }: PointerEvent): void => {
      const { onAsk } = latest.current;
      if (!onAsk) return;
      const under = things(clientX, clientY, false);
      // The bare foundation is everywhere: it answers only to a press.
      const thing = under?.kind === "cube" && under.level === 0 ? null : under;
      if (thing === asked || (thing && asked && sameThing(thing, asked))) return;
      asked = thing;
      element.toggleAttribute("data-asks", thing !== null && thing.kind !== "cube");
      onAsk(thing && { thing, at: { x: clientX, y: clientY } }, "hover");
    };
    const spread = (): number => {
      const [one, other] = [...fingers.values()];
      return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
    };

    const down = (event: PointerEvent): void => {
      element.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      // The other buttons of a mouse, or shift, move the table aside; so do two fingers.
      const aside = event.button !== 0 || event.shiftKey;
      if (fingers.size === 1) pressed = { x: event.clientX, y: event.clientY, dragged: false, aside };
      else if (pressed) pressed.dragged = true;
    };
    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      if (!before) {
        point(under(event.clientX, event.clientY));
        hover(event);
        return;
      }
      const spreadBefore = spread();
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size > 1) {
        const now = spread();
        if (now > 0 && spreadBefore > 0) orbit.zoom(spreadBefore / now, true);
        orbit.pan(dx / 2 / element.clientHeight, dy / 2 / element.clientHeight);
        invalidate();
        return;
      }
      if (!pressed) return;
      // A hand is never quite still: up to a few pixels are a tap.
      const slack = event.pointerType === "mouse" ? 4 : 9;
      if (!pressed.dragged && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < slack) {
        fingers.set(event.pointerId, before);
        return;
      }
      pressed.dragged = true;
      element.toggleAttribute("data-turning", true);
      if (pressed.aside && hands !== "turn") orbit.pan(dx / element.clientHeight, dy / element.clientHeight);
      else orbit.turn(-dx * 0.0065, dy * 0.005);
      invalidate();
    };
    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId)) return;
      if (fingers.size) return;
      element.toggleAttribute("data-turning", false);
      const tapped = pressed && !pressed.dragged && event.type === "pointerup" && event.button === 0;
      pressed = null;
      if (!tapped) return;
      const thing = things(event.clientX, event.clientY, event.pointerType !== "mouse");
      if (thing) latest.current.onAsk?.({ thing, at: { x: event.clientX, y: event.clientY } }, "press");
      if (thing && thing.kind !== "cube") return; // it stands before the columns
      const column = under(event.clientX, event.clientY);
      // A finger points and chooses at once: what it touched is told as pointed at first.
      point(column);
      if (column && play) latest.current.onChoose?.(column);
    };
    const leave = (event: PointerEvent): void => {
      if (event.pointerType !== "mouse") return;
      point(null);
      if (asked) latest.current.onAsk?.(null, "hover");
      asked = null;
    };
    const wheel = (event: WheelEvent): void => {
      if (hands === "turn") return;
      event.preventDefault();
      if (event.deltaY === 0) return;
      if (play && latest.current.ghost && !event.ctrlKey) latest.current.onTurnWheel?.(event.deltaY > 0 ? 1 : -1);
      else {
        orbit.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 240)) * 0.4), latest.current.still);
        invalidate();
      }
    };
    const noMenu = (event: Event): void => event.preventDefault();

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("contextmenu", noMenu);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("contextmenu", noMenu);
    };
  }, [frame, orbit, hands, under, things, invalidate]);
}
