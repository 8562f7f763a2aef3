import type { ComponentChildren, RefObject } from 'preact';
import type { Stroke } from '../../contract/strokes.ts';
import type { Mark, Screenshot } from '../shared/types.ts';
import type { Place } from './geometry.ts';

/** What a marker stands for: a mark, or a guest's own suggestion. */
export interface MarkedItem {
  /** Unique on the page. */
  key: string;
  /** `mark 3`, in labels of what can be done with it. */
  what: string;
  place: Place;
  /** Names the marker at a place. */
  name: (place: Place) => string;
  face: ComponentChildren;
  status: string;
  mustFix?: boolean;
  strokes?: readonly Stroke[];
  position?: Mark['position'];
  markId?: number;
  selected: boolean;
  isEditable: boolean;
  select(): void;
  edit(): void;
  withdraw(): void;
  move(to: Place): void | Promise<void>;
}

export interface MarkerProps {
  item: MarkedItem;
  shot: Screenshot;
  image: RefObject<HTMLDivElement | null>;
  /** Given where panels float beside a marker. */
  scale: number | undefined;
}
