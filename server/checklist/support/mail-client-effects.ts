/** What becomes of an email where a feature that it uses is not known. */
export interface Effect {
  /** What becomes of it, after “In Gmail, ” */
  lost: string;
  fix: string;
  weight: number;
}

const IMAGE = 'Show a PNG or JPEG file from an https address instead.';
const WORDS_REMOVED: Pick<Effect, 'fix' | 'weight'> = {
  fix: 'Give it a plain background-color too that its words can be read on.',
  weight: 0.9,
};

/** By the titles of the public support data (caniemail.com). What is not here changes nothing that people miss. */
export const effects: Readonly<Record<string, Effect>> = {
  'display:flex': {
    lost: 'what stands side by side here is stacked, as display: flex is dropped.',
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
    lost: 'this falls out of its place, as position: absolute and fixed are dropped.',
    fix: 'Place it with a table, or make it part of the image.',
    weight: 0.75,
  },
  margin: {
    lost: 'this is not drawn up or aside, as negative margins are dropped.',
    fix: 'Do without the negative margin.',
    weight: 0.45,
  },
  transform: {
    lost: 'this is neither turned, moved nor scaled, as transform is dropped.',
    fix: 'Make sure that it looks right without, or make it part of an image.',
    weight: 0.5,
  },
  'background-image': {
    lost: 'the image behind these words is missing, and they cannot be read on what is left.',
    ...WORDS_REMOVED,
  },
  'linear-gradient()': {
    lost: 'the gradient behind these words is missing, and they cannot be read on what is left.',
    ...WORDS_REMOVED,
  },
  'radial-gradient()': {
    lost: 'the gradient behind these words is missing, and they cannot be read on what is left.',
    ...WORDS_REMOVED,
  },
  'conic-gradient()': {
    lost: 'the gradient behind these words is missing, and they cannot be read on what is left.',
    ...WORDS_REMOVED,
  },
  'CSS Variables (Custom Properties)': {
    lost: 'colours and sizes that come from var(--…) are lost.',
    fix: 'Write the values themselves; a build step can put them in.',
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
    lost: 'this text has another size, as rem is not understood.',
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
    lost: 'this image is missing: images inside the source (data:) are not shown.',
    fix: 'Put the file at an https address, or attach it to the email (cid:).',
    weight: 0.8,
  },
  '<link> element': {
    lost: 'the whole design is missing, as it comes from a stylesheet at another address.',
    fix: 'Write the styles into the elements; a build step can do that.',
    weight: 0.95,
  },
  '@import': {
    lost: 'the styles that come by @import are missing.',
    fix: 'Write the styles into the elements; a build step can do that.',
    weight: 0.85,
  },
  '<style> element over 16 KB': {
    lost: 'a style block is dropped as a whole, since it is longer than 16 KB.',
    fix: 'Split it, leave out what is not used, and write the most important styles into the elements.',
    weight: 0.85,
  },
  '<style> element in <body>': {
    lost: 'the styles are missing, as their style block stands in the body.',
    fix: 'Move it into the head, and write the most important styles into the elements.',
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
    fix: 'Link to a page with the form on it.',
    weight: 0.75,
  },
  'hidden attribute': {
    lost: 'words that the hidden attribute hides are shown.',
    fix: 'Hide them with display: none in their style attribute.',
    weight: 0.75,
  },
};
