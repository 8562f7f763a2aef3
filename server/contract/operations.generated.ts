// Written by `npm run generate`. Do not edit.
import * as baseline from './operations/baseline.ts';
import * as checklist from './operations/checklist.ts';
import * as finding from './operations/finding.ts';
import * as guest from './operations/guest.ts';
import * as mark from './operations/mark.ts';
import * as noise from './operations/noise.ts';
import * as printout from './operations/printout.ts';
import * as review from './operations/review.ts';
import * as reviewer from './operations/reviewer.ts';
import * as sample from './operations/sample.ts';
import * as screenshot from './operations/screenshot.ts';
import * as suggestion from './operations/suggestion.ts';
import * as webhook from './operations/webhook.ts';
import * as workspace from './operations/workspace.ts';

/** Everything the service does. REST, MCP and OpenAPI are loops over this list. */
export const operations = {
  print_review: printout.printReview,
  create_review: review.createReview,
  get_review: review.getReview,
  list_reviews: review.listReviews,
  wait_for_decision: review.waitForDecision,
  open_review_in_app: review.openReviewInApp,
  cancel_review: review.cancelReview,
  delete_review: review.deleteReview,
  create_sample_review: sample.createSampleReview,
  create_baseline: baseline.createBaseline,
  add_to_baseline: baseline.addToBaseline,
  get_baseline: baseline.getBaseline,
  list_baselines: baseline.listBaselines,
  list_repositories: baseline.listRepositories,
  delete_baseline: baseline.deleteBaseline,
  end_noise_rule: noise.endNoiseRule,
  create_upload: screenshot.createUpload,
  add_screenshot: screenshot.addScreenshot,
  find_missing_images: screenshot.findMissingImages,
  get_screenshot: screenshot.getScreenshot,
  get_checklist: checklist.getChecklist,
  update_checklist: checklist.updateChecklist,
  add_findings: finding.addFindings,
  second_opinion: finding.secondOpinion,
  resolve_marks: mark.resolveMarks,
  reply_to_mark: mark.replyToMark,
  list_deliveries: webhook.listDeliveries,
  resume_webhook: webhook.resumeWebhook,
  redeliver: webhook.redeliver,
  create_try_token: workspace.createTryToken,
  rotate_token: workspace.rotateToken,
  get_billing: workspace.getBilling,
  open_workspace: workspace.openWorkspace,
  enter_workspace: workspace.enterWorkspace,
  export_workspace: workspace.exportWorkspace,
  delete_workspace: workspace.deleteWorkspace,
  list_connections: workspace.listConnections,
  end_connection: workspace.endConnection,
  accept_finding: finding.acceptFinding,
  hide_finding: finding.hideFinding,
  restore_finding: finding.restoreFinding,
  answer_mark: mark.answerMark,
  place_mark: mark.placeMark,
  add_reference_image: mark.addReferenceImage,
  edit_mark: mark.editMark,
  withdraw_mark: mark.withdrawMark,
  restore_mark: mark.restoreMark,
  verify_mark: mark.verifyMark,
  reopen_mark: mark.reopenMark,
  mark_noise: noise.markNoise,
  end_noise: noise.endNoise,
  print_by_link: printout.printByLink,
  read_review: reviewer.readReview,
  identify: reviewer.identify,
  decide: reviewer.decide,
  withdraw_review: reviewer.withdrawReview,
  restore_review: reviewer.restoreReview,
  accept_suggestion: suggestion.acceptSuggestion,
  answer_suggestion: suggestion.answerSuggestion,
  dismiss_suggestion: suggestion.dismissSuggestion,
  restore_suggestion: suggestion.restoreSuggestion,
  read_guest_review: guest.readGuestReview,
  read_own_suggestions: guest.readOwnSuggestions,
  suggest: guest.suggest,
  edit_suggestion: guest.editSuggestion,
  reply_to_suggestion: guest.replyToSuggestion,
  withdraw_suggestion: guest.withdrawSuggestion,
} as const;
