import type { Output } from '../contract/client.ts';
import { plural } from './text.ts';

type Review = Output<'get_review'>;
type Action = Review['next_action']['action'];

/** Returns what a person does next, with this program's commands. The service's own sentence is for agents. */
export function nextStep(review: NextStepReview): string {
  return steps[review.next_action.action](review);
}

type NextStepReview = Pick<
  Review,
  'id' | 'decision' | 'next_action' | 'next_pass_id' | 'marks_awaiting_verification' | 'work_packets'
>;

const nextPass = (id: string): string => `sightline review FILE|URL --parent ${id}`;

const steps: Record<Action, (review: NextStepReview) => string> = {
  // How far it is, or why it failed, is in the service's sentence only.
  wait_for_screenshots: ({ next_action }) => next_action.summary,
  fix_source_and_retry: ({ next_action }) => next_action.summary,
  wait_for_reviewer: ({ id }) =>
    `Send the link to the person who decides. To wait for the decision: sightline wait ${id}`,
  proceed: () => 'Approved. Continue.',
  apply_pins_then_next_pass({ id, work_packets: { pins } }) {
    if (pins.length === 0) return `The decision’s note asks for changes. Make them, then: ${nextPass(id)}`;
    const marks = pins.map(({ mark_id }) => mark_id).join(' ');
    return `Fix ${plural(pins.length, 'mark')}, report with: sightline resolve ${id} ${marks}, then show the next pass: ${nextPass(id)}`;
  },
  open_next_pass: ({ id, decision, marks_awaiting_verification: waiting }) =>
    `All marks are reported as fixed.${decision?.note ? ' If the note asks for more, do that too.' : ''} Show the next pass, where the reviewer verifies ${plural(waiting, 'mark')}: ${nextPass(id)}`,
  see_latest_pass: ({ next_pass_id: next }) =>
    next === null ? 'A later pass continues this one.' : `A later pass continues this one: sightline show ${next}`,
  expired: ({ id, next_pass_id: next }) =>
    next === null
      ? `This review has expired. To ask again: ${nextPass(id)}`
      : `This review has expired. A later pass continues it: sightline show ${next}`,
  none: () => 'This review was withdrawn.',
};
