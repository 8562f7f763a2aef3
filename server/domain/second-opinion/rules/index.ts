import type { Rule } from '../rule.ts';
import { blankPicture } from './blank-picture.ts';
import { blurredImage } from './blurred-image.ts';
import { brokenImage } from './broken-image.ts';
import { controlWithoutName } from './control-without-name.ts';
import { emptyEnd } from './empty-end.ts';
import { errorOnPage } from './error-on-page.ts';
import { fieldWithoutLabel } from './field-without-label.ts';
import { garbledText } from './garbled-text.ts';
import { headingOrder } from './heading-order.ts';
import { imageWithoutAlt } from './image-without-alt.ts';
import { lowContrast } from './low-contrast.ts';
import { missingDescription } from './missing-description.ts';
import { missingOnMobile } from './missing-on-mobile.ts';
import { missingTitle } from './missing-title.ts';
import { notForPhones } from './not-for-phones.ts';
import { pageLanguage } from './page-language.ts';
import { placeholderText } from './placeholder-text.ts';
import { smallTarget } from './small-target.ts';
import { stretchedImage } from './stretched-image.ts';
import { textCovered } from './text-covered.ts';
import { textCutOff } from './text-cut-off.ts';
import { textOverlap } from './text-overlap.ts';
import { tinyText } from './tiny-text.ts';
import { widerThanScreen } from './wider-than-screen.ts';

/** The whole checklist, by theme. A new rule is a file of its own and a line here. */
export const rules: readonly Rule[] = [
  // What was taken
  blankPicture,
  errorOnPage,
  // Layout
  widerThanScreen,
  notForPhones,
  missingOnMobile,
  emptyEnd,
  // Text
  textCutOff,
  textOverlap,
  textCovered,
  tinyText,
  placeholderText,
  garbledText,
  // Images
  brokenImage,
  blurredImage,
  stretchedImage,
  // Accessibility
  lowContrast,
  controlWithoutName,
  fieldWithoutLabel,
  imageWithoutAlt,
  smallTarget,
  headingOrder,
  pageLanguage,
  // What search results and tabs show
  missingTitle,
  missingDescription,
];
