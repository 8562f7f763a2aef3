import { type Frame, toFraction } from '../screenshots/transform.ts';
import { type Area, areaAround, areaBetween, distance, type Place, type Point } from './geometry.ts';

/** CSS pixels a pointer may move and still click. */
export const slop = { mouse: 4, touch: 10 } as const;
/** Milliseconds a finger rests before it draws an area. */
export const longPress = 450;
const leastBox = 6;
const heldBox = { width: 112, height: 72 };

export type PointerKind = keyof typeof slop;

export interface GestureOptions {
  frame: () => Frame;
  /** Whether the area tool is on, with which a finger draws at once. */
  boxTool: () => boolean;
  /** The area being drawn, in fractions, or null. */
  preview: (area: Area | null) => void;
  place: (place: Place) => void;
  /** Called when a resting finger starts an area. */
  held?: () => void;
}

/**
 * Turns one pointer's gesture into a place: a click or tap is a point, a drag (by finger after a rest) a box. A finger
 * that moves first scrolls.
 */
export function createGesture(options: GestureOptions) {
  let from: Point | null = null;
  let kind: PointerKind = 'mouse';
  let drawing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    clearTimeout(timer);
    from = null;
    drawing = false;
    options.preview(null);
  };
  const heldArea = (at: Point): Area => {
    const frame = options.frame();
    return areaAround(toFraction(frame, at), heldBox.width / frame.width, heldBox.height / frame.height);
  };
  const between = (a: Point, b: Point): Area => {
    const frame = options.frame();
    return areaBetween(toFraction(frame, a), toFraction(frame, b));
  };

  return {
    drawing: () => drawing,
    down(at: Point, pointer: PointerKind) {
      end();
      from = at;
      kind = pointer;
      if (pointer === 'mouse') return;
      if (options.boxTool()) {
        drawing = true;
        return;
      }
      timer = setTimeout(() => {
        drawing = true;
        options.held?.();
        options.preview(heldArea(at));
      }, longPress);
    },
    move(at: Point) {
      if (from === null || distance(from, at) <= slop[kind]) return;
      if (kind === 'touch' && !drawing) {
        end();
        return;
      }
      drawing = true;
      options.preview(between(from, at));
    },
    /** Returns whether the gesture placed something. */
    up(at: Point): boolean {
      if (from === null) return false;
      const start = from;
      const drawn = drawing && distance(start, at) > slop[kind];
      const rested = drawing && !drawn && kind === 'touch' && !options.boxTool();
      end();
      const wide = Math.abs(at.x - start.x) >= leastBox && Math.abs(at.y - start.y) >= leastBox;
      const { x, y } = areaBetween(toFraction(options.frame(), start), toFraction(options.frame(), start));
      if (rested) options.place({ kind: 'box', ...heldArea(start) });
      else if (drawn && wide) options.place({ kind: 'box', ...between(start, at) });
      else options.place({ kind: 'point', x, y });
      return true;
    },
    cancel: end,
  };
}
