import * as z from 'zod/mini';
import { isPlainName } from '../server/contract/plain-name.ts';
import { ActionError, inputError } from './error.ts';

/** The name of a review when the workflow gives none. */
export const defaultName = 'visual';

const text = (max: number, tooLong = `use at most ${max} characters.`) =>
  z.string().check(z.trim(), z.maxLength(max, tooLong));

const splitLines = (value: string) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const lines = z.pipe(
  z.string(),
  z.transform((value) => splitLines(value).filter((line) => !line.startsWith('#'))),
);

// Without comments, because a selector may start with `#`.
const selectors = z.pipe(z.string(), z.transform(splitLines));

const flag = (unset: boolean, message: string) =>
  z.pipe(
    z.string().check(z.trim(), z.toLowerCase(), z.regex(/^(true|false|)$/, message)),
    z.transform((value) => (value === '' ? unset : value === 'true')),
  );

const minutes = (unset: number, least: number, message: string) =>
  z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.regex(/^(\d{1,4}(\.\d{1,3})?)?$/, message)),
      z.transform((value) => (value === '' ? unset : Number(value))),
    ),
    z.number().check(z.gte(least, message), z.lte(360, message)),
  );

const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/;
const headers = z.pipe(
  z
    .pipe(lines, z.array(z.string()))
    .check(z.refine((all) => all.every((line) => headerLine.test(line)), 'write one "Name: value" a line.')),
  z.transform((all): Record<string, string> => {
    const pairs = all.map((line) => headerLine.exec(line)).filter((match) => match !== null);
    return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
  }),
);

const cookieLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([^;,\s]*)$/;
const cookies = z.pipe(
  z
    .pipe(lines, z.array(z.string()))
    .check(z.refine((all) => all.every((line) => cookieLine.test(line)), 'write one "name=value" a line.')),
  z.transform((all) =>
    all
      .map((line) => cookieLine.exec(line))
      .filter((match) => match !== null)
      .map(([, name = '', value = '']) => ({ name, value })),
  ),
);

export const isHttp = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Which of several jobs this one is, from 1 on, that send the screenshots of one review. */
export interface Shard {
  number: number;
  of: number;
}

function readShard(value: string): Shard {
  const [number = 0, of = 0] = value.split('/').map(Number);
  return { number, of };
}

const isShard = ({ number, of }: Shard): boolean => number >= 1 && number <= of;

/** Every input of `action.yml`, as the text that a workflow gives. Messages complete the sentence `Input "name": …`. */
export const Inputs = z.object({
  'service-url': z.pipe(
    text(2000).check(
      z.refine(isHttp, 'give the address of your Sightline service, for example https://sightline.example.com.'),
    ),
    z.transform((value) => value.replace(/\/+$/, '')),
  ),
  token: text(500),
  'github-token': text(1000).check(z.minLength(1, 'leave it out to use the job’s own token, or give one.')),
  name: z.pipe(
    text(100).check(z.refine(isPlainName, 'use one line of plain visible characters.')),
    z.transform((value) => value || defaultName),
  ),
  title: text(160),
  context: text(10_000),
  type: z.enum(['', 'ui', 'website', 'presentation', 'email'], 'use ui, website, presentation or email.'),
  images: lines,
  url: text(2000).check(
    z.refine((value) => value === '' || isHttp(value), 'give a full http(s) address, for example https://example.com.'),
  ),
  paths: lines,
  deployment: text(255),
  dir: text(1000),
  spa: flag(false, 'use true or false.'),
  storybook: text(1000),
  stories: lines,
  pdf: text(2000),
  html: text(1000),
  headers,
  cookies,
  'wait-for': text(500),
  mask: z.pipe(selectors, z.array(z.string()).check(z.maxLength(20, 'give at most 20 selectors.'))),
  baseline: z.pipe(
    z.pipe(
      lines,
      z
        .array(z.string().check(z.maxLength(255, 'give at most 255 characters a branch.')))
        .check(z.maxLength(50, 'give at most 50 branches.')),
    ),
    z.transform((branches) => (branches.length === 0 ? ['auto'] : branches)),
  ),
  shard: z.pipe(
    text(10).check(
      z.refine(
        (value) => value === '' || (/^\d{1,2}\/\d{1,2}$/.test(value) && isShard(readShard(value))),
        'give which shard of how many this job is, for example 2/3.',
      ),
    ),
    z.transform((value): Shard | null => (value === '' ? null : readShard(value))),
  ),
  link: z.enum(['', 'direct', 'sign-in'], 'use direct or sign-in, or leave it out.'),
  app: z.pipe(
    z.enum(['', 'auto', 'required', 'none'], 'use auto, required or none.'),
    z.transform((value) => value || 'auto'),
  ),
  'carry-over': flag(true, 'use true or false.'),
  comment: flag(true, 'use true or false.'),
  pictures: z.enum(['', 'true', 'false'], 'use true or false, or leave it out.'),
  drafts: flag(false, 'use true or false.'),
  wait: minutes(0, 0, 'give minutes from 0 to 360; 0 does not wait.'),
  timeout: minutes(10, 0.01, 'give minutes up to 360, for example 10.'),
});
export type Inputs = z.output<typeof Inputs>;
export type InputName = keyof Inputs;

export const inputNames = Object.keys(Inputs.shape) as InputName[];

/** The sources, in the order in which a review shows their screenshots. */
const sources = ['images', 'dir', 'storybook', 'url', 'deployment', 'pdf', 'html'] as const;
/** An input that names what to review. At least one is needed. */
export type SourceInput = (typeof sources)[number];

/** Sources that the service accepts only in a review of their own. */
const alone: readonly SourceInput[] = ['pdf', 'html'];

/** Inputs that have a meaning only with some of the sources. */
const belongsTo = {
  paths: ['url', 'deployment', 'dir'],
  headers: ['url', 'deployment'],
  cookies: ['url', 'deployment'],
  'wait-for': ['url', 'deployment', 'dir', 'storybook'],
  mask: ['url', 'deployment', 'dir', 'storybook'],
  spa: ['dir'],
  stories: ['storybook'],
} as const satisfies Partial<Record<InputName, readonly SourceInput[]>>;

/**
 * Checks all inputs. `read` returns the text of one, empty when the workflow leaves it out.
 * @throws ActionError that names every wrong input, one on each line
 */
export function parseInputs(read: (name: InputName) => string): Inputs {
  const parsed = Inputs.safeParse(Object.fromEntries(inputNames.map((name) => [name, read(name)])));
  if (parsed.success) {
    chosenSources(parsed.data);
    return parsed.data;
  }
  const seen = new Map(parsed.error.issues.toReversed().map((issue) => [String(issue.path[0]), issue.message]));
  throw new ActionError(
    [...seen]
      .toReversed()
      .map(([name, message]) => inputError(name, message).message)
      .join('\n'),
  );
}

const isGiven = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== '' && value !== false;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(' or ');

/**
 * Returns the sources that the workflow chose. @throws ActionError when there is none, or when inputs do not go
 * together
 */
export function chosenSources(inputs: Inputs): SourceInput[] {
  const chosen = sources.filter((name) => isGiven(inputs[name]));
  if (chosen.length === 0) {
    throw new ActionError(
      `Nothing to review: set one or more of the inputs "images", "url", "deployment", "dir" and "storybook", or "pdf", or "html".`,
    );
  }
  const single = chosen.find((name) => alone.includes(name));
  const other = chosen.find((name) => name !== single);
  if (single !== undefined && other !== undefined) {
    throw inputError(
      single,
      `"${other}" is set too, and ${single === 'pdf' ? 'a PDF' : 'an email'} is a review of its own. Give each a step with a "name" of its own.`,
    );
  }
  if (single !== undefined && inputs.shard !== null) {
    throw inputError('shard', `"${single}" is a review of its own, which one job sends. Leave it out.`);
  }
  for (const [name, fitting] of Object.entries(belongsTo)) {
    if (!isGiven(inputs[name as keyof typeof belongsTo]) || chosen.some((each) => fitting.some((one) => one === each)))
      continue;
    throw inputError(name, `it goes with ${quoted(fitting)}, not with ${quoted(chosen)}. Leave it out.`);
  }
  return chosen;
}
