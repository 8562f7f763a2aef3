// Written by `npm run generate`. Do not edit.
import { printReview } from './printout/request-printout.ts';
import { createReview } from './review/create-review.ts';
import { getReview } from './review/read-reviews.ts';
import { listReviews } from './review/read-reviews.ts';
import { waitForDecision } from './review/wait-for-decision.ts';
import { openReviewInApp } from './review/read-reviews.ts';
import { cancelReview } from './review/cancel-review.ts';
import { deleteReview } from './review/erase-review.ts';
import { createSampleReview } from './sample/create-sample-review.ts';
import { createBaseline } from './baseline/record.ts';
import { addToBaseline } from './baseline/record.ts';
import { getBaseline } from './baseline/baselines.ts';
import { listBaselines } from './baseline/baselines.ts';
import { listRepositories } from './baseline/baselines.ts';
import { deleteBaseline } from './baseline/baselines.ts';
import { endNoiseRule } from './baseline/baselines.ts';
import { createUpload } from './upload/create-upload.ts';
import { addScreenshot } from './review/addition.ts';
import { findMissingImages } from './image/get-screenshot.ts';
import { getScreenshot } from './image/get-screenshot.ts';
import { getChecklist } from './second-opinion/get-checklist.ts';
import { updateChecklist } from './second-opinion/update-checklist.ts';
import { addFindings } from './review/add-findings.ts';
import { secondOpinion } from './second-opinion/second-opinion.ts';
import { resolveMarks } from './review/mark-work.ts';
import { replyToMark } from './review/mark-work.ts';
import { listDeliveries } from './webhook/deliveries.ts';
import { resumeWebhook } from './webhook/deliveries.ts';
import { redeliver } from './webhook/deliveries.ts';
import { createTryToken } from './token/create-try-token.ts';
import { rotateToken } from './connection/rotate-token.ts';
import { getBilling } from './credit/pay.ts';
import { openWorkspace } from './connection/open-workspace.ts';
import { enterWorkspace } from './connection/enter-workspace.ts';
import { exportWorkspace } from './baseline/export-workspace.ts';
import { deleteWorkspace } from './retention/erase-workspace.ts';
import { listConnections } from './connection/list-connections.ts';
import { endConnection } from './connection/end-connection.ts';
import { acceptFinding } from './reviewer/findings.ts';
import { hideFinding } from './reviewer/findings.ts';
import { restoreFinding } from './reviewer/findings.ts';
import { answerMark } from './reviewer/settle-mark.ts';
import { placeMark } from './reviewer/place-mark.ts';
import { addReferenceImage } from './reviewer/place-mark.ts';
import { editMark } from './reviewer/place-mark.ts';
import { withdrawMark } from './reviewer/settle-mark.ts';
import { restoreMark } from './reviewer/settle-mark.ts';
import { verifyMark } from './reviewer/settle-mark.ts';
import { reopenMark } from './reviewer/settle-mark.ts';
import { markNoise } from './reviewer/noise.ts';
import { endNoise } from './reviewer/noise.ts';
import { printByLink } from './reviewer/read-review.ts';
import { readReview } from './reviewer/read-review.ts';
import { identify } from './reviewer/identify.ts';
import { decide } from './reviewer/decide.ts';
import { withdrawReview } from './reviewer/withdraw-review.ts';
import { restoreReview } from './reviewer/withdraw-review.ts';
import { acceptSuggestion } from './reviewer/suggestions.ts';
import { answerSuggestion } from './reviewer/suggestions.ts';
import { dismissSuggestion } from './reviewer/suggestions.ts';
import { restoreSuggestion } from './reviewer/suggestions.ts';
import { readGuestReview } from './guest/read-guest-review.ts';
import { readOwnSuggestions } from './guest/suggestions.ts';
import { suggest } from './guest/suggestions.ts';
import { editSuggestion } from './guest/suggestions.ts';
import { replyToSuggestion } from './guest/suggestions.ts';
import { withdrawSuggestion } from './guest/suggestions.ts';

export const handlers = {
  print_review: printReview,
  create_review: createReview,
  get_review: getReview,
  list_reviews: listReviews,
  wait_for_decision: waitForDecision,
  open_review_in_app: openReviewInApp,
  cancel_review: cancelReview,
  delete_review: deleteReview,
  create_sample_review: createSampleReview,
  create_baseline: createBaseline,
  add_to_baseline: addToBaseline,
  get_baseline: getBaseline,
  list_baselines: listBaselines,
  list_repositories: listRepositories,
  delete_baseline: deleteBaseline,
  end_noise_rule: endNoiseRule,
  create_upload: createUpload,
  add_screenshot: addScreenshot,
  find_missing_images: findMissingImages,
  get_screenshot: getScreenshot,
  get_checklist: getChecklist,
  update_checklist: updateChecklist,
  add_findings: addFindings,
  second_opinion: secondOpinion,
  resolve_marks: resolveMarks,
  reply_to_mark: replyToMark,
  list_deliveries: listDeliveries,
  resume_webhook: resumeWebhook,
  redeliver,
  create_try_token: createTryToken,
  rotate_token: rotateToken,
  get_billing: getBilling,
  open_workspace: openWorkspace,
  enter_workspace: enterWorkspace,
  export_workspace: exportWorkspace,
  delete_workspace: deleteWorkspace,
  list_connections: listConnections,
  end_connection: endConnection,
  accept_finding: acceptFinding,
  hide_finding: hideFinding,
  restore_finding: restoreFinding,
  answer_mark: answerMark,
  place_mark: placeMark,
  add_reference_image: addReferenceImage,
  edit_mark: editMark,
  withdraw_mark: withdrawMark,
  restore_mark: restoreMark,
  verify_mark: verifyMark,
  reopen_mark: reopenMark,
  mark_noise: markNoise,
  end_noise: endNoise,
  print_by_link: printByLink,
  read_review: readReview,
  identify,
  decide,
  withdraw_review: withdrawReview,
  restore_review: restoreReview,
  accept_suggestion: acceptSuggestion,
  answer_suggestion: answerSuggestion,
  dismiss_suggestion: dismissSuggestion,
  restore_suggestion: restoreSuggestion,
  read_guest_review: readGuestReview,
  read_own_suggestions: readOwnSuggestions,
  suggest,
  edit_suggestion: editSuggestion,
  reply_to_suggestion: replyToSuggestion,
  withdraw_suggestion: withdrawSuggestion,
};
