import type { TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { isCode } from '../support/code-text.ts';
import { quote } from '../support/words.ts';

/** Words that servers and frameworks show in place of a page. */
const bare =
  /^(?:error )?(?:40[034]|50[0234])\b.{0,5}\b(?:bad request|forbidden|not found|internal|bad gateway|service|gateway|error)|^(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|not found|forbidden|cannot get \/\S*|whitelabel error page|upstream connect error.*|this page could not be found\.?|404|500)$/i;
const MAX_PER_BARE = 10;

/** Words that only a crashed page shows. */
const crash =
  /^application error: a (?:client|server)-side exception has occurred|^unhandled runtime error|^failed to compile\b|^\[plugin:vite|^unexpected application error!|^(?:uncaught |unhandled )(?:\(in promise\) )?(?:\w*error|exception)\b|^hydration failed because|^minified react error #\d+|^fatal error: uncaught|^(?:warning|notice|parse error|fatal error): .+ in \/\S+\.php on line \d+|^traceback \(most recent call last\)|^sqlstate\[/i;
/** Words that a failed request leaves in one part of a page. */
const part =
  /^(?:error: )?(?:failed to fetch|network ?error|networkerror when attempting to fetch resource|request failed with status code \d{3}|load failed|unexpected token .{1,12} in json.*|\w*error: .{0,80}(?:is not a function|is not defined|of (?:undefined|null)).*)\.?$/i;

/** A page with more than this many is a tool that lists errors. */
const MAX_PER_PART = 2;

function violation({ text, box }: TextFact, weight: number, fix: string): Violation {
  return { box, what: `The page shows an error: ${quote(text, 90)}.`, fix, weight };
}

function ofWhole({ facts }: Scene): Violation[] {
  const [crashed] = facts.texts.filter(({ text }) => crash.test(text.trim()));
  // On a page about programming it is an example.
  const mayBeExample = crashed !== undefined && (isCode(crashed) || crashed.sure !== null || (crashed.level ?? 1) > 1);
  const isExample = mayBeExample && facts.texts.length > MAX_PER_BARE * 3;
  if (crashed !== undefined && !isExample) {
    return [violation(crashed, 1, 'Fix the error and take the screenshot again.')];
  }
  if (facts.texts.length > MAX_PER_BARE) return [];
  const failed = facts.texts.find(({ text }) => bare.test(text.trim()));
  if (failed === undefined) return [];
  return [violation(failed, 1, 'Check the address and whether the server was ready, and take the screenshot again.')];
}

export const errorOnPage: Rule = {
  id: 'error-on-page',
  title: 'Error on the page',
  checks: 'The page is not an error page, and no part of it shows a raw error.',
  why: 'An error appears in place of the content to review.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page', 'image'],
  find(scene) {
    const whole = ofWhole(scene);
    // In an image, code cannot be distinguished from text, and an error may be its subject.
    if (whole.length > 0 || scene.facts.kind === 'image') return whole;
    const parts = scene.facts.texts.filter((fact) => !isCode(fact) && part.test(fact.text.trim()));
    if (parts.length > MAX_PER_PART) return [];
    return parts.map((fact) =>
      violation(fact, 0.85, 'Fix the failing part, or show a plain message that says what people can do.'),
    );
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Deliveries</h1><ul><li>Monday: 12</li><li>Tuesday: 9</li></ul>
      <h2>Late today</h2><p data-defect style="width:420px">TypeError: Cannot read properties of undefined (reading 'map')</p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Handling errors</h1><p>A request may fail with a network error: try again, then tell people.</p>
      <p>When nothing is found, answer 404 Not Found with a link to the start.</p></body>`,
  },
};
