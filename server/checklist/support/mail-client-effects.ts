/** What happens to an email in a client that does not support a feature. */
export interface Effect {
  /** The effect, as the rest of a sentence after “In Gmail, ” */
  lost: string;
  fix: string;
  weight: number;
}

const IMAGE = 'Show a PNG or JPEG file from an https address instead.';
const WORDS_REMOVED: Pick<Effect, 'fix' | 'weight'> = {
  fix: 'Add a solid background-color on which the text is readable.',
  weight: 0.9,
};

/**
 * Effects by feature title in the public support data (caniemail.com). Features that are not listed change nothing that
 * people would miss.
 */
export const effects: Readonly<Record<string, Effect>> = {
  'display:flex': {
    lost: 'the parts side by side here are stacked, as display: flex is dropped.',
    fix: 'Put the parts into the cells of a table.',
    weight: 0.75,
  },
  'display:grid': {
    lost: 'the columns here are stacked, as display: grid is dropped.',
    fix: 'Put the columns into the cells of a table.',
    weight: 0.75,
  },
  float: {
    lost: 'the columns here are stacked, as float is dropped.',
    fix: 'Put the columns into the cells of a table, or give a table an align attribute.',
    weight: 0.65,
  },
  position: {
    lost: 'this moves out of place, as position: absolute and fixed are dropped.',
    fix: 'Place it with a table, or make it part of the image.',
    weight: 0.75,
  },
  margin: {
    lost: 'this is not shifted, as negative margins are dropped.',
    fix: 'Remove the negative margin.',
    weight: 0.45,
  },
  transform: {
    lost: 'this is not rotated, moved or scaled, as transform is dropped.',
    fix: 'Make sure that it looks right without it, or make it part of an image.',
    weight: 0.5,
  },
  'background-image': {
    lost: 'the image behind this text is missing, so the text cannot be read.',
    ...WORDS_REMOVED,
  },
  'linear-gradient()': {
    lost: 'the gradient behind this text is missing, so the text cannot be read.',
    ...WORDS_REMOVED,
  },
  'radial-gradient()': {
    lost: 'the gradient behind this text is missing, so the text cannot be read.',
    ...WORDS_REMOVED,
  },
  'conic-gradient()': {
    lost: 'the gradient behind this text is missing, so the text cannot be read.',
    ...WORDS_REMOVED,
  },
  'CSS Variables (Custom Properties)': {
    lost: 'colours and sizes that come from var(--…) are lost.',
    fix: 'Write the values themselves; a build step can do that.',
    weight: 0.85,
  },
  'lch(), oklch(), lab(), oklab()': {
    lost: 'colours written as oklch() or lab() are lost.',
    fix: 'Write them as #rrggbb.',
    weight: 0.85,
  },
  'light-dark()': {
    lost: 'colours written as light-dark() are lost.',
    fix: 'Write the light colour as #rrggbb, and the dark one in a prefers-color-scheme rule.',
    weight: 0.8,
  },
  'clamp()': { lost: 'sizes written as clamp() are lost.', fix: 'Write a size in px before it.', weight: 0.5 },
  'CSS calc() function': {
    lost: 'sizes written as calc() are lost.',
    fix: 'Write a size in px or % before it.',
    weight: 0.5,
  },
  'rem unit': {
    lost: 'this text has a different size, as rem is dropped.',
    fix: 'Write its size in px.',
    weight: 0.65,
  },
  'Embedded <svg> image': {
    lost: 'this drawing is missing: inline SVG is removed.',
    fix: IMAGE,
    weight: 0.85,
  },
  'SVG image format': {
    lost: 'this image is missing: SVG files are not shown.',
    fix: IMAGE,
    weight: 0.85,
  },
  'webP image format': {
    lost: 'this image is missing: WebP files are not shown.',
    fix: IMAGE,
    weight: 0.75,
  },
  'AVIF image format': {
    lost: 'this image is missing: AVIF files are not shown.',
    fix: IMAGE,
    weight: 0.8,
  },
  'HEIF image format': {
    lost: 'this image is missing: HEIC files are not shown.',
    fix: IMAGE,
    weight: 0.85,
  },
  'TIFF image format': {
    lost: 'this image is missing: TIFF files are not shown.',
    fix: IMAGE,
    weight: 0.85,
  },
  'Base 64 image format': {
    lost: 'this image is missing: embedded images (data:) are not shown.',
    fix: 'Put the file at an https address, or attach it to the email (cid:).',
    weight: 0.8,
  },
  '<link> element': {
    lost: 'the whole design is missing, as it comes from an external stylesheet.',
    fix: 'Inline the styles; a build step can do that.',
    weight: 0.95,
  },
  '@import': {
    lost: 'the styles loaded with @import are missing.',
    fix: 'Inline the styles; a build step can do that.',
    weight: 0.85,
  },
  '<style> element over 16 KB': {
    lost: 'a style block is dropped as a whole, since it is longer than 16 KB.',
    fix: 'Split it, remove unused styles, and inline the most important ones.',
    weight: 0.85,
  },
  '<style> element in <body>': {
    lost: 'the styles are missing, as their style block is in the body.',
    fix: 'Move it into the head, and inline the most important styles.',
    weight: 0.75,
  },
  'CSS Nesting': {
    lost: 'styles that are nested in others are lost.',
    fix: 'Write each rule on its own; a build step can do that.',
    weight: 0.75,
  },
  '::before': { lost: 'words that come from ::before are missing.', fix: 'Write them into the HTML.', weight: 0.6 },
  '::after': { lost: 'words that come from ::after are missing.', fix: 'Write them into the HTML.', weight: 0.6 },
  '<form> element': {
    lost: 'the form does not work: it is removed, or nothing is sent.',
    fix: 'Link to a web page with the form.',
    weight: 0.75,
  },
  'hidden attribute': {
    lost: 'words that the hidden attribute hides are shown.',
    fix: 'Hide them with display: none in their style attribute.',
    weight: 0.75,
  },
};
