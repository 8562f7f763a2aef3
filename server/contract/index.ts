import { getChecklist, updateChecklist } from './checklist.ts';
import { endConnection, listConnections } from './connection.ts';
import type { Operation, RestOperation } from './define-operation.ts';
import { acceptFinding, addFindings, hideFinding, restoreFinding } from './finding.ts';
import { editSuggestion, readGuestReview, readOwnSuggestions, suggest, withdrawSuggestion } from './guest.ts';
import { identify } from './identity.ts';
import { enterWorkspace, openWorkspace } from './open-workspace.ts';
import { resolveMarks } from './resolve-marks.ts';
import { cancelReview, createReview, deleteReview, getReview, listReviews } from './review.ts';
import {
  decide,
  editMark,
  placeMark,
  readReview,
  reopenMark,
  restoreMark,
  verifyMark,
  withdrawMark,
} from './reviewer.ts';
import { secondOpinion } from './second-opinion.ts';
import { addScreenshot, getScreenshot } from './shot.ts';
import { acceptSuggestion, dismissSuggestion, restoreSuggestion } from './suggestion.ts';
import { createUpload } from './upload.ts';
import { waitForDecision } from './wait-for-decision.ts';
import { listDeliveries, redeliver, resumeWebhook } from './webhook.ts';
import { restoreReview, withdrawReview } from './withdraw.ts';
import { createTryToken, deleteWorkspace, exportWorkspace, getBilling, rotateToken } from './workspace.ts';

/** Everything the service does. REST, MCP and OpenAPI are loops over this list; nothing else declares a route. */
export const operations = {
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
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** Those that are reached over REST as well. */
export type RestOperationName = {
  [Name in OperationName]: Operations[Name]['rest'] extends null ? never : Name;
}[OperationName];

export const restOperations: readonly RestOperation[] = Object.values<Operation>(operations).filter(
  (operation): operation is RestOperation => operation.rest !== null,
);
