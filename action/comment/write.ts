import { setTimeout as sleep } from 'node:timers/promises';
import { marker } from '../../app/render/comment.ts';
import type { GitHub, IssueComment } from '../github.ts';
import { isPassing, secondsAsked } from '../retry.ts';
import { decodeRows, mergeRows, type Row, renderRows } from './row.ts';

/**
 * Writes a row into the pull request's one comment. Jobs of other named reviews may write at the same time, so it
 * writes, reads again, and merges until one comment has the row.
 * @returns false when other jobs kept overwriting the row
 */
export async function writeComment(github: GitHub, pullRequest: number, row: Row): Promise<boolean> {
  const ours = createFinder(github, pullRequest);
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const began = performance.now();
    const [first, ...doubles] = await ours();
    const known = [first, ...doubles].flatMap((comment) => decodeRows(comment?.body ?? ''));
    const body = renderRows(mergeRows(known, [row]), row.revision);
    try {
      if (first === undefined) await github.createComment(pullRequest, body);
      else if (first.body !== body) await github.updateComment(first.id, body);
      for (const double of doubles) await github.deleteComment(double.id);
    } catch (error) {
      if (!isPassing(error) || attempt === 5) throw error;
      await sleep((secondsAsked(error) ?? 0.5 * 2 ** attempt) * 1000);
    }
    // Longer than another job takes from reading to writing; otherwise that job could still overwrite the row unseen.
    // The time that this job took shows how fast GitHub and the machine are.
    const took = performance.now() - began;
    await sleep(Math.min(5_000, Math.max(400, 1.5 * took)) + Math.random() * 200 * attempt);
    const after = await ours();
    if (after.length === 1 && decodeRows(after[0]?.body ?? '').some((other) => holds(other, row))) return true;
  }
  return false;
}

/** Returns the row of a review in the comment; undefined when there is none. */
export async function readRow(github: GitHub, pullRequest: number, id: string): Promise<Row | undefined> {
  const comments = await createFinder(github, pullRequest)();
  return comments.flatMap(({ body }) => decodeRows(body)).find((row) => row.id === id);
}

/** Removes the comments of earlier runs: the App has a comment of its own now, and nobody would update ours. */
export async function removeComments(github: GitHub, pullRequest: number): Promise<void> {
  for (const { id } of await createFinder(github, pullRequest)()) await github.deleteComment(id);
}

/**
 * Removes the comment if it has what it may not show, from when the repository was private: a review's own link, or
 * images. An edited comment would show everybody its older versions. `may`: what the review of this `name` may show.
 */
export async function withdrawComment(
  github: GitHub,
  pullRequest: number,
  name: string,
  may: { link: boolean; images: boolean },
): Promise<void> {
  const comments = await createFinder(github, pullRequest)();
  const rows = comments.flatMap(({ body }) => decodeRows(body));
  const isFit = ({ isPublic = false, ...row }: Row) => {
    const { link, images } = row.name === name ? may : { link: isPublic, images: isPublic };
    return (link || row.signIn === true) && (images || row.thumbnail === null);
  };
  if (rows.every(isFit)) return;
  for (const { id } of comments) await github.deleteComment(id);
}

/** Finds the comments of ours, oldest first. */
function createFinder(github: GitHub, pullRequest: number): () => Promise<IssueComment[]> {
  let me: string | null = null;
  return async () => {
    const marked = (await github.listComments(pullRequest)).filter(({ body }) => body.startsWith(marker));
    // Anybody may write the marker; our own login is only needed once a comment has it.
    if (marked.length > 0) me ??= await github.viewer();
    return marked.filter((comment) => isBy(comment, me)).sort((a, b) => a.id - b.id);
  };
}

const holds = (other: Row, row: Row) => other.name === row.name && other.written >= row.written;

function isBy(comment: IssueComment, login: string | null): boolean {
  return comment.author === login || (comment.bot && comment.author === `${login}[bot]`);
}
