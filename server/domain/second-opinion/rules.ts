import type { Area, Severity } from '../../contract/review.ts';
import { Viewport } from '../../contract/source.ts';
import type { PictureMeasures } from '../port-types.ts';
import type { ShotRow } from '../shot/store.ts';

export interface Scene {
  type: string;
  shot: Pick<ShotRow, 'width' | 'height' | 'viewport' | 'label'>;
  picture: PictureMeasures;
}

export interface Found {
  rule: string;
  severity: Severity;
  body: string;
  area: Area | null;
}

/** One thing that is looked at. Later rules join the list; nothing else knows them. */
interface Rule {
  id: string;
  /** The review types it is for; null: all. */
  types: readonly string[] | null;
  check(scene: Scene): Omit<Found, 'rule'> | null;
}

const blank: Rule = {
  id: 'blank-picture',
  types: null,
  check: ({ picture }) =>
    picture.distinctShare > 0.001
      ? null
      : {
          severity: 'polish',
          body: 'The picture is one flat colour: nothing was drawn when it was taken. Was the page still loading, or is it empty without a login? Wait for an element of the page, or pass headers or cookies.',
          area: null,
        },
};

const wide: Rule = {
  id: 'wider-than-viewport',
  types: ['ui', 'website'],
  check({ shot }) {
    const viewport = shot.viewport === null ? null : Viewport.parse(shot.viewport);
    if (viewport === null) return null;
    const expected = viewport.width * viewport.scale;
    if (shot.width <= expected + 1) return null;
    const excess = Math.round((shot.width - expected) / viewport.scale);
    const x = expected / shot.width;
    return {
      severity: 'polish',
      body: `The page is ${excess} px wider than the ${viewport.name} screen (${viewport.width} px), so people scroll sideways. Something in it has a fixed width or does not wrap; let it shrink, or give it a scroll area of its own.`,
      area: { x, y: 0, width: 1 - x, height: 1 },
    };
  },
};

const emptyEnd: Rule = {
  id: 'empty-end',
  types: ['ui', 'website', 'presentation', 'email'],
  check({ shot, picture }) {
    const rows = picture.emptyRowsAtEnd;
    const screen =
      shot.viewport === null ? 900 : Viewport.parse(shot.viewport).height * Viewport.parse(shot.viewport).scale;
    if (rows < screen * 0.75 || rows >= shot.height * 0.98) return null;
    const y = 1 - rows / shot.height;
    return {
      severity: 'suggestion',
      body: `The last ${rows} pixels of the picture are empty. Content may be missing there, or an element is taller than what it holds.`,
      area: { x: 0, y, width: 1, height: 1 - y },
    };
  },
};

const rules: readonly Rule[] = [blank, wide, emptyEnd];

/** Runs every rule that is for this type. A blank picture has nothing else to say. */
export function checklist(scene: Scene): Found[] {
  const found: Found[] = [];
  for (const rule of rules) {
    if (rule.types !== null && !rule.types.includes(scene.type)) continue;
    const finding = rule.check(scene);
    if (finding !== null) found.push({ rule: rule.id, ...finding });
    if (finding !== null && rule === blank) break;
  }
  return found;
}
