import { z } from 'zod';
import { isPlainName } from '../../server/contract/plain-name.ts';
import { whatIsWrong } from '../../server/contract/what-is-wrong.ts';
import { plain } from '../render/markdown.ts';

export const settingsPath = '.github/sightline.yml';

const Glob = z
  .string()
  .min(1)
  .max(300)
  .describe(
    '`*` within a folder, `**` across folders, `?` one character, `{a,b}` either; a leading `!` takes out again',
  );

const Globs = z.array(Glob).min(1).max(100);

const MAX_NAME = 100;

/** As a job may register it. */
const ReviewName = z.string().min(1).max(MAX_NAME).refine(isPlainName);

const NamedReview = z.strictObject({
  paths: Globs.optional().describe(
    'The files that this review shows. A pull request that changes none of them passes its check as not affected',
  ),
});

/** `.github/sightline.yml`, as written. */
export const SettingsFile = z.strictObject({
  reviews: z
    .record(ReviewName, NamedReview.nullable(), {
      error: ({ code }) =>
        code === 'invalid_key'
          ? 'must have a name of 1 to 100 plain visible characters, with single spaces between words; type it again if it looks right'
          : undefined,
    })
    .optional()
    .describe(
      'The named reviews that every pull request has. Each gets its check on every head, so that it can be required',
    ),
  summary: z
    .boolean()
    .default(false)
    .describe('One check, `Sightline`, that passes when every named review does: the one to require'),
  require: z
    .strictObject({
      paths: Globs.describe('A pull request that changes one of these files needs a review of its head commit'),
      only: z
        .enum(['agents'])
        .optional()
        .describe(
          'Holds only pull requests of agents to it: a bot opened it, or a commit names an agent as its author or co-author. Default: all',
        ),
    })
    .optional()
    .describe('When the check `Sightline` fails without a review; that check then exists also without `summary`'),
  approvers: z
    .string()
    .regex(/^(link|write|team:[A-Za-z0-9-]+\/[A-Za-z0-9_.-]+)$/, 'must be `link`, `write` or `team:org/slug`')
    .optional()
    .describe(
      'Whose approval passes the check: `link` (anyone with the link), `write` (may write here) or `team:org/slug`. Default: `link`; for a pass that an agent opened, which holds its link, a person who signed in and can read the repository',
    ),
  'not-author': z
    .boolean()
    .default(false)
    .describe('Whether the pull request’s author may not be the one who approves'),
  link: z
    .enum(['direct', 'sign-in', 'hidden'])
    .optional()
    .describe(
      'How the comment leads to the review: by its link, by signing in, not at all. Default: `direct` on private repositories; on public ones `sign-in`, or `hidden` where the App cannot let people sign in',
    ),
  pictures: z
    .boolean()
    .optional()
    .describe('Whether images are shown on GitHub. Default: on private repositories only'),
  'carry-over': z
    .boolean()
    .default(true)
    .describe('Whether a pass with the same screenshots as an approved one passes with it'),
  fixer: z
    .enum(['none', 'workflow_dispatch', 'comment'])
    .default('none')
    .describe('How the agent is called that fixes what was marked'),
  workflow: z
    .string()
    .regex(/^[\w.-]+\.ya?ml$/, 'must be the name of a file in .github/workflows')
    .default('sightline-fix.yml')
    .describe('The workflow that `fixer: workflow_dispatch` starts'),
  mention: z
    .string()
    .regex(/^@[A-Za-z0-9-]+(\/[A-Za-z0-9-]+)?$/, 'must be one mention, for example @my-agent')
    .optional()
    .describe('Whom `fixer: comment` calls'),
  max_passes: z
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('How often the fixing agent is started on a pull request without an approval in between'),
});

export interface Settings {
  /**
   * The listed reviews by name, each with the files it shows, or null for all files. null: the repository lists none.
   */
  reviews: ReadonlyMap<string, readonly string[] | null> | null;
  summary: boolean;
  /** Which changed files need a review of the head, and whether only in pull requests of agents. null: none do. */
  require: { paths: readonly string[]; agentsOnly: boolean } | null;
  /** `unknown`: the setting cannot be read, so nobody's approval counts. */
  approvers: 'link' | 'write' | `team:${string}` | 'unknown';
  notAuthor: boolean;
  link: 'direct' | 'sign-in' | 'hidden';
  /** The same for a pass that an agent opened. */
  agentLink: Settings['link'];
  pictures: boolean;
  carryOver: boolean;
  fixer: 'none' | 'workflow_dispatch' | 'comment';
  workflow: string;
  mention: string | null;
  maxPasses: number;
  problems: SettingsProblem[];
}

export interface SettingsProblem {
  /** The keys that lead to it; empty for the whole file. */
  path: string[];
  message: string;
  /** 1-based; null when unknown. */
  line: number | null;
}

/** Returns the settings of a repository without the file. `signsIn`: whether people can sign in with GitHub. */
export function defaultSettings(isPrivate: boolean, signsIn = false): Settings {
  return toSettings(SettingsFile.parse({}), isPrivate, signsIn);
}

/**
 * Reads the file's values. A wrong value is reported and ignored; where ignoring it would allow more (who may approve,
 * what is shown, what passes by itself), the strict choice is used instead.
 */
export function parseSettings(given: unknown, isPrivate: boolean, signsIn = false): Settings {
  const read = SettingsFile.safeParse(given, { error: whatIsWrong });
  if (!read.success) {
    const problems = read.error.issues.flatMap((issue): SettingsProblem[] => {
      const path = issue.path.map(String);
      if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message, line: null }];
      return issue.keys.map((key) => ({ path: [...path, key], message: 'there is no such setting', line: null }));
    });
    return strictly(given, isPrivate, signsIn, problems);
  }
  const { fixer, mention } = read.data;
  if (fixer === 'comment' && mention === undefined) {
    const message = '`fixer: comment` needs `mention`, whom the comment calls';
    return strictly(given, isPrivate, signsIn, [{ path: ['fixer'], message, line: null }]);
  }
  return toSettings(read.data, isPrivate, signsIn);
}

/** Returns the settings for a file that cannot be read at all. */
export function unreadableSettings(isPrivate: boolean, message: string, line: number | null): Settings {
  return strictly(undefined, isPrivate, false, [{ path: [], message, line }]);
}

function strictly(given: unknown, isPrivate: boolean, signsIn: boolean, problems: SettingsProblem[]): Settings {
  const none = defaultSettings(isPrivate, signsIn);
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  // A symbol is never valid, so every field of a file that is not an object is refused.
  const value = (key: keyof typeof SettingsFile.shape): unknown => (isObject ? Reflect.get(given, key) : Symbol());
  const { shape } = SettingsFile;
  const reviews = shape.reviews.safeParse(value('reviews'));
  const summary = shape.summary.safeParse(value('summary'));
  const require = shape.require.safeParse(value('require'));
  const approvers = shape.approvers.safeParse(value('approvers'));
  const notAuthor = shape['not-author'].safeParse(value('not-author'));
  const pictures = shape.pictures.safeParse(value('pictures'));
  const link = shape.link.safeParse(value('link'));
  const links = link.success
    ? toLinks({ link: link.data, approvers: approvers.data }, isPrivate, signsIn)
    : { link: 'hidden' as const, agentLink: 'hidden' as const };
  return {
    ...none,
    reviews: toReviews(reviews.success ? reviews.data : readableReviews(value('reviews'))),
    summary: summary.success && summary.data,
    require: require.success ? toRequirement(require.data) : strictRequirement(value('require')),
    approvers: approvers.success && notAuthor.success ? toApprovers(approvers.data) : 'unknown',
    notAuthor: notAuthor.success && notAuthor.data,
    ...links,
    pictures: pictures.success ? (pictures.data ?? none.pictures) : false,
    carryOver: false,
    problems,
  };
}

function toSettings(file: z.infer<typeof SettingsFile>, isPrivate: boolean, signsIn: boolean): Settings {
  return {
    reviews: toReviews(file.reviews),
    summary: file.summary,
    require: toRequirement(file.require),
    approvers: toApprovers(file.approvers),
    notAuthor: file['not-author'],
    ...toLinks(file, isPrivate, signsIn),
    pictures: file.pictures ?? isPrivate,
    carryOver: file['carry-over'],
    fixer: file.fixer,
    workflow: file.workflow,
    mention: file.mention ?? null,
    maxPasses: file.max_passes,
    problems: [],
  };
}

function toLinks(
  { link: given, approvers }: Pick<z.infer<typeof SettingsFile>, 'link' | 'approvers'>,
  isPrivate: boolean,
  signsIn: boolean,
): Pick<Settings, 'link' | 'agentLink'> {
  const link = given ?? (isPrivate ? 'direct' : signsIn ? 'sign-in' : 'hidden');
  return { link, agentLink: given === undefined && approvers === undefined && signsIn ? 'sign-in' : link };
}

/** Returns the settings for one pass. A pass without a workflow run was opened by an agent, which has its link. */
export const settingsFor = (settings: Settings, { runId }: { runId: number | null }): Settings =>
  runId === null ? { ...settings, link: settings.agentLink } : settings;

function toReviews(reviews: z.infer<typeof SettingsFile>['reviews']): Settings['reviews'] {
  const entries = Object.entries(reviews ?? {});
  return entries.length === 0 ? null : new Map(entries.map(([name, review]) => [name, review?.paths ?? null]));
}

/**
 * Returns the reviews that a wrong value names, each of every file where its paths are wrong. A name with invisible or
 * look-alike characters counts as its plain spelling, the only one that a job can register.
 */
function readableReviews(given: unknown): z.infer<typeof SettingsFile>['reviews'] {
  const names = typeof given === 'string' ? [given] : given;
  const entries: [unknown, unknown][] = Array.isArray(names)
    ? names.map((name: unknown) => [name, null])
    : Object.entries(Object(names));
  const Name = z
    .string()
    .transform((name) => plain(name.normalize('NFKC'), MAX_NAME))
    .pipe(ReviewName);
  const Entry = z.tuple([Name, NamedReview.nullable().catch(null)]);
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const read = Entry.safeParse(entry);
      return read.success ? [read.data] : [];
    }),
  );
}

function toRequirement(given: z.infer<typeof SettingsFile>['require']): Settings['require'] {
  return given === undefined ? null : { paths: given.paths, agentsOnly: given.only === 'agents' };
}

/** Returns the requirement for a value that is wrong: of every author, and of every file if its paths are wrong. */
function strictRequirement(given: unknown): Settings['require'] {
  // The file itself cannot be read, so nobody knows whether it has the key.
  if (typeof given === 'symbol') return null;
  const paths = Globs.safeParse(Reflect.get(Object(given), 'paths'));
  return { paths: paths.success ? paths.data : ['**'], agentsOnly: false };
}

/** Returns whether a commit has the one check of all reviews. */
export const hasSummary = ({ summary, require }: Pick<Settings, 'summary' | 'require'>): boolean =>
  summary || require !== null;

function toApprovers(given = 'link'): Settings['approvers'] {
  if (given === 'link' || given === 'write') return given;
  return given.startsWith('team:') ? `team:${given.slice(5)}` : 'unknown';
}
