import type { Rule } from '../rule.ts';
import { blankPicture } from './blank-picture.ts';
import { blurredImage } from './blurred-image.ts';
import { brokenImage } from './broken-image.ts';
import { clippedByGmail } from './clipped-by-gmail.ts';
import { controlWithoutName } from './control-without-name.ts';
import { cutOffEdge } from './cut-off-edge.ts';
import { droppedByMailClients } from './dropped-by-mail-clients.ts';
import { emailImageWithoutAlt } from './email-image-without-alt.ts';
import { emailTooWide } from './email-too-wide.ts';
import { emptyEnd } from './empty-end.ts';
import { emptySlide } from './empty-slide.ts';
import { errorOnPage } from './error-on-page.ts';
import { fieldWithoutLabel } from './field-without-label.ts';
import { garbledText } from './garbled-text.ts';
import { headingOrder } from './heading-order.ts';
import { imageOnlyEmail } from './image-only-email.ts';
import { imageWithoutAlt } from './image-without-alt.ts';
import { inconsistentTitles } from './inconsistent-titles.ts';
import { invisibleNavigation } from './invisible-navigation.ts';
import { lostInDark } from './lost-in-dark.ts';
import { lowContrast } from './low-contrast.ts';
import { lowResolutionPicture } from './low-resolution-picture.ts';
import { menuLostOnMobile } from './menu-lost-on-mobile.ts';
import { missingDescription } from './missing-description.ts';
import { missingOnMobile } from './missing-on-mobile.ts';
import { missingTitle } from './missing-title.ts';
import { noDarkMode } from './no-dark-mode.ts';
import { noPreheader } from './no-preheader.ts';
import { noUnsubscribe } from './no-unsubscribe.ts';
import { notForPhones } from './not-for-phones.ts';
import { pageLanguage } from './page-language.ts';
import { pictureLowContrast } from './picture-low-contrast.ts';
import { placeholderText } from './placeholder-text.ts';
import { slideLowContrast } from './slide-low-contrast.ts';
import { smallEmailButton } from './small-email-button.ts';
import { smallEmailText } from './small-email-text.ts';
import { smallSlideText } from './small-slide-text.ts';
import { smallTarget } from './small-target.ts';
import { stretchedImage } from './stretched-image.ts';
import { tableCutOff } from './table-cut-off.ts';
import { textCovered } from './text-covered.ts';
import { textCutOff } from './text-cut-off.ts';
import { textNearEdge } from './text-near-edge.ts';
import { textOverlap } from './text-overlap.ts';
import { tinyText } from './tiny-text.ts';
import { tooManyFonts } from './too-many-fonts.ts';
import { unstyledPage } from './unstyled-page.ts';
import { widerThanScreen } from './wider-than-screen.ts';
import { wordySlide } from './wordy-slide.ts';
import { wrongSize } from './wrong-size.ts';

/** All computed rules, by theme. A new rule is a file of its own and a line here. */
export const rules: readonly Rule[] = [
  // What was captured
  blankPicture,
  wrongSize,
  errorOnPage,
  unstyledPage,
  // Layout
  widerThanScreen,
  notForPhones,
  missingOnMobile,
  menuLostOnMobile,
  invisibleNavigation,
  tableCutOff,
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
  // Plain images, by the text recognised in them
  pictureLowContrast,
  cutOffEdge,
  // Slides
  wordySlide,
  smallSlideText,
  slideLowContrast,
  textNearEdge,
  tooManyFonts,
  inconsistentTitles,
  lowResolutionPicture,
  emptySlide,
  // What search results and tabs show
  missingTitle,
  missingDescription,
  // Emails
  droppedByMailClients,
  imageOnlyEmail,
  clippedByGmail,
  emailTooWide,
  emailImageWithoutAlt,
  smallEmailText,
  smallEmailButton,
  noPreheader,
  noUnsubscribe,
  lostInDark,
  noDarkMode,
];
