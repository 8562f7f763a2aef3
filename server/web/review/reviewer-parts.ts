/** What only the reviewer's page shows, in one script that a guest's page does not load. */
export { BaseSection } from '../compare/base-section.tsx';
export { CauseGroups } from '../compare/cause-groups.tsx';
export { ChangeCause } from '../compare/change-cause.tsx';
export { ChangeLayer } from '../compare/change-layer.tsx';
export { ChangedOutside } from '../compare/changed-outside.tsx';
export { Unchanged } from '../compare/unchanged.tsx';
export { ViewModes } from '../compare/view-modes.tsx';
export { DecisionBar } from '../decide/decision-bar.tsx';
export { DraftStrokes } from '../drawing/draft-strokes.tsx';
export { DrawTools } from '../drawing/draw-tools.tsx';
export { Strokes } from '../drawing/strokes.tsx';
export { FrameTools } from '../frame/frame-tools.tsx';
export { AlsoHere } from '../marking/also-here.tsx';
export { MarkList } from '../marking/mark-list.tsx';
export { MarkPreview } from '../marking/mark-preview.tsx';
export { UnsentNote } from '../marking/unsent-note.tsx';
export { KeepCopy } from '../printing/keep-copy.tsx';

export { ReferenceImage } from '../reference/reference-image.tsx';
export { ReferenceTool } from '../reference/reference-tool.tsx';
export { Thread } from '../replies/thread.tsx';
export { Minimap } from '../screenshots/minimap.tsx';
export { RemovedShots } from '../screenshots/removed-shots.tsx';
export { SuggestionLayer } from '../suggestions/suggestion-layer.tsx';
export { BeforeAfter } from '../verify/before-after.tsx';
export { VerifyQueue } from '../verify/verify-row.tsx';
export { SignedIn } from './signed-in.tsx';
