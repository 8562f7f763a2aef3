import { frame } from '../shared/frame.ts';

/** Keys, what they do, and the group in which the dialog lists them. Loaded after the first screenshot. */
export type Shortcut = readonly [keys: string, does: string, group: string];

export const finding = { label: 'Search by key or by what it does', none: 'No shortcut matches.' };

const look = 'Find your way';
const compare = 'Compare';
const mark = 'Mark';
const decide = 'Verify and decide';

/** A frame may not print. */
const print: readonly Shortcut[] = frame === null ? [['Ctrl P', 'Print the whole review (⌘ P on a Mac)', look]] : [];

export const shortcuts: readonly Shortcut[] = [
  ['J / K', 'Next or previous screenshot', look],
  ['N / P', 'Next or previous mark, of those that are listed', look],
  ['L', 'Next filter of the list of marks', look],
  ['H', 'Hide or show the marks on the screenshot', look],
  ['Y', 'Copy the link to the selected mark, or else to the screenshot', look],
  ['+ / −', 'Zoom in or out (also Ctrl or ⌘ and wheel)', look],
  ['F', 'Fit width (also Shift 1)', look],
  ['Shift F', 'Fit whole', look],
  ['0', '100 % (also Shift 0)', look],
  ['Space and drag', 'Move the screenshot (also the middle button)', look],
  ['[ / ]', 'Hide or show the columns', look],
  ...print,
  ['1 2 3 4 5 6', 'Now, Side by side, Swipe, Diff, Onion, Blink', compare],
  ['X', 'Aligned or raw', compare],
  ['B', 'Hold to see the previous pass', compare],
  [', / .', 'Previous or next change', compare],
  ['C', 'Show changes', compare],
  ['M', 'Mark by keyboard', mark],
  ['A', 'Mark an area by two clicks', mark],
  ['E', 'Mark an element (or hold Alt)', mark],
  ['↑ / ↓', 'The enclosing element, and back', mark],
  ['T', 'List of elements', mark],
  ['W', 'Edit the selected mark', mark],
  ['Arrows', 'Move the selected mark (with Shift by ten)', mark],
  ['Alt ↑ / ↓', 'The element around it, or inside it, while writing', mark],
  ['Alt M', 'Must fix, while writing', mark],
  ['Ctrl Enter', 'Save the mark (⌘ Enter on a Mac)', mark],
  ['Ctrl Z', 'Undo (⌘ Z on a Mac)', mark],
  ['Esc', 'Close; a draft is kept', mark],
  ['V', 'Looks fixed', decide],
  ['R', 'Not fixed yet', decide],
  ['D', 'Decide: approve or request changes', decide],
  ['?', 'This list', look],
];

const reviewersAlone: readonly string[] = ['Ctrl P', 'L', 'E', '↑ / ↓', 'T', 'W', 'Alt ↑ / ↓', 'Alt M'];

export const guestShortcuts: readonly Shortcut[] = [
  ...shortcuts.filter(([keys, , group]) => ![compare, decide].includes(group) && !reviewersAlone.includes(keys)),
  ['E', 'Edit the selected suggestion', mark],
];

/** Returns the shortcuts that match what was typed, by group. */
export function grouped(rows: readonly Shortcut[], typed: string): [group: string, rows: Shortcut[]][] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = rows.filter((row) => words.every((word) => row.join(' ').toLowerCase().includes(word)));
  const groups = [...new Set(matches.map(([, , group]) => group))];
  return groups.map((group) => [group, matches.filter(([, , its]) => its === group)]);
}
