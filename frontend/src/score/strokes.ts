// Turns presses and drags on the hexes of a board into strokes. Two fingers and the other mouse buttons move the board.
import type { Attachment } from "svelte/attachments";
import { type Hex, type Point, hexAtPoint, hexesBetween } from "../lib/hexes";

/** Where a pointer is: on the screen, on the drawing, and how many pixels a unit of the drawing has there. */
export interface Place {
  screen: Point;
  drawing: Point;
  scale: number;
  touch: boolean;
}

export interface StrokeListener {
  /** Whether presses and drags are strokes now; otherwise they do what they do on any board. */
  isOn(): boolean;
  begin(hex: Hex, at: Place): void;
  over(hexes: Hex[], at: Place): void;
  end(): void;
  cancel(): void;
}

/** Listen to the pointers on a board inside the element. */
export function strokes(listener: StrokeListener): Attachment<HTMLElement> {
  return (node) => {
    let stroke: { id: number; target: EventTarget | null; event: PointerEvent; point: Point } | null = null;
    /** Whether the next click is the end of a stroke. */
    let clicks = false;
    const passedOn = new WeakSet<Event>();

    function place(event: PointerEvent): Place | null {
      const matrix = node.querySelector<SVGGraphicsElement>("[role=grid]")?.getScreenCTM();
      if (!matrix) return null;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      return { screen: { x: event.clientX, y: event.clientY }, drawing: { x, y }, scale: matrix.a, touch: event.pointerType === "touch" };
    }

    /** Give an event to the board as a press of the first finger or button, which moves it. */
    function passOn(event: PointerEvent, target: EventTarget | null) {
      const { pointerId, pointerType, isPrimary, clientX, clientY } = event;
      const copy = new PointerEvent("pointerdown", { pointerId, pointerType, isPrimary, clientX, clientY, button: 0, buttons: 1, bubbles: true });
      passedOn.add(copy);
      target?.dispatchEvent(copy);
    }

    function down(event: PointerEvent) {
      if (passedOn.has(event) || !listener.isOn()) return;
      if (stroke) {
        listener.cancel();
        passOn(stroke.event, stroke.target);
        stroke = null;
        return;
      }
      clicks = false;
      const at = place(event);
      const hex = at && hexAtPoint(at.drawing);
      const isOnHex = (event.target as Element).closest("[data-hex]");
      if (hex === null || !at || !isOnHex || !event.isPrimary) return;
      event.stopPropagation();
      if (event.pointerType === "mouse" && event.button !== 0) {
        passOn(event, event.target);
        return;
      }
      stroke = { id: event.pointerId, target: event.target, event, point: at.drawing };
      clicks = true;
      node.setPointerCapture(event.pointerId);
      listener.begin(hex, at);
    }

    function move(event: PointerEvent) {
      if (event.pointerId !== stroke?.id) return;
      stroke.event = event;
      const events = event.getCoalescedEvents?.() ?? [];
      for (const one of events.length ? events : [event]) {
        const at = place(one);
        if (!at) return;
        listener.over(hexesBetween(stroke.point, at.drawing), at);
        stroke.point = at.drawing;
      }
    }

    const finish = (how: "end" | "cancel") => (event: PointerEvent) => {
      if (event.pointerId !== stroke?.id) return;
      stroke = null;
      listener[how]();
    };
    const [up, cancel] = [finish("end"), finish("cancel")];

    /** The click at the end of a stroke chooses nothing; one of the keyboard has no number. */
    function click(event: MouseEvent) {
      if (clicks && event.detail) event.stopPropagation();
      clicks = false;
    }

    const noMenu = (event: Event) => listener.isOn() && event.preventDefault();

    node.addEventListener("pointerdown", down, { capture: true });
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", cancel);
    node.addEventListener("click", click, { capture: true });
    node.addEventListener("contextmenu", noMenu);
    return () => {
      node.removeEventListener("pointerdown", down, { capture: true });
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
      node.removeEventListener("click", click, { capture: true });
      node.removeEventListener("contextmenu", noMenu);
    };
  };
}
