/** The shapes of fields on the wire, written by hand from the interface and not from the contract's schemas. */
export type Shape =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'timestamp'
  | 'url'
  | 'ulid'
  | 'record'
  | readonly [Shape]
  | { readonly nullable: Shape }
  | { readonly oneOf: readonly string[] }
  | { readonly [name: string]: Shape };

const isTimestamp = (value: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

const scalars: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && isTimestamp(value),
  url: (value) => typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value),
  record: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string'),
  ulid: (value) => typeof value === 'string' && /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(value),
};

/** Lists where a value differs from its shape: missing, unknown and wrong fields, each by its path. */
export function differences(value: unknown, shape: Shape, path = '$'): string[] {
  if (typeof shape === 'string') return scalars[shape]?.(value) === true ? [] : [`${path} is no ${shape}`];
  if (Array.isArray(shape)) {
    const [item] = shape as readonly [Shape];
    if (!Array.isArray(value)) return [`${path} is no array`];
    return value.flatMap((each, at) => differences(each, item, `${path}[${at}]`));
  }
  if ('nullable' in shape) return value === null ? [] : differences(value, shape.nullable as Shape, path);
  if ('oneOf' in shape) {
    const words = shape.oneOf as readonly string[];
    return words.includes(String(value)) ? [] : [`${path} is none of ${words.join(', ')}`];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  const fields = value as Record<string, unknown>;
  const expected = shape as Record<string, Shape>;
  return [
    ...Object.entries(expected).flatMap(([name, each]) =>
      name in fields ? differences(fields[name], each, `${path}.${name}`) : [`${path}.${name} is missing`],
    ),
    ...Object.keys(fields).flatMap((name) => (name in expected ? [] : [`${path}.${name} is not in the interface`])),
  ];
}

const statuses = {
  oneOf: ['preparing', 'open', 'approved', 'changes_requested', 'superseded', 'expired', 'failed', 'cancelled'],
};
const actions = {
  oneOf: [
    'wait_for_screenshots',
    'wait_for_reviewer',
    'fix_source_and_retry',
    'proceed',
    'apply_pins_then_next_pass',
    'open_next_pass',
    'see_latest_pass',
    'expired',
    'none',
  ],
};
const types = { oneOf: ['ui', 'website', 'presentation', 'email'] };
const maybe = (shape: Shape): Shape => ({ nullable: shape });
const box = { x: 'integer', y: 'integer', width: 'integer', height: 'integer' } as const;
const viewport = maybe({ name: 'string', width: 'integer', height: 'integer', scale: 'number' });
const state = maybe({ steps: ['string'], colour_scheme: 'string', reduced_motion: 'boolean', locale: 'string' });
const nextAction = { action: actions, summary: 'string' } as const;

export const summaryShape: Shape = {
  id: 'ulid',
  title: 'string',
  type: types,
  reference: maybe('string'),
  revision: maybe('string'),
  status: statuses,
  pass: 'integer',
  parent_id: maybe('ulid'),
  created_at: 'timestamp',
  decided_at: maybe('timestamp'),
  expires_at: 'timestamp',
  outstanding_marks: 'integer',
  marks_awaiting_verification: 'integer',
  next_action: nextAction,
  review_url: 'url',
};

const elementShape: Shape = {
  selectors: [{ selector: 'string', matches: 'integer' }],
  tag: 'string',
  role: maybe('string'),
  accessible_name: maybe('string'),
  text: 'string',
  outer_html: 'string',
  box: { x: 'number', y: 'number', width: 'number', height: 'number' },
  styles: 'record',
};

const replyShape: Shape = {
  ...{ id: 'string', by: { oneOf: ['reviewer', 'agent'] }, author: maybe('string'), body: 'string' },
  ...{ question: 'boolean', pass: 'integer', created_at: 'timestamp' },
};

const strokeShape: Shape = { kind: { oneOf: ['arrow', 'line'] }, points: [{ x: 'number', y: 'number' }] };

const markShape: Shape = {
  id: 'integer',
  screenshot_index: maybe('integer'),
  kind: { oneOf: ['point', 'box'] },
  x: maybe('number'),
  y: maybe('number'),
  width: maybe('number'),
  height: maybe('number'),
  body: 'string',
  must_fix: 'boolean',
  strokes: [strokeShape],
  reference_image_url: maybe('url'),
  status: { oneOf: ['open', 'in_progress', 'resolved', 'verified', 'reopened', 'withdrawn'] },
  author: maybe('string'),
  note: maybe('string'),
  after_image: maybe('string'),
  after_image_url: maybe('url'),
  after_image_problem: maybe('string'),
  reopen_reason: maybe('string'),
  replies: [replyShape],
  source: { oneOf: ['reviewer', 'accepted_suggestion', 'finding'] },
  pass: 'integer',
  position: { oneOf: ['exact', 'uncertain', 'element_removed'] },
  element: maybe(elementShape),
  criteria: [{ rule: 'string', holds: maybe('boolean'), now: maybe('string') }],
  same_element_in: [{ screenshot_index: 'integer', x: 'number', y: 'number', width: 'number', height: 'number' }],
  change: maybe({ kind: { oneOf: ['identical', 'changed'] }, share: 'number' }),
  created_at: 'timestamp',
  updated_at: 'timestamp',
};

const findingShape: Shape = {
  id: 'integer',
  body: 'string',
  severity: maybe({ oneOf: ['suggestion', 'a11y', 'polish'] }),
  screenshot_index: maybe('integer'),
  area: maybe({ x: 'number', y: 'number', width: 'number', height: 'number' }),
  related_pin: maybe('integer'),
  source: { oneOf: ['client', 'second_opinion'] },
  rule: maybe('string'),
  found_by: maybe({ oneOf: ['rule', 'model'] }),
  status: { oneOf: ['shown', 'hidden', 'accepted'] },
  mark_id: maybe('integer'),
};

const certainties: Shape = { oneOf: ['certain', 'likely'] };
const causeShape: Shape = {
  kind: { oneOf: ['style', 'text', 'image', 'added', 'removed', 'moved', 'resized'] },
  summary: 'string',
  selector: 'string',
  certainty: certainties,
  elsewhere: 'boolean',
  styles: [{ property: 'string', from: 'string', to: 'string' }],
  text: maybe({ from: 'string', to: 'string' }),
};

export const reviewShape: Shape = {
  ...(summaryShape as Record<string, Shape>),
  context: maybe('string'),
  source: { oneOf: ['images', 'capture', 'pdf', 'html'] },
  page_url: maybe('string'),
  next_pass_id: maybe('ulid'),
  base: maybe({}),
  decision: maybe({
    number: 'integer',
    outcome: { oneOf: ['approved', 'changes_requested'] },
    note: maybe('string'),
    decided_by: maybe('string'),
    verified_login: maybe('string'),
    via: { oneOf: ['sign_in', 'page', 'link'] },
  }),
  guest_share_url: 'url',
  problems: [{ label: 'string', message: 'string' }],
  screenshots: [
    {
      index: 'integer',
      label: 'string',
      url: 'url',
      thumbnail_url: 'url',
      width: 'integer',
      height: 'integer',
      viewport,
      state,
      page_url: maybe('string'),
      page_number: maybe('integer'),
      tile_height: maybe('integer'),
      elements_url: maybe('url'),
      notices: ['string'],
      notice_codes: ['string'],
      sha256: 'string',
      change: maybe({
        kind: { oneOf: ['new', 'identical', 'changed'] },
        share: maybe('number'),
        diff_url: maybe('url'),
        areas: [
          {
            x: 'number',
            y: 'number',
            width: 'number',
            height: 'number',
            kind: { oneOf: ['changed', 'added', 'removed'] },
            share: 'number',
            causes: [causeShape],
            marks: ['integer'],
          },
        ],
      }),
      base_change: maybe({}),
    },
  ],
  shards: maybe({ expected: 'integer', sent: ['integer'] }),
  removed_screenshots: [{}],
  marks: [markShape],
  findings: [findingShape],
  second_opinion: maybe({ waiting: 'integer', done: 'integer', failed: 'integer', problems: ['string'] }),
  suggestions: [{}],
  work_packets: {
    pins: [
      {
        mark_id: 'integer',
        must_fix: 'boolean',
        strokes: [strokeShape],
        reference_image_url: maybe('url'),
        body: 'string',
        status: 'string',
        pass: 'integer',
        screenshot: maybe({ index: 'integer', label: 'string', url: 'url', width: 'integer', height: 'integer' }),
        box_px: maybe(box),
        crop_url: maybe('url'),
        clean_crop_url: maybe('url'),
        page_url: maybe('string'),
        page_number: maybe('integer'),
        viewport,
        state,
        position: { oneOf: ['exact', 'uncertain', 'element_removed'] },
        element: maybe(elementShape),
        source_code: [{}],
        same_element_in: [{ screenshot_index: 'integer', box_px: box }],
        causes: [
          {
            ...{ summary: 'string', selector: 'string', certainty: certainties },
            ...{ since: { oneOf: ['pass', 'base'] }, screenshots: 'integer' },
          },
        ],
        done_when: ['string'],
        before_after: maybe({ before_url: 'url', after_url: 'url' }),
        author: maybe('string'),
        source: { oneOf: ['reviewer', 'accepted_suggestion', 'finding'] },
        reopen_reason: maybe('string'),
        replies: [replyShape],
        untrusted_text: { oneOf: ['true'] },
      },
    ],
    must_fix: [{ mark_id: 'integer', summary: 'string' }],
  },
  webhook: maybe({
    paused: 'boolean',
    failure_count: 'integer',
    last_error: maybe('string'),
    last_delivered_at: maybe('timestamp'),
  }),
};
