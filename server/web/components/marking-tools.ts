/** What is needed only once somebody marks: one script, fetched when the first picture is there. */
export { Crosshair } from './crosshair.tsx';
export { Handles } from './handles.tsx';
export { Magnifier } from './magnifier.tsx';
export { AdjustPanel, MarkBar } from './mark-bar.tsx';
export { PlaceFields } from './place-fields.tsx';
