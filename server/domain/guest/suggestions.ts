import { DomainError, invalid, notFound } from '../failure.ts';
import { placeOf } from '../mark/make-mark.ts';
import type { Handler } from '../ports.ts';
import { addReply } from '../reply/add-reply.ts';
import { findReview } from '../review/store.ts';
import { frozen, isSame, MAX_PENDING } from '../suggestion/rules.ts';
import {
  countPending,
  deleteSuggestion,
  findByNumber,
  findBySecrets,
  insertSuggestion,
  nextNumber,
  updateSuggestion,
  wasGiven,
} from '../suggestion/store.ts';
import { asGuest, findOwn, toOne, toSuggestions, whyTooLate } from './as-guest.ts';

export const suggest: Handler<'suggest'> = (ports, actor, input) =>
  asGuest(ports, actor, async (tx, { row, chain, shots, may, now }) => {
    const secret = ports.secrets.hash(input.client_suggestion_id);
    // A repeat after a lost answer finds its suggestion, whatever has happened to the review since.
    const [known] = await findBySecrets(tx, chain, [secret]);
    if (known !== undefined) return toOne(tx, known);
    if (!may.suggest) throw new DomainError('conflict', may.reason ?? 'This review takes no suggestions now.');
    const shot = shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
    const place = placeOf(input.kind, input);
    if ((await countPending(tx, row.workspaceId, row.id)) >= MAX_PENDING) {
      throw new DomainError(
        'conflict',
        `${MAX_PENDING} suggestions wait for this review’s reviewer already. Try again when some have been settled.`,
      );
    }
    const made = await insertSuggestion(tx, {
      ...chain,
      number: await nextNumber(tx, chain),
      reviewId: row.id,
      shotId: shot.id,
      secret,
      kind: input.kind,
      ...place,
      body: input.body,
      author: input.author || null,
      createdAt: now,
      updatedAt: now,
    });
    return toOne(tx, made);
  });

/**
 * Changes a guest's own suggestion while it is pending, on whichever pass it lies. A new screenshot must be of this
 * link's pass.
 */
export const editSuggestion: Handler<'edit_suggestion'> = (ports, actor, input) =>
  asGuest(ports, actor, async (tx, scene) => {
    const { chain, shots, now } = scene;
    const known = await findOwn(ports, tx, scene, input);
    const kind = input.kind ?? known.kind;
    const shot =
      input.screenshot_index === undefined
        ? { id: known.shotId }
        : shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
    const place = placeOf(kind, {
      x: input.x ?? known.x,
      y: input.y ?? known.y,
      width: input.width ?? known.width,
      height: input.height ?? known.height,
    });
    const isPlaced = [input.screenshot_index, input.x, input.y].some((given) => given !== undefined);
    const position = isPlaced ? 'exact' : known.position;
    const wanted = { kind, shotId: shot.id, body: input.body ?? known.body, ...place, position };
    if (isSame(known, wanted)) return toOne(tx, known);
    const late = await whyTooLate(tx, scene, known);
    if (late !== null) throw new DomainError('conflict', late);
    await updateSuggestion(tx, chain, known.number, { ...wanted, updatedAt: now });
    return toOne(tx, { ...known, ...wanted, updatedAt: now });
  });

/** Adds a guest's reply to their own suggestion while it is pending. */
export const replyToSuggestion: Handler<'reply_to_suggestion'> = (ports, actor, input) =>
  asGuest(ports, actor, async (tx, scene) => {
    const own = await findOwn(ports, tx, scene, input);
    const late = await whyTooLate(tx, scene, own);
    if (late !== null) throw new DomainError('conflict', late);
    const { body, client_reply_id } = input;
    const by = { by: 'guest', author: own.author, isQuestion: false } as const;
    await addReply(tx, scene, { suggestionNumber: own.number }, { ...by, body, client_reply_id });
    return toOne(tx, own);
  });

/**
 * Deletes a guest's own suggestion while it is pending, on whichever pass it lies and however the review ended, because
 * people own what they wrote. Another guest's number gets the same answer as one that was never given.
 */
export const withdrawSuggestion: Handler<'withdraw_suggestion'> = async (ports, actor, input) => {
  const { suggestion_id: number } = input;
  return asGuest(ports, actor, async (tx, { chain }) => {
    const [own] = await findBySecrets(tx, chain, [ports.secrets.hash(input.client_suggestion_id)]);
    if (own === undefined || own.number !== number) {
      const wasWithdrawn = (await wasGiven(tx, chain, number)) && (await findByNumber(tx, chain, number)) === null;
      if (!wasWithdrawn) throw notFound('suggestion');
      return { withdrawn: false };
    }
    const late = frozen(own);
    if (late !== null) throw new DomainError('conflict', late);
    await deleteSuggestion(tx, chain, own.number);
    return { withdrawn: true };
  });
};

/** Returns the state of the chain's suggestions whose secrets the caller knows; others are left out. */
export const readOwnSuggestions: Handler<'read_own_suggestions'> = async (ports, actor, input) => {
  const row = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  if (row === null) throw notFound();
  const secrets = new Map(
    input.client_suggestion_ids.map((secret) => [ports.secrets.hash(secret).toString('hex'), secret]),
  );
  const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
  const hashes = [...secrets.keys()].map((hex) => Buffer.from(hex, 'hex'));
  const rows = hashes.length === 0 ? [] : await findBySecrets(ports.db, chain, hashes);
  const shown = await toSuggestions(ports.db, rows);
  return {
    suggestions: shown.flatMap((suggestion, at) => {
      const secret = secrets.get(Buffer.from(rows[at]?.clientSuggestionId ?? []).toString('hex'));
      return secret === undefined ? [] : [{ client_suggestion_id: secret, suggestion }];
    }),
  };
};
