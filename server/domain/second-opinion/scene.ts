import { ReviewType } from '../../contract/review.ts';
import { Viewport } from '../../contract/source.ts';
import type { Ports } from '../ports.ts';
import type { ReviewRow } from '../review/store.ts';
import { readFacts } from '../shot/facts-file.ts';
import type { ShotRow } from '../shot/store.ts';
import type { ShotFacts } from '../shot-facts.ts';
import type { Other, Scene } from './rule.ts';

const READ_LIMIT_MS = 20_000;

const bare = (scale: number): ShotFacts => ({
  kind: 'picture',
  scale,
  texts: [],
  images: [],
  controls: [],
  violations: [],
  page: null,
  email: null,
  slide: null,
});

const shotOf = (row: ShotRow): Scene['shot'] => ({
  label: row.label,
  width: row.width,
  height: row.height,
  viewport: row.viewport === null ? null : Viewport.parse(row.viewport),
  pageNumber: row.pageNumber,
  pageUrl: row.pageUrl,
  notices: row.noticeCodes,
});

/** Of a picture and nothing else: the text in it, in units of the screen that it was taken of where that is known. */
async function readByEye(ports: Ports, bytes: Buffer, scale: number): Promise<ShotFacts> {
  const texts = await ports.textReader.read(bytes, READ_LIMIT_MS);
  return { ...bare(scale), texts: texts.map((text) => ({ ...text, size: text.size / scale })) };
}

/** An email is held to what emails are held to, also where nobody has said that it is one: `ui` is what is not said. */
const typeOf = (review: Pick<ReviewRow, 'type'>, { kind }: ShotFacts): ReviewType =>
  kind === 'email' && review.type === 'ui' ? 'email' : ReviewType.parse(review.type);

/** A shot with everything that is known of it. What is a picture and nothing else is read by eye. */
export async function setScene(
  ports: Ports,
  review: ReviewRow,
  shot: ShotRow,
  shots: readonly ShotRow[],
): Promise<{ scene: Scene; bytes: Buffer }> {
  const bytes = await ports.storage.get(shot.storageKey);
  const picture = await ports.images.look(bytes);
  const known = await readFacts(ports, shot);
  const view = shotOf(shot);
  const facts = known ?? (await readByEye(ports, bytes, view.viewport?.scale ?? 1));
  const others: Other[] = [];
  for (const row of shots) {
    const of = row.id === shot.id ? null : await readFacts(ports, row);
    if (of !== null) others.push({ shot: shotOf(row), facts: of });
  }
  return { scene: { type: typeOf(review, facts), shot: view, facts, picture, others }, bytes };
}
