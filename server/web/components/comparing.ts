/** All that a comparison draws, in one piece that is fetched after the first picture. */
export { BeforeLayer } from './before-layer.tsx';
export { CompareTools } from './compare-tools.tsx';
export { PreviousPane } from './previous-pane.tsx';
export { Swipe } from './swipe.tsx';
