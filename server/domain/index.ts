import type { z } from 'zod';
import type { OperationName, Operations } from '../contract/index.ts';
import { endConnection } from './connection/end-connection.ts';
import { listConnections } from './connection/list-connections.ts';
import { getBilling } from './credit/get-billing.ts';
import { acceptFinding } from './finding/accept-finding.ts';
import { addFindings } from './finding/add-findings.ts';
import { hideFinding } from './finding/hide-finding.ts';
import { restoreFinding } from './finding/restore-finding.ts';
import { editMark } from './mark/edit-mark.ts';
import { placeMark } from './mark/place-mark.ts';
import { reopenMark } from './mark/reopen-mark.ts';
import { resolveMarks } from './mark/resolve-marks.ts';
import { restoreMark } from './mark/restore-mark.ts';
import { verifyMark } from './mark/verify-mark.ts';
import { withdrawMark } from './mark/withdraw-mark.ts';
import type { ActorOf, CallContext, Ports } from './ports.ts';
import { cancelReview } from './review/cancel-review.ts';
import { createReview } from './review/create-review.ts';
import { decide } from './review/decide.ts';
import { deleteReview } from './review/delete-review.ts';
import { getReview } from './review/get-review.ts';
import { identify } from './review/identify.ts';
import { listReviews } from './review/list-reviews.ts';
import { readReview } from './review/read-review.ts';
import { restoreReview } from './review/restore-review.ts';
import { waitForDecision } from './review/wait-for-decision.ts';
import { withdrawReview } from './review/withdraw-review.ts';
import { getChecklist } from './second-opinion/get-checklist.ts';
import { secondOpinion } from './second-opinion/second-opinion.ts';
import { updateChecklist } from './second-opinion/update-checklist.ts';
import { addScreenshot } from './shot/add-screenshot.ts';
import { getScreenshot } from './shot/get-screenshot.ts';
import { acceptSuggestion } from './suggestion/accept-suggestion.ts';
import { dismissSuggestion } from './suggestion/dismiss-suggestion.ts';
import { editSuggestion } from './suggestion/edit-suggestion.ts';
import { readGuestReview } from './suggestion/read-guest-review.ts';
import { readOwnSuggestions } from './suggestion/read-own-suggestions.ts';
import { restoreSuggestion } from './suggestion/restore-suggestion.ts';
import { suggest } from './suggestion/suggest.ts';
import { withdrawSuggestion } from './suggestion/withdraw-suggestion.ts';
import { createTryToken } from './token/create-try-token.ts';
import { rotateToken } from './token/rotate-token.ts';
import { createUpload } from './upload/create-upload.ts';
import { listDeliveries } from './webhook/list-deliveries.ts';
import { redeliver } from './webhook/redeliver.ts';
import { resumeWebhook } from './webhook/resume-webhook.ts';
import { deleteWorkspace } from './workspace/delete-workspace.ts';
import { enterWorkspace } from './workspace/enter-workspace.ts';
import { exportWorkspace } from './workspace/export-workspace.ts';
import { openWorkspace } from './workspace/open-workspace.ts';

export type Implementations = {
  [Name in OperationName]: (
    ports: Ports,
    actor: ActorOf[Operations[Name]['actor']],
    input: z.output<Operations[Name]['input']>,
    call: CallContext,
  ) => Promise<z.output<Operations[Name]['output']>>;
};

/** How each operation of the contract is done: one function each, and none without a name in the contract. */
export const implementations: Implementations = {
  create_try_token: createTryToken,
  create_review: createReview,
  get_review: getReview,
  list_reviews: listReviews,
  wait_for_decision: waitForDecision,
  get_screenshot: getScreenshot,
  create_upload: createUpload,
  add_screenshot: addScreenshot,
  resolve_marks: resolveMarks,
  add_findings: addFindings,
  second_opinion: secondOpinion,
  get_checklist: getChecklist,
  update_checklist: updateChecklist,
  get_billing: getBilling,
  cancel_review: cancelReview,
  delete_review: deleteReview,
  list_deliveries: listDeliveries,
  resume_webhook: resumeWebhook,
  redeliver,
  list_connections: listConnections,
  end_connection: endConnection,
  open_workspace: openWorkspace,
  enter_workspace: enterWorkspace,
  rotate_token: rotateToken,
  export_workspace: exportWorkspace,
  delete_workspace: deleteWorkspace,
  read_review: readReview,
  place_mark: placeMark,
  edit_mark: editMark,
  withdraw_mark: withdrawMark,
  restore_mark: restoreMark,
  verify_mark: verifyMark,
  reopen_mark: reopenMark,
  accept_finding: acceptFinding,
  hide_finding: hideFinding,
  restore_finding: restoreFinding,
  accept_suggestion: acceptSuggestion,
  dismiss_suggestion: dismissSuggestion,
  restore_suggestion: restoreSuggestion,
  identify,
  decide,
  withdraw_review: withdrawReview,
  restore_review: restoreReview,
  read_guest_review: readGuestReview,
  read_own_suggestions: readOwnSuggestions,
  suggest,
  edit_suggestion: editSuggestion,
  withdraw_suggestion: withdrawSuggestion,
};
