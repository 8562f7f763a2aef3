import type { Rule } from '../rule.ts';

/** A rule that needs sight and reading, so that only a model can judge it. */
interface ModelRule extends Pick<Rule, 'id' | 'title' | 'checks' | 'why' | 'severity' | 'types'> {
  /** Similar computed rules: at the same place their finding wins */
  like: readonly string[];
  /** One sentence about something that breaks the rule, and one about something that does not */
  fails: string;
  passes: string;
}

export const modelRules: readonly ModelRule[] = [
  {
    id: 'unclear-action',
    title: 'Unclear action',
    checks: 'Button and link labels say what happens, and the main action stands out from the others.',
    why: 'People hesitate or press the wrong one.',
    severity: 'suggestion',
    types: ['ui', 'website', 'email'],
    like: ['control-without-name'],
    fails: 'A dialog asks “Discard your changes?” and offers “OK” and “Cancel”.',
    passes: 'The same dialog offers “Discard changes” and “Keep editing”.',
  },
  {
    id: 'unhelpful-message',
    title: 'Unhelpful message',
    checks: 'Messages say what happened and what people can do, without blame, codes or internal terms.',
    why: 'People cannot continue on their own.',
    severity: 'suggestion',
    types: ['ui', 'website', 'email'],
    like: ['error-on-page', 'garbled-text'],
    fails: 'The text below a form says “Invalid input (code 4012)”.',
    passes: 'The text below a field says “This card has expired. Use another one.”',
  },
  {
    id: 'spelling',
    title: 'Spelling mistake',
    checks: 'Words are spelled correctly; names and technical terms are ignored.',
    why: 'A spelling mistake makes the rest of the work look careless.',
    severity: 'polish',
    types: ['ui', 'website', 'presentation', 'email'],
    like: ['garbled-text', 'placeholder-text'],
    fails: 'A button says “Sumbit order”.',
    passes: 'A heading names the company “Flickr”.',
  },
  {
    id: 'mixed-languages',
    title: 'Mixed languages',
    checks: 'The product’s own text is in one language; names, quotes and user-written text may be in others.',
    why: 'Some readers will not understand that part.',
    severity: 'suggestion',
    types: ['ui', 'website', 'presentation', 'email'],
    like: ['page-language', 'placeholder-text'],
    fails: 'Between “Einstellungen” and “Abmelden” a menu offers “Billing history”.',
    passes: 'A German page names a product “Cloud Backup Pro”.',
  },
  {
    id: 'contradiction',
    title: 'Contradiction',
    checks: 'Numbers, dates and statements in the screenshot agree with each other.',
    why: 'Readers do not know which of the two to trust.',
    severity: 'suggestion',
    types: ['ui', 'website', 'presentation', 'email'],
    like: [],
    fails: 'A basket lists 20 € and 30 € and says “Total 45 €”, with no discount.',
    passes: 'A basket lists 20 € and 30 €, “Discount 5 €” and “Total 45 €”.',
  },
  {
    id: 'inconsistent-style',
    title: 'Inconsistent style',
    checks: 'Elements of the same kind (buttons, headings, icons, cards) look alike.',
    why: 'Elements that look different seem to mean something different.',
    severity: 'polish',
    types: ['ui', 'website', 'presentation', 'email'],
    like: ['too-many-fonts', 'inconsistent-titles'],
    fails: 'Two of three cards in a row have rounded corners and a shadow, and one has neither.',
    passes: 'One card of three is marked “Most popular” and has a border of its own.',
  },
  {
    id: 'misaligned',
    title: 'Misaligned elements',
    checks: 'Elements in a row or column share an edge or a centre line, and the gaps between them are consistent.',
    why: 'It looks like a mistake and makes people doubt the rest.',
    severity: 'polish',
    types: ['ui', 'website', 'presentation', 'email'],
    like: ['text-overlap', 'text-covered', 'text-cut-off'],
    fails: 'Four fields of a form begin at the same left edge, the fifth 12 pixels further right.',
    passes: 'An indented field belongs to the checkbox above it.',
  },
  {
    id: 'unlabelled-chart',
    title: 'Unlabelled chart',
    checks: 'A chart labels what it shows: its axes or values, their unit, and each series.',
    why: 'Nobody can tell what the chart shows.',
    severity: 'suggestion',
    types: ['ui', 'website', 'presentation'],
    like: [],
    fails: 'A slide shows five bars with no values, no axis and no title.',
    passes: 'Five bars carry their values, and the slide’s title says “Orders per month, in thousands”.',
  },
];
