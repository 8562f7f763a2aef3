import { expect, test } from 'vitest';
import { percent } from '../../../server/contract/percent.ts';
import { dialog } from '../../../server/web/decide/dialog-strings.ts';
import { decision } from '../../../server/web/decide/strings.ts';
import { guest } from '../../../server/web/guest/strings.ts';
import { home } from '../../../server/web/home/strings.ts';
import { later } from '../../../server/web/marking/later-strings.ts';
import { mark } from '../../../server/web/marking/strings.ts';
import { stage } from '../../../server/web/screenshots/strings.ts';
import { count, short } from '../../../server/web/shared/words.ts';
import { findings } from '../../../server/web/suggestions/strings.ts';
import { live } from '../../../server/web/sync/strings.ts';
import { updates } from '../../../server/web/sync/updates-strings.ts';
import { verifying } from '../../../server/web/verify/strings.ts';
import { checklist } from '../../../server/web/workspace/checklist-strings.ts';
import { workspace } from '../../../server/web/workspace/strings.ts';

/** Each sentence or label that depends on a number or on what is known, beside the call that makes it. */
function say(rows: [string, string][]): void {
  expect(rows.map(([said]) => said)).toEqual(rows.map(([, expected]) => expected));
}

test('numbers have their unit, and shares their precision', () => {
  say([
    [count(1, 'mark'), '1 mark'],
    [count(0, 'mark'), '0 marks'],
    [count(2, 'match', 'matches'), '2 matches'],
    [percent(0.0009), '<0.1 %'],
    [percent(0.001), '0.1 %'],
    [percent(0.056), '5.6 %'],
    [percent(0.0996), '10 %'],
    [percent(0.1), '10 %'],
    [percent(0.426), '43 %'],
    [percent(0.9999), '>99 %'],
    [percent(1), '100 %'],
    [home.size(400), '1 KB'],
    [home.size(999_000), '999 KB'],
    [home.size(1_000_000), '1.0 MB'],
    [home.size(1_250_000), '1.3 MB'],
    [workspace.webhook.duration(999), '999 ms'],
    [workspace.webhook.duration(1000), '1.0 s'],
    [stage.shots.changed(null), 'changed'],
    [stage.shots.changed(0.42), '42 %'],
    [stage.shots.changedLong(null, 'pass 1'), 'changed'],
    [stage.shots.changedLong(0.42, 'pass 1'), '42 % changed since pass 1'],
  ]);
});

test('long text ends in an ellipsis, within the limit and not after a space', () => {
  say([
    [short('12345', 5), '12345'],
    [short('123456', 5), '1234…'],
    [short('123 456', 5), '123…'],
  ]);
});

test('a mark’s label says what matters about it', () => {
  const { marks } = mark;
  say([
    [marks.byGuest(null), 'suggested by a guest'],
    [marks.byGuest('Ola'), 'suggested by the guest Ola'],
    [marks.marker(3, true, 'open', 'Too pale.'), 'Mark 3, must fix, open: Too pale.'],
    [marks.marker(3, false, 'to verify', 'Too pale.'), 'Mark 3, to verify: Too pale.'],
    [marks.where('Mobile', 0.254, 0.5), 'on Mobile at 25 % from the left, 50 % from the top'],
    [marks.also(3, true, 'Mobile', 'Too pale.'), 'Mark 3, also here, must fix, marked on Mobile: Too pale.'],
    [marks.also(3, false, 'Mobile', 'Too pale.'), 'Mark 3, also here, marked on Mobile: Too pale.'],
    [later.crosshair.at(0.254, 0.5), '25 % across, 50 % down'],
    [later.crosshair.at(0.254, 0.5, 'button “Pay”'), '25 % across, 50 % down, button “Pay”'],
    [guest.own.marker('B', 'declined', 'Bigger?'), 'Your suggestion B, declined: Bigger?'],
    [findings.guests.marker('Ola', 'Bigger?'), 'Suggestion by Ola: Bigger?'],
  ]);
});

test('the list of a pass that is over says what became of its marks', () => {
  const { settled } = mark.marks;
  say([
    [settled(1, 0), 'The mark is verified.'],
    [settled(2, 0), 'All 2 marks are verified.'],
    [settled(0, 1), 'The mark is deleted.'],
    [settled(0, 3), 'All 3 marks are deleted.'],
    [settled(1, 2), '1 mark is verified and 2 deleted.'],
    [settled(2, 1), '2 marks are verified and 1 deleted.'],
  ]);
});

test('a mark to verify says how far its element moved and how it was resized', () => {
  const { left, fixedToast, reopenedToast } = mark.verify;
  const { moved, resized } = verifying;
  say([
    [moved({ right: 0, down: 0 }), ''],
    [moved({ right: 4, down: 0 }), 'It moved 4 px to the right.'],
    [moved({ right: -4, down: 0 }), 'It moved 4 px to the left.'],
    [moved({ right: 0, down: 7 }), 'It moved 7 px down.'],
    [moved({ right: 4, down: -7 }), 'It moved 7 px up and 4 px to the right.'],
    [resized({ wider: 0, taller: 0 }), ''],
    [resized({ wider: 4, taller: 0 }), 'Its element is now 4 px wider.'],
    [resized({ wider: -4, taller: 0 }), 'Its element is now 4 px narrower.'],
    [resized({ wider: 0, taller: 7 }), 'Its element is now 7 px taller.'],
    [resized({ wider: 4, taller: -7 }), 'Its element is now 4 px wider and 7 px shorter.'],
    [left(0), 'Nothing left to verify.'],
    [left(2), '2 left to verify.'],
    [fixedToast(3, 1), 'Mark 3 verified. 1 left to verify.'],
    [reopenedToast(3, 0), 'Mark 3 was sent back to be fixed. Nothing left to verify.'],
  ]);
});

test('the dialog of a decision counts what it concerns', () => {
  say([
    [dialog.handsOver(1, 0), '1 mark will be sent to be fixed.'],
    [dialog.handsOver(3, 1), '3 marks will be sent to be fixed; 1 must be fixed.'],
    [dialog.handsOver(3, 3), '3 must-fix marks will be sent to be fixed.'],
    [dialog.approves(1), 'You’re approving 1 screenshot as is.'],
    [dialog.counted(2), '2 marks reported as fixed will be counted as verified.'],
    [dialog.stay(1), '1 optional mark stays on record.'],
    [dialog.stay(2), '2 optional marks stay on record.'],
    [dialog.findings(1), '1 finding is not handled yet.'],
    [dialog.findings(2), '2 findings are not handled yet.'],
    [dialog.suggestions(1), '1 guest suggestion waits for your answer.'],
    [dialog.suggestions(2), '2 guest suggestions wait for your answer.'],
    [dialog.toVerify(1), '1 mark is still to be verified.'],
    [dialog.toVerify(2), '2 marks are still to be verified.'],
    [dialog.unsent(1), '1 mark of yours is not sent yet. It goes before your decision.'],
    [dialog.unsent(2), '2 marks of yours are not sent yet. They go before your decision.'],
    [
      dialog.drafts(1),
      '1 draft of yours is not part of this decision and stays on this device. Save or discard it here:',
    ],
    [
      dialog.drafts(2),
      '2 drafts of yours are not part of this decision and stay on this device. Save or discard them here:',
    ],
    [dialog.ofDraft(dialog.discard, 'Too pale.'), 'Discard: Too pale.'],
    [decision.unseen(1), '1 screenshot not seen'],
    [decision.otherMarks(2), '2 other marks'],
  ]);
});

test('what came in is said in one sentence, which agrees with its number', () => {
  const { newer, outbox, conflict } = live;
  say([
    [updates.suggestion(null), 'A guest left a suggestion.'],
    [updates.suggestion('Ola'), 'Ola left a suggestion.'],
    [updates.fixed([2]), 'Mark 2 was reported fixed.'],
    [updates.fixed([2, 5]), 'Marks 2 and 5 were reported fixed.'],
    [updates.inProgress([2]), 'Mark 2 is in progress.'],
    [updates.inProgress([2, 5]), 'Marks 2 and 5 are in progress.'],
    [updates.added([2, 5, 6]), 'Marks 2, 5 and 6 were added.'],
    [updates.findings(1), '1 finding came in.'],
    [live.shots(1, 3), '1 of 3 screenshots.'],
    [live.shots(1, 1), 'The screenshot is ready.'],
    [live.shots(3, 3), 'All 3 screenshots are ready.'],
    [updates.decided(null), 'Somebody has decided.'],
    [updates.decided('Mara'), 'Mara has decided.'],
    [newer.ready(2, false), 'Pass 2 is ready.'],
    [newer.ready(2, true), 'Pass 2 is ready. Your drafts move there too.'],
    [newer.waiting(1), '1 draft of yours waits there.'],
    [newer.waiting(2), '2 drafts of yours wait there.'],
    [outbox.sent(1), 'Your saved change was sent.'],
    [outbox.sent(2), 'Your 2 saved changes were sent.'],
    [
      dialog.unsentChanges(1),
      'Nothing was decided: 1 change of yours is not sent yet. Your note is saved; decide again once the service can be reached.',
    ],
    [
      dialog.unsentChanges(2),
      'Nothing was decided: 2 changes of yours are not sent yet. Your note is saved; decide again once the service can be reached.',
    ],
    [conflict.changed('Too pale.'), 'Somebody changed this mark meanwhile: “Too pale.”'],
  ]);
});

test('a draft of an older pass says where it was written', () => {
  say([
    [live.origin({ pass: 1, label: 'Desktop', found: true }), 'Written on “Desktop” of pass 1.'],
    [
      live.origin({ pass: 1, label: 'Desktop', found: false }),
      'Written on “Desktop” of pass 1, which is not in this pass. Put it where it belongs.',
    ],
    [live.origin({ pass: 1, label: null, found: false }), 'Written on pass 1. See whether it is where it belongs.'],
  ]);
});

test('findings that were handled are counted', () => {
  const { settled, opinion } = findings.findings;
  say([
    [settled(0, 0), ''],
    [settled(2, 0), '2 dismissed'],
    [settled(0, 1), '1 added as a mark'],
    [settled(1, 2), '1 dismissed · 2 added as marks'],
    [opinion({ waiting: 2, done: 1, problems: ['No.'] }, 0, 3), 'Checking 2 screenshots…'],
    [
      opinion({ waiting: 0, done: 1, problems: ['It failed.', 'It is too large.'] }, 0, 3),
      'It failed. It is too large.',
    ],
    [opinion({ waiting: 0, done: 3, problems: [] }, 0, 3), 'Checked automatically: nothing found.'],
    [opinion({ waiting: 0, done: 1, problems: [] }, 0, 3), '1 of 3 screenshots checked automatically: nothing found.'],
    [opinion({ waiting: 0, done: 3, problems: [] }, 1, 3), ''],
  ]);
});

test('changes and elements are named', () => {
  const { changes, element } = stage;
  say([
    [changes.position(null, 1, false), '1 change'],
    [changes.position(1, 7, false), '2 of 7 changes'],
    [changes.position(1, 50, true), '2 of 50 changes or more'],
    [changes.announce(1, 7, 'Added', 0.0002, []), 'Change 2 of 7: added, <0.1 % of the screenshot, outside the marks'],
    [
      changes.announce(0, 1, 'Changed', 0.5, [2, 4]),
      'Change 1 of 1: changed, 50 % of the screenshot, at mark 2, mark 4',
    ],
    [element.named('button', ''), 'button'],
    [element.named('button', 'Pay'), 'button “Pay”'],
    [element.page(2, ''), 'page 2'],
    [element.page(2, 'Total'), 'page 2: “Total”'],
    [element.matches(1), 'Matches this element alone'],
    [element.matches(3), 'Matches 3 elements on the page'],
    [stage.shots.marks(1, 0), '1 mark'],
    [stage.shots.marks(3, 2), '3 marks, 2 must fix'],
    [verifying.areaChanged(0.42), 'This area changed: 42 % of its pixels.'],
  ]);
});

test('a guest’s suggestion says what became of it', () => {
  const { own, panel } = guest;
  say([
    [panel.peek(0, 0), 'No suggestions'],
    [panel.peek(2, 0), 'Your suggestions 2'],
    [panel.peek(0, 3), 'Marks 3'],
    [panel.peek(2, 3), 'Your suggestions 2 · Marks 3'],
    [own.state.accepted(null), 'accepted'],
    [own.state.accepted(4), 'accepted as mark 4'],
    [own.acceptedLong(null, false), 'The reviewer accepted this.'],
    [own.acceptedLong(4, true), 'The reviewer accepted this as mark 4.'],
    [own.updates.accepted('B', null), 'The reviewer accepted suggestion B.'],
    [own.updates.accepted('B', 4), 'The reviewer accepted suggestion B as mark 4.'],
  ]);
});

test('the home page counts what was chosen and what became of it', () => {
  say([
    [home.source.images.more(1), 'Drop, paste or choose one more'],
    [home.source.images.more(4), 'Drop, paste or choose up to 4 more'],
    [home.source.images.pasted(1), 'Pasted image'],
    [home.source.images.pasted(2), 'Pasted image 2'],
    [home.titleOf('Cart', 0), 'Cart'],
    [home.titleOf('Cart', 2), 'Cart and 2 more'],
    [home.trouble.credits(1, 0), 'This review costs 1 credit, and your workspace has 0 left this month.'],
    [home.step.sending(0.999), 'Uploading: 99 %'],
    [home.made.progress(1, 3), '1 of 3 screenshots'],
    [home.made.shots(1), '1 screenshot is ready for review.'],
    [home.made.shots(2), '2 screenshots are ready for review.'],
  ]);
});

test('the workspace page counts reviews, webhooks and rules', () => {
  say([
    [workspace.paused.some(1), '1 webhook is paused: its decisions wait to be sent.'],
    [workspace.paused.some(2), '2 webhooks are paused: their decisions wait to be sent.'],
    [workspace.next.fix(0), 'Make the changes in the note, then send the next pass.'],
    [workspace.next.fix(1), 'Fix 1 mark, then send the next pass.'],
    [workspace.credits.left(1, 150), '1 of 150 credits left'],
    [workspace.credits.costs(1, 2, 3, 4), 'Images cost 1, a web page 2, a PDF 3, an email 4'],
    [checklist.rules(1, 0), '1 rule'],
    [checklist.rules(30, 2), '30 rules, 2 off'],
    [checklist.only(['website']), 'For websites.'],
    [checklist.only(['ui', 'website']), 'For interfaces and websites.'],
    [checklist.only(['ui', 'website', 'email']), 'For interfaces, websites and emails.'],
    [checklist.only(['ui', 'website', 'presentation', 'email']), 'For all kinds of reviews.'],
    [checklist.opinion.looking(1, 3), '1 of 3 screenshots checked…'],
    [checklist.opinion.found(1, 2), '1 screenshot checked: 2 findings.'],
  ]);
});
