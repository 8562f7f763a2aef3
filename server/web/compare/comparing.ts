/** All components of a comparison, in one script that loads after the first screenshot. */
export { BeforeLayer } from './before-layer.tsx';
export { CompareTools } from './compare-tools.tsx';
export { PreviousPane } from './previous-pane.tsx';
export { Swipe } from './swipe.tsx';
