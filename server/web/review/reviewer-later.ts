import { lazy } from '../shared/lazy.tsx';

const parts = () => import('./reviewer-parts.ts');

export const AlsoHere = lazy(async () => (await parts()).AlsoHere);
export const BaseSection = lazy(async () => (await parts()).BaseSection);
export const BeforeAfter = lazy(async () => (await parts()).BeforeAfter);
export const CauseGroups = lazy(async () => (await parts()).CauseGroups);
export const ChangeCause = lazy(async () => (await parts()).ChangeCause);
export const ChangedOutside = lazy(async () => (await parts()).ChangedOutside);
export const ChangeLayer = lazy(async () => (await parts()).ChangeLayer);
export const DecisionBar = lazy(async () => (await parts()).DecisionBar);
export const DraftStrokes = lazy(async () => (await parts()).DraftStrokes);
export const DrawTools = lazy(async () => (await parts()).DrawTools);
export const FrameTools = lazy(async () => (await parts()).FrameTools);
export const KeepCopy = lazy(async () => (await parts()).KeepCopy);
export const MarkList = lazy(async () => (await parts()).MarkList);
export const MarkPreview = lazy(async () => (await parts()).MarkPreview);
export const Minimap = lazy(async () => (await parts()).Minimap);
export const ReferenceImage = lazy(async () => (await parts()).ReferenceImage);
export const ReferenceTool = lazy(async () => (await parts()).ReferenceTool);
export const MissingShots = lazy(async () => (await parts()).MissingShots);
export const ReopenForm = lazy(async () => (await parts()).ReopenForm);
export const SignedIn = lazy(async () => (await parts()).SignedIn);
export const Strokes = lazy(async () => (await parts()).Strokes);
export const SuggestionLayer = lazy(async () => (await parts()).SuggestionLayer);
export const Unchanged = lazy(async () => (await parts()).Unchanged);
export const UnsentNote = lazy(async () => (await parts()).UnsentNote);
export const VerifyQueue = lazy(async () => (await parts()).VerifyQueue);
export const Thread = lazy(async () => (await parts()).Thread);
export const ViewModes = lazy(async () => (await parts()).ViewModes);

/** Fetches all of it, which is one script, before it is drawn. */
export function fetchReviewerParts(): void {
  void DecisionBar.fetch();
}
