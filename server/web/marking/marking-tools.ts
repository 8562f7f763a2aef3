/** What is needed only for marking, in one script that loads after the first screenshot. */
export { ComposerNotes } from './composer-notes.tsx';
export { Crosshair } from './crosshair.tsx';
export { Handles } from './handles.tsx';
export { Magnifier } from './magnifier.tsx';
export { MarkerTools } from './marker-tools.tsx';
export { PlaceFields } from './place-fields.tsx';
