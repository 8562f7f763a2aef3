import type { Mark } from '../../../contract/mark.ts';
import { fieldsOf } from '../../../contract/mark-fields.ts';
import type { Finding, Review, Screenshot, Suggestion } from '../../../contract/review.ts';
import { visibleJson } from '../../../contract/visible-text.ts';
import type { WorkPacket } from '../../../contract/work-packet.ts';
import { rounded, short, shortOrNull, withoutEmpty } from './short-text.ts';

/** How much of each mark is returned: its whole packet, what is needed to find the element, or its name alone. */
export const details = ['full', 'medium', 'lean'] as const;
export type Detail = (typeof details)[number];

export const LONGEST = {
  body: 4000,
  settledBody: 160,
  reason: 1000,
  note: 300,
  finding: 600,
  label: 120,
  url: 300,
  html: 2048,
};

type Element = NonNullable<WorkPacket['element']>;

const sizes = {
  full: { selectors: 5, selector: 400, text: 400, html: LONGEST.html },
  medium: { selectors: 2, selector: 200, text: 120, html: 240 },
  lean: { selectors: 1, selector: 120, text: 60, html: 0 },
} satisfies Record<Detail, unknown>;

function elementOf(element: Element, detail: Detail): object {
  const { selectors, selector, text, html } = sizes[detail];
  const { box, styles } = element;
  const named = {
    selectors: element.selectors
      .slice(0, selectors)
      .map((each) => ({ ...each, selector: short(each.selector, selector) })),
    tag: short(element.tag, 60),
    accessible_name: shortOrNull(element.accessible_name, text),
  };
  if (detail === 'lean')
    return withoutEmpty({ ...named, text: named.accessible_name ? null : short(element.text, text) });
  return withoutEmpty({
    ...named,
    role: shortOrNull(element.role, 60),
    text: short(element.text, text),
    outer_html: short(element.outer_html, html),
    box: Object.fromEntries(Object.entries(box).map(([side, pixels]) => [side, Math.round(pixels)])),
    ...(detail === 'full' ? { styles: visibleJson(styles) } : {}),
  });
}

/** Returns the number of arrows and lines on a mark, whose crop shows them; nothing when there are none. */
function drawnOn({ strokes }: Pick<Mark, 'strokes'>): object {
  if (strokes.length === 0) return {};
  const kinds = Map.groupBy(strokes, ({ kind }) => kind);
  return { strokes: Object.fromEntries([...kinds].map(([kind, drawn]) => [kind, drawn.length])) };
}

function shortFields(packet: WorkPacket): object {
  const { strokes: _, body, ...fields } = fieldsOf(packet);
  return { ...fields, body: short(body, LONGEST.body), ...drawnOn(packet) };
}

/** How many replies of a mark are returned, the newest ones. */
const MAX_REPLIES = 10;

/** Returns what was asked and answered about a mark; with less detail, null when nothing was. */
function repliesOf({ replies }: Pick<Mark, 'replies'>, detail: Detail): object[] | null {
  const newest = replies.slice(-MAX_REPLIES);
  if (detail === 'full') return newest.map((reply) => ({ ...reply, body: short(reply.body, LONGEST.reason) }));
  if (newest.length === 0) return null;
  return newest.map(({ by, body, question }) => ({ by, question, body: short(body, LONGEST.note) }));
}

const CAUSES = { full: 5, medium: 2, lean: 1 } satisfies Record<Detail, number>;

/** Returns why the marked area changed: with less detail than `full`, as one sentence each. */
function causesOf({ causes }: WorkPacket, detail: Detail): (object | string)[] {
  return causes.slice(0, CAUSES[detail]).map(({ summary, selector, ...rest }) => {
    const told = short(summary, LONGEST.note);
    if (detail === 'full') return { summary: told, selector: short(selector, sizes.full.selector), ...rest };
    const { certainty, screenshots } = rest;
    return `${certainty === 'likely' ? 'probably ' : ''}${told}${screenshots > 1 ? `, on ${screenshots} screenshots` : ''}`;
  });
}

/** Returns where an element comes from as `file:line`, and how certain that is; null when it is unknown. */
function codeOf({ source_code }: WorkPacket, detail: Detail): string[] | null {
  const most = { full: 5, medium: 3, lean: 1 }[detail];
  const codes = source_code.slice(0, most).map(({ file, line, kind, confidence }) => {
    const place = short(line === null ? file : `${file}:${line}`, 220);
    return detail === 'lean' ? place : `${place} (${kind}, ${confidence})`;
  });
  return codes.length === 0 && detail !== 'full' ? null : codes;
}

/** Returns a work packet. With less detail, `get_screenshot` has the images other than the crop. */
export function packetOf(packet: WorkPacket, detail: Detail): object {
  const { screenshot, element, viewport, state, page_url, crop_url, same_element_in } = packet;
  const fields = { ...shortFields(packet), reopen_reason: shortOrNull(packet.reopen_reason, LONGEST.reason) };
  const author = shortOrNull(packet.author, 80);
  const label = screenshot && { index: screenshot.index, label: short(screenshot.label, LONGEST.label) };
  const url = shortOrNull(page_url, LONGEST.url);
  const code = codeOf(packet, detail);
  if (detail === 'full') {
    const shot = screenshot && { ...screenshot, ...label };
    return {
      ...packet,
      ...fields,
      replies: repliesOf(packet, detail),
      author,
      page_url: url,
      screenshot: shot,
      element: element && elementOf(element, detail),
      causes: causesOf(packet, detail),
      source_code: code,
    };
  }
  const { mark_id, status, pass, position, box_px, page_number, source, untrusted_text } = packet;
  const lean = {
    ...{ mark_id, ...fields, status, box_px, page_number, replies: repliesOf(packet, detail) },
    position: position === 'exact' ? null : position,
    screenshot: screenshot && { index: screenshot.index },
    element: element && elementOf(element, detail),
    causes: causesOf(packet, detail),
    done_when: packet.done_when,
    source_code: code,
    untrusted_text,
  };
  const more = {
    screenshot: label,
    position,
    pass,
    crop_url,
    page_url: url,
    viewport,
    state,
    same_element_in,
    source,
    author,
  };
  return withoutEmpty(detail === 'lean' ? lean : { ...lean, ...more });
}

/** Returns a mark beside its packet, or one that needs no fix. Only the packet has the element. */
export function markOf(mark: Mark, hasPacket: boolean, detail: Detail): object {
  const { element: _element, same_element_in: _same, x, y, width, height, author, ...rest } = mark;
  const place = { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
  const texts = {
    replies: hasPacket && detail !== 'full' ? null : repliesOf(mark, detail),
    body: hasPacket && detail !== 'full' ? null : short(mark.body, LONGEST.settledBody),
    note: shortOrNull(mark.note, LONGEST.note),
    reopen_reason: hasPacket && detail !== 'full' ? null : shortOrNull(mark.reopen_reason, LONGEST.reason),
    after_image: shortOrNull(mark.after_image, LONGEST.url),
    after_image_problem: shortOrNull(mark.after_image_problem, LONGEST.note),
  };
  if (detail === 'full') return { ...rest, ...place, ...texts, ...drawnOn(mark), author: shortOrNull(author, 80) };
  const { id, status, must_fix, screenshot_index, change } = mark;
  const more =
    hasPacket && detail === 'lean' ? {} : { must_fix, screenshot_index, ...(hasPacket ? {} : drawnOn(mark)) };
  return withoutEmpty({ id, status, change, ...more, ...texts });
}

/** How many causes of changes since the base are listed for each screenshot. */
const MAX_BASE_CAUSES = 3;

/** Returns a screenshot, with the largest changed areas outside all marks, which nobody asked for. */
export function screenshotOf(shot: Screenshot): object {
  const { index, url, width, height, viewport, page_number, change, base_change: base } = shot;
  const unasked = change?.areas.filter(({ marks }) => marks.length === 0) ?? [];
  const largest = unasked.sort((one, other) => other.share - one.share).slice(0, 5);
  return withoutEmpty({
    index,
    label: short(shot.label, LONGEST.label),
    url,
    width,
    height,
    viewport: visibleJson(viewport),
    page_number,
    page_url: shortOrNull(shot.page_url, LONGEST.url),
    notices: shot.notices.slice(0, 5).map((notice) => short(notice, 200)),
    change: change && {
      kind: change.kind,
      share: rounded(change.share),
      diff_url: change.diff_url,
      changed_areas: change.areas.length,
      areas_outside_marks: largest.map(({ x, y, width, height, kind, causes }) =>
        withoutEmpty({
          ...{ kind, x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) },
          cause: shortOrNull(causes[0]?.summary ?? null, LONGEST.note),
        }),
      ),
    },
    base_change: base && {
      kind: base.kind,
      share: rounded(base.share),
      diff_url: base.diff_url,
      changed_areas: base.areas.length,
      causes: [...new Set(base.areas.flatMap(({ causes }) => causes[0]?.summary ?? []))]
        .slice(0, MAX_BASE_CAUSES)
        .map((summary) => short(summary, LONGEST.note)),
      approved_in: base.approved_in && { review_id: base.approved_in.review_id },
      noise: base.noise.map(({ reason, expires_at }) => ({ reason: short(reason, 200), expires_at })),
    },
  });
}

export const findingOf = ({ area, body, ...finding }: Finding): object =>
  withoutEmpty({
    ...finding,
    body: short(body, LONGEST.finding),
    area: area && Object.fromEntries(Object.entries(area).map(([side, value]) => [side, rounded(value)])),
  });

export const suggestionOf = ({ x, y, width, height, body, author, replies, ...suggestion }: Suggestion): object =>
  withoutEmpty({
    ...suggestion,
    ...{ x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) },
    body: short(body, LONGEST.finding),
    author: shortOrNull(author, 80),
    // The mark that it became has them.
    replies: suggestion.status === 'accepted' ? null : repliesOf({ replies }, 'lean'),
  });

/** Returns the fields of a review that are not lists of unknown length. */
export function headOf(review: Review) {
  const {
    screenshots: _shots,
    marks: _marks,
    findings: _found,
    suggestions: _said,
    work_packets: _packets,
    removed_screenshots: removed,
    ...head
  } = review;
  const { base, decision, next_action, problems, second_opinion, webhook } = head;
  return {
    ...head,
    title: short(head.title, 160),
    context: shortOrNull(head.context, 600),
    reference: shortOrNull(head.reference, 200),
    revision: shortOrNull(head.revision, 64),
    page_url: shortOrNull(head.page_url, 2000),
    next_action: { ...next_action, summary: short(next_action.summary, 600) },
    decision: decisionOf(decision),
    base: base && {
      ...base,
      repository: short(base.repository, 200),
      name: short(base.name, 100),
      branch: short(base.branch, 100),
      commit: shortOrNull(base.commit, 64),
    },
    removed_screenshots: removed.slice(0, 10).map(({ label }) => ({ label: short(label, LONGEST.label) })),
    problems: problemsOf(problems),
    second_opinion: second_opinion && {
      ...second_opinion,
      problems: second_opinion.problems.slice(0, 5).map((each) => short(each, 300)),
    },
    webhook: webhook && { ...webhook, last_error: shortOrNull(webhook.last_error, 300) },
  };
}

/** Returns the first screenshots that could not be made. */
export const problemsOf = (problems: Review['problems']): Review['problems'] =>
  problems
    .slice(0, 5)
    .map(({ label, message }) => ({ label: short(label, LONGEST.label), message: short(message, 300) }));

export const decisionOf = (decision: Review['decision']): Review['decision'] =>
  decision && {
    ...decision,
    note: shortOrNull(decision.note, LONGEST.body),
    decided_by: shortOrNull(decision.decided_by, 100),
    verified_login: shortOrNull(decision.verified_login, 100),
  };
