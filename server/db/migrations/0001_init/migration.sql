-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "token_kind" AS ENUM ('try', 'access');

-- CreateEnum
CREATE TYPE "oauth_client_kind" AS ENUM ('registered', 'document');

-- CreateEnum
CREATE TYPE "upload_kind" AS ENUM ('image', 'pdf', 'html');

-- CreateEnum
CREATE TYPE "review_status" AS ENUM ('preparing', 'open', 'approved', 'changes_requested', 'superseded', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "review_type" AS ENUM ('ui', 'website', 'presentation', 'email');

-- CreateEnum
CREATE TYPE "source_kind" AS ENUM ('images', 'capture', 'pdf', 'html');

-- CreateEnum
CREATE TYPE "base_kind" AS ENUM ('baseline', 'approved_pass');

-- CreateEnum
CREATE TYPE "printout_status" AS ENUM ('waiting', 'made', 'failed');

-- CreateEnum
CREATE TYPE "shot_kind" AS ENUM ('fetch', 'capture', 'pdf', 'email');

-- CreateEnum
CREATE TYPE "shot_request_status" AS ENUM ('waiting', 'made', 'given_up');

-- CreateEnum
CREATE TYPE "change_kind" AS ENUM ('new', 'identical', 'changed');

-- CreateEnum
CREATE TYPE "opinion_status" AS ENUM ('waiting', 'done', 'failed');

-- CreateEnum
CREATE TYPE "mark_kind" AS ENUM ('point', 'box');

-- CreateEnum
CREATE TYPE "mark_status" AS ENUM ('open', 'in_progress', 'resolved', 'verified', 'reopened', 'withdrawn');

-- CreateEnum
CREATE TYPE "mark_source" AS ENUM ('reviewer', 'accepted_suggestion', 'finding');

-- CreateEnum
CREATE TYPE "mark_position" AS ENUM ('exact', 'uncertain', 'element_removed');

-- CreateEnum
CREATE TYPE "reply_author" AS ENUM ('reviewer', 'agent', 'guest');

-- CreateEnum
CREATE TYPE "severity" AS ENUM ('suggestion', 'a11y', 'polish');

-- CreateEnum
CREATE TYPE "finding_source" AS ENUM ('client', 'second_opinion');

-- CreateEnum
CREATE TYPE "found_by" AS ENUM ('rule', 'model');

-- CreateEnum
CREATE TYPE "finding_status" AS ENUM ('shown', 'hidden', 'accepted');

-- CreateEnum
CREATE TYPE "suggestion_status" AS ENUM ('pending', 'accepted', 'dismissed');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('approved', 'changes_requested');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'held', 'delivered', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "audit_actor" AS ENUM ('reviewer', 'client', 'anyone');

-- CreateTable
CREATE TABLE "workspace" (
    "id" CHAR(26) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rules_off" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "hash" BYTEA NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "kind" "token_kind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "connection_id" CHAR(26),
    "push" JSONB,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "kind" "oauth_client_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "fresh_until" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "resource" TEXT,
    "workspace_id" CHAR(26),
    "joined_with" BYTEA,
    "github_login" TEXT,
    "github_user_id" TEXT,
    "github_issuer" TEXT,
    "github_repository_id" TEXT,
    "connection_id" CHAR(26),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "connect_sign_in" (
    "id" TEXT NOT NULL,
    "consent_state" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connect_sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connection" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_host" TEXT NOT NULL,
    "joined_with" BYTEA,
    "github_login" TEXT,
    "github_user_id" TEXT,
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "connection_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "hash" BYTEA NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "connection_id" CHAR(26) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "successor" BYTEA,
    "repeated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "repository_workspace" (
    "issuer" TEXT NOT NULL,
    "repository_id" TEXT NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "repository" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "connection_id" CHAR(26) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "repository_workspace_pkey" PRIMARY KEY ("issuer","repository_id")
);

-- CreateTable
CREATE TABLE "used_assertion" (
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_assertion_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "upload" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "storage_key" TEXT,
    "kind" "upload_kind",
    "size" INTEGER,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_month" (
    "workspace_id" CHAR(26) NOT NULL,
    "month" CHAR(7) NOT NULL,
    "spent" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "credit_month_pkey" PRIMARY KEY ("workspace_id","month")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "workspace_id" CHAR(26) NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("workspace_id","key")
);

-- CreateTable
CREATE TABLE "chain" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "last_mark" INTEGER NOT NULL DEFAULT 0,
    "last_suggestion" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "review" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "chain_id" CHAR(26) NOT NULL,
    "pass" INTEGER NOT NULL,
    "parent_id" CHAR(26),
    "next_pass_id" CHAR(26),
    "status" "review_status" NOT NULL,
    "title" TEXT NOT NULL,
    "context" TEXT,
    "type" "review_type" NOT NULL,
    "source" "source_kind" NOT NULL,
    "page_url" TEXT,
    "reference" TEXT,
    "revision" TEXT,
    "search_text" TEXT NOT NULL DEFAULT '',
    "review_token" BYTEA NOT NULL,
    "review_token_hash" BYTEA NOT NULL,
    "guest_token" BYTEA NOT NULL,
    "guest_token_hash" BYTEA NOT NULL,
    "webhook_url" BYTEA,
    "webhook_url_hash" BYTEA,
    "credits_spent" INTEGER NOT NULL,
    "credits_month" CHAR(7) NOT NULL,
    "credits_returned" BOOLEAN NOT NULL DEFAULT false,
    "last_finding" INTEGER NOT NULL DEFAULT 0,
    "is_baseline" BOOLEAN NOT NULL DEFAULT false,
    "base_request" JSONB,
    "base_id" CHAR(26),
    "base_kind" "base_kind",
    "base_position" INTEGER,
    "shards" INTEGER,
    "shards_sent" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "unsent_marks" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "baseline" (
    "review_id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "repository" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "branch" TEXT NOT NULL,
    "commit" TEXT NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "is_sent" BOOLEAN NOT NULL,

    CONSTRAINT "baseline_pkey" PRIMARY KEY ("workspace_id","review_id")
);

-- CreateTable
CREATE TABLE "noise_rule" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "repository" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "areas" JSONB NOT NULL,
    "share" DOUBLE PRECISION NOT NULL,
    "reason" TEXT NOT NULL,
    "approved_in" CHAR(26),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "noise_rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "printout" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "capability" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "status" "printout_status" NOT NULL DEFAULT 'waiting',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL,
    "problem" TEXT,
    "storage_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "printout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shot_request" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "kind" "shot_kind" NOT NULL,
    "shard" INTEGER,
    "places" INTEGER NOT NULL DEFAULT 1,
    "input" BYTEA,
    "file_key" TEXT,
    "status" "shot_request_status" NOT NULL DEFAULT 'waiting',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "shot_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shot" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "capability" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "sent_sha256" TEXT,
    "viewport" JSONB,
    "page_url" TEXT,
    "page_state" JSONB,
    "change_kind" "change_kind",
    "change_share" DOUBLE PRECISION,
    "diff_key" TEXT,
    "change_areas" JSONB,
    "change_map" BYTEA,
    "label_before" TEXT,
    "base_kind" "change_kind",
    "base_share" DOUBLE PRECISION,
    "base_areas" JSONB,
    "base_map" BYTEA,
    "base_label" TEXT,
    "base_diff_key" TEXT,
    "base_sha256" TEXT,
    "base_approved" BOOLEAN NOT NULL DEFAULT false,
    "shard" INTEGER,
    "page_number" INTEGER,
    "elements_key" TEXT,
    "facts_key" TEXT,
    "opinion" "opinion_status",
    "opinion_problem" TEXT,
    "notices" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "notice_codes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mark" (
    "chain_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "client_mark_id" TEXT,
    "kind" "mark_kind" NOT NULL,
    "body" TEXT NOT NULL,
    "must_fix" BOOLEAN NOT NULL,
    "strokes" JSONB NOT NULL DEFAULT '[]',
    "reference_image" TEXT,
    "status" "mark_status" NOT NULL,
    "former_status" "mark_status",
    "settled_by_decision" CHAR(26),
    "author" TEXT,
    "note" TEXT,
    "after_image" TEXT,
    "after_image_capability" TEXT,
    "after_image_problem" TEXT,
    "reopen_reason" TEXT,
    "source" "mark_source" NOT NULL DEFAULT 'reviewer',
    "pass" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mark_pkey" PRIMARY KEY ("chain_id","number","workspace_id")
);

-- CreateTable
CREATE TABLE "mark_image" (
    "capability" TEXT NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "chain_id" CHAR(26) NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mark_image_pkey" PRIMARY KEY ("capability")
);

-- CreateTable
CREATE TABLE "reply" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "chain_id" CHAR(26) NOT NULL,
    "mark_number" INTEGER,
    "suggestion_number" INTEGER,
    "pass" INTEGER NOT NULL,
    "by" "reply_author" NOT NULL,
    "author" TEXT,
    "body" TEXT NOT NULL,
    "is_question" BOOLEAN NOT NULL,
    "client_reply_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mark_place" (
    "review_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "chain_id" CHAR(26) NOT NULL,
    "shot_id" CHAR(26),
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "width" DOUBLE PRECISION,
    "height" DOUBLE PRECISION,
    "element" JSONB,
    "same_element" JSONB,
    "position" "mark_position" NOT NULL DEFAULT 'exact',
    "element_changed" BOOLEAN NOT NULL DEFAULT false,
    "change_share" DOUBLE PRECISION,

    CONSTRAINT "mark_place_pkey" PRIMARY KEY ("review_id","number")
);

-- CreateTable
CREATE TABLE "finding" (
    "review_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "body" TEXT NOT NULL,
    "severity" "severity",
    "position" INTEGER,
    "area" JSONB,
    "related_pin" INTEGER,
    "source" "finding_source" NOT NULL,
    "rule" TEXT,
    "found_by" "found_by",
    "status" "finding_status" NOT NULL DEFAULT 'shown',
    "mark_number" INTEGER,

    CONSTRAINT "finding_pkey" PRIMARY KEY ("review_id","number")
);

-- CreateTable
CREATE TABLE "suggestion" (
    "chain_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "shot_id" CHAR(26) NOT NULL,
    "client_suggestion_id" BYTEA NOT NULL,
    "kind" "mark_kind" NOT NULL,
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "width" DOUBLE PRECISION,
    "height" DOUBLE PRECISION,
    "body" TEXT NOT NULL,
    "author" TEXT,
    "status" "suggestion_status" NOT NULL DEFAULT 'pending',
    "position" "mark_position" NOT NULL DEFAULT 'exact',
    "mark_number" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suggestion_pkey" PRIMARY KEY ("chain_id","number","workspace_id")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" "outcome" NOT NULL,
    "note" TEXT,
    "decided_by" TEXT,
    "verified_login" TEXT,
    "link" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_state" (
    "chain_id" CHAR(26) NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "last_delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_state_pkey" PRIMARY KEY ("chain_id","url_hash")
);

-- CreateTable
CREATE TABLE "delivery" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "chain_id" CHAR(26) NOT NULL,
    "decision_number" INTEGER NOT NULL,
    "url" BYTEA NOT NULL,
    "url_hash" BYTEA NOT NULL,
    "body" BYTEA NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "lease_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id","workspace_id")
);

-- CreateTable
CREATE TABLE "delivery_attempt" (
    "delivery_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "http_status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "delivery_attempt_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateTable
CREATE TABLE "rate_window" (
    "key" TEXT NOT NULL,
    "latest" TIMESTAMPTZ(0) NOT NULL,
    "uses" INTEGER[],

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "installation" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor" "audit_actor" NOT NULL,
    "credential" TEXT,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "worker_heartbeat" (
    "id" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "github_pull_request" (
    "repository_id" BIGINT NOT NULL,
    "number" INTEGER NOT NULL,
    "installation_id" BIGINT NOT NULL,
    "full_name" TEXT NOT NULL,
    "private" BOOLEAN NOT NULL,
    "fork" BOOLEAN NOT NULL,
    "default_branch" TEXT NOT NULL,
    "head_ref" TEXT NOT NULL,
    "head_sha" TEXT NOT NULL,
    "open" BOOLEAN NOT NULL,
    "draft" BOOLEAN NOT NULL,
    "author" TEXT,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "comment_id" BIGINT,
    "comment_hash" TEXT,

    CONSTRAINT "github_pull_request_pkey" PRIMARY KEY ("repository_id","number")
);

-- CreateTable
CREATE TABLE "github_registration" (
    "repository_id" BIGINT NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "pull_request" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "head_sha" TEXT NOT NULL,
    "run_id" BIGINT,
    "secret" BYTEA NOT NULL,
    "silent" BOOLEAN NOT NULL,
    "sign_in_only" BOOLEAN NOT NULL,
    "shown_privately" BOOLEAN NOT NULL,
    "carry_over" BOOLEAN NOT NULL,
    "facts" JSONB,
    "status" TEXT NOT NULL DEFAULT 'preparing',
    "synced_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_registration_pkey" PRIMARY KEY ("repository_id","review_id")
);

-- CreateTable
CREATE TABLE "github_check_run" (
    "repository_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "head_sha" TEXT NOT NULL,
    "check_run_id" BIGINT,
    "url" TEXT,
    "content_hash" TEXT,
    "conclusion" TEXT,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "github_check_run_pkey" PRIMARY KEY ("repository_id","name","head_sha")
);

-- CreateTable
CREATE TABLE "github_hand_off" (
    "repository_id" BIGINT NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "decision" INTEGER NOT NULL,
    "pull_request" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "problem" TEXT,
    "counted" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_hand_off_pkey" PRIMARY KEY ("repository_id","review_id","decision")
);

-- CreateTable
CREATE TABLE "github_pusher" (
    "repository_id" BIGINT NOT NULL,
    "head_sha" TEXT NOT NULL,
    "login" TEXT NOT NULL,

    CONSTRAINT "github_pusher_pkey" PRIMARY KEY ("repository_id","head_sha","login")
);

-- CreateTable
CREATE TABLE "github_reviewer_access" (
    "repository_id" BIGINT NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "login" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "may_write" BOOLEAN NOT NULL,
    "team" TEXT,
    "is_author" BOOLEAN NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "github_reviewer_access_pkey" PRIMARY KEY ("repository_id","review_id","login")
);

-- CreateTable
CREATE TABLE "github_app" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "nonce" TEXT NOT NULL,
    "credentials" BYTEA,
    "created_at" TIMESTAMPTZ(3),

    CONSTRAINT "github_app_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "access_token_workspace_id_idx" ON "access_token"("workspace_id");

-- CreateIndex
CREATE INDEX "access_token_connection_id_idx" ON "access_token"("connection_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_client_last_used_at_created_at_idx" ON "oauth_client"("last_used_at", "created_at");

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE INDEX "connect_sign_in_expires_at_idx" ON "connect_sign_in"("expires_at");

-- CreateIndex
CREATE INDEX "connection_client_id_idx" ON "connection"("client_id");

-- CreateIndex
CREATE INDEX "refresh_token_connection_id_idx" ON "refresh_token"("connection_id");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- CreateIndex
CREATE INDEX "repository_workspace_workspace_id_idx" ON "repository_workspace"("workspace_id");

-- CreateIndex
CREATE INDEX "used_assertion_expires_at_idx" ON "used_assertion"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "upload_secret_hash_key" ON "upload"("secret_hash");

-- CreateIndex
CREATE INDEX "upload_workspace_id_expires_at_idx" ON "upload"("workspace_id", "expires_at");

-- CreateIndex
CREATE INDEX "upload_expires_at_idx" ON "upload"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "review_review_token_hash_key" ON "review"("review_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "review_guest_token_hash_key" ON "review"("guest_token_hash");

-- CreateIndex
CREATE INDEX "review_workspace_id_reference_id_idx" ON "review"("workspace_id", "reference", "id" DESC);

-- CreateIndex
CREATE INDEX "review_workspace_id_status_id_idx" ON "review"("workspace_id", "status", "id" DESC);

-- CreateIndex
CREATE INDEX "review_chain_id_id_idx" ON "review"("chain_id", "id");

-- CreateIndex
CREATE INDEX "review_parent_id_idx" ON "review"("parent_id");

-- CreateIndex
CREATE INDEX "review_base_id_idx" ON "review"("base_id");

-- CreateIndex
CREATE INDEX "review_expires_at_idx" ON "review"("expires_at");

-- CreateIndex
CREATE INDEX "baseline_workspace_id_repository_name_commit_idx" ON "baseline"("workspace_id", "repository", "name", "commit");

-- CreateIndex
CREATE INDEX "noise_rule_workspace_id_repository_name_label_idx" ON "noise_rule"("workspace_id", "repository", "name", "label");

-- CreateIndex
CREATE UNIQUE INDEX "noise_rule_review_id_label_key" ON "noise_rule"("review_id", "label");

-- CreateIndex
CREATE UNIQUE INDEX "printout_capability_key" ON "printout"("capability");

-- CreateIndex
CREATE INDEX "printout_review_id_idx" ON "printout"("review_id");

-- CreateIndex
CREATE INDEX "printout_workspace_id_status_idx" ON "printout"("workspace_id", "status");

-- CreateIndex
CREATE INDEX "printout_expires_at_idx" ON "printout"("expires_at");

-- CreateIndex
CREATE INDEX "shot_request_review_id_idx" ON "shot_request"("review_id");

-- CreateIndex
CREATE UNIQUE INDEX "shot_capability_key" ON "shot"("capability");

-- CreateIndex
CREATE INDEX "shot_workspace_id_sha256_idx" ON "shot"("workspace_id", "sha256");

-- CreateIndex
CREATE INDEX "shot_workspace_id_sent_sha256_idx" ON "shot"("workspace_id", "sent_sha256");

-- CreateIndex
CREATE INDEX "shot_workspace_id_storage_key_idx" ON "shot"("workspace_id", "storage_key");

-- CreateIndex
CREATE UNIQUE INDEX "shot_review_id_position_key" ON "shot"("review_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "mark_chain_id_client_mark_id_key" ON "mark"("chain_id", "client_mark_id");

-- CreateIndex
CREATE INDEX "mark_image_chain_id_idx" ON "mark_image"("chain_id");

-- CreateIndex
CREATE UNIQUE INDEX "reply_chain_id_mark_number_client_reply_id_key" ON "reply"("chain_id", "mark_number", "client_reply_id");

-- CreateIndex
CREATE UNIQUE INDEX "reply_chain_id_suggestion_number_client_reply_id_key" ON "reply"("chain_id", "suggestion_number", "client_reply_id");

-- CreateIndex
CREATE INDEX "mark_place_chain_id_number_idx" ON "mark_place"("chain_id", "number");

-- CreateIndex
CREATE INDEX "suggestion_review_id_idx" ON "suggestion"("review_id");

-- CreateIndex
CREATE UNIQUE INDEX "suggestion_chain_id_client_suggestion_id_key" ON "suggestion"("chain_id", "client_suggestion_id");

-- CreateIndex
CREATE UNIQUE INDEX "decision_review_id_number_key" ON "decision"("review_id", "number");

-- CreateIndex
CREATE INDEX "delivery_review_id_idx" ON "delivery"("review_id");

-- CreateIndex
CREATE INDEX "delivery_status_next_attempt_at_idx" ON "delivery"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "delivery_status_url_hash_next_attempt_at_idx" ON "delivery"("status", "url_hash", "next_attempt_at");

-- CreateIndex
CREATE INDEX "delivery_leased_until_idx" ON "delivery"("leased_until");

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_id_idx" ON "audit_event"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_review_id_id_idx" ON "audit_event"("review_id", "id");

-- CreateIndex
CREATE INDEX "github_pull_request_installation_id_idx" ON "github_pull_request"("installation_id");

-- CreateIndex
CREATE INDEX "github_pull_request_repository_id_head_sha_idx" ON "github_pull_request"("repository_id", "head_sha");

-- CreateIndex
CREATE INDEX "github_registration_review_id_idx" ON "github_registration"("review_id");

-- CreateIndex
CREATE INDEX "github_registration_repository_id_pull_request_name_review__idx" ON "github_registration"("repository_id", "pull_request", "name", "review_id");

-- CreateIndex
CREATE INDEX "github_registration_repository_id_head_sha_idx" ON "github_registration"("repository_id", "head_sha");

-- CreateIndex
CREATE INDEX "github_check_run_repository_id_check_run_id_idx" ON "github_check_run"("repository_id", "check_run_id");

-- CreateIndex
CREATE INDEX "github_check_run_repository_id_head_sha_idx" ON "github_check_run"("repository_id", "head_sha");

-- CreateIndex
CREATE INDEX "github_hand_off_repository_id_pull_request_idx" ON "github_hand_off"("repository_id", "pull_request");

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_workspace_id_connection_id_fkey" FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connection"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connection" ADD CONSTRAINT "connection_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_workspace_id_connection_id_fkey" FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connection"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repository_workspace" ADD CONSTRAINT "repository_workspace_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload" ADD CONSTRAINT "upload_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_month" ADD CONSTRAINT "credit_month_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chain" ADD CONSTRAINT "chain_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_workspace_id_chain_id_fkey" FOREIGN KEY ("workspace_id", "chain_id") REFERENCES "chain"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_workspace_id_parent_id_fkey" FOREIGN KEY ("workspace_id", "parent_id") REFERENCES "review"("workspace_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baseline" ADD CONSTRAINT "baseline_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "baseline" ADD CONSTRAINT "baseline_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "noise_rule" ADD CONSTRAINT "noise_rule_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "printout" ADD CONSTRAINT "printout_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shot_request" ADD CONSTRAINT "shot_request_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shot" ADD CONSTRAINT "shot_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mark" ADD CONSTRAINT "mark_workspace_id_chain_id_fkey" FOREIGN KEY ("workspace_id", "chain_id") REFERENCES "chain"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mark_image" ADD CONSTRAINT "mark_image_workspace_id_chain_id_fkey" FOREIGN KEY ("workspace_id", "chain_id") REFERENCES "chain"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply" ADD CONSTRAINT "reply_chain_id_mark_number_workspace_id_fkey" FOREIGN KEY ("chain_id", "mark_number", "workspace_id") REFERENCES "mark"("chain_id", "number", "workspace_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply" ADD CONSTRAINT "reply_chain_id_suggestion_number_workspace_id_fkey" FOREIGN KEY ("chain_id", "suggestion_number", "workspace_id") REFERENCES "suggestion"("chain_id", "number", "workspace_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mark_place" ADD CONSTRAINT "mark_place_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mark_place" ADD CONSTRAINT "mark_place_chain_id_number_workspace_id_fkey" FOREIGN KEY ("chain_id", "number", "workspace_id") REFERENCES "mark"("chain_id", "number", "workspace_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "finding" ADD CONSTRAINT "finding_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion" ADD CONSTRAINT "suggestion_workspace_id_chain_id_fkey" FOREIGN KEY ("workspace_id", "chain_id") REFERENCES "chain"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suggestion" ADD CONSTRAINT "suggestion_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision" ADD CONSTRAINT "decision_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_state" ADD CONSTRAINT "webhook_state_workspace_id_chain_id_fkey" FOREIGN KEY ("workspace_id", "chain_id") REFERENCES "chain"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_workspace_id_review_id_fkey" FOREIGN KEY ("workspace_id", "review_id") REFERENCES "review"("workspace_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_workspace_id_fkey" FOREIGN KEY ("delivery_id", "workspace_id") REFERENCES "delivery"("id", "workspace_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "github_registration" ADD CONSTRAINT "github_registration_repository_id_pull_request_fkey" FOREIGN KEY ("repository_id", "pull_request") REFERENCES "github_pull_request"("repository_id", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "github_hand_off" ADD CONSTRAINT "github_hand_off_repository_id_review_id_fkey" FOREIGN KEY ("repository_id", "review_id") REFERENCES "github_registration"("repository_id", "review_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "github_reviewer_access" ADD CONSTRAINT "github_reviewer_access_repository_id_review_id_fkey" FOREIGN KEY ("repository_id", "review_id") REFERENCES "github_registration"("repository_id", "review_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma cannot say. `npm run db:migration` puts it behind the tables in the initial migration.

-- A crash empties these two: the rate limits forgive, and the workers report again.
ALTER TABLE "rate_window" SET UNLOGGED;
ALTER TABLE "worker_heartbeat" SET UNLOGGED;

-- Each of these rows is written before its parent, in one transaction: whoever comes second waits for it there.
ALTER TABLE "idempotency_key" ALTER CONSTRAINT "idempotency_key_workspace_id_review_id_fkey" DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE "repository_workspace" ALTER CONSTRAINT "repository_workspace_workspace_id_fkey" DEFERRABLE INITIALLY DEFERRED;

-- The metrics and the billing ask for these again and again, however large the tables are.
CREATE INDEX "shot_request_waiting_idx" ON "shot_request"("created_at") WHERE "status" = 'waiting';
CREATE INDEX "webhook_state_paused_idx" ON "webhook_state"("workspace_id") WHERE "paused";
CREATE INDEX "review_waiting_for_base_idx" ON "review"("workspace_id")
  WHERE "base_request" IS NOT NULL AND "status" IN ('open', 'preparing');
CREATE INDEX "github_check_run_incomplete_idx" ON "github_check_run"("since") WHERE "conclusion" IS NULL;

ALTER TABLE "reply" ADD CONSTRAINT "reply_of_one" CHECK (num_nonnulls("mark_number", "suggestion_number") = 1);

ALTER TABLE "github_app" ADD CONSTRAINT "github_app_only_one" CHECK ("id" = 1);

-- The database sets the time of an audit event and keeps the event as it was written. Events are deleted with their
-- workspace, and those of a review with the review, except the one that records who deleted it.
CREATE FUNCTION "keep_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW."at" := clock_timestamp();
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM "workspace" WHERE "id" = OLD."workspace_id") THEN
      RETURN OLD;
    END IF;
    IF OLD."review_id" IS NOT NULL AND OLD."action" <> 'review.deleted'
      AND NOT EXISTS (
        SELECT 1 FROM "review" WHERE "id" = OLD."review_id" AND "workspace_id" = OLD."workspace_id") THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_event is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "audit_event_append_only" BEFORE INSERT OR UPDATE OR DELETE ON "audit_event"
  FOR EACH ROW EXECUTE FUNCTION "keep_audit_event"();
CREATE TRIGGER "audit_event_no_truncate" BEFORE TRUNCATE ON "audit_event"
  FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_event"();

-- A decision never changes: a change of mind is another decision.
CREATE FUNCTION "refuse_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: UPDATE is refused', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "decision_append_only" BEFORE UPDATE ON "decision"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();

-- Listeners are notified of every change when it commits, whoever made it. The payload is the id of a review or a chain.
CREATE FUNCTION "notify_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sightline_change', CASE WHEN TG_OP = 'DELETE' THEN OLD."chain_id" ELSE NEW."chain_id" END);
  RETURN NULL;
END
$$;
CREATE FUNCTION "notify_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sightline_change', CASE WHEN TG_OP = 'DELETE' THEN OLD."review_id" ELSE NEW."review_id" END);
  RETURN NULL;
END
$$;
CREATE TRIGGER "review_notifies" AFTER INSERT OR UPDATE OR DELETE ON "review"
  FOR EACH ROW EXECUTE FUNCTION "notify_chain"();
CREATE TRIGGER "mark_notifies" AFTER INSERT OR UPDATE OR DELETE ON "mark"
  FOR EACH ROW EXECUTE FUNCTION "notify_chain"();
CREATE TRIGGER "reply_notifies" AFTER INSERT OR DELETE ON "reply"
  FOR EACH ROW EXECUTE FUNCTION "notify_chain"();
CREATE TRIGGER "webhook_state_notifies" AFTER INSERT OR UPDATE OR DELETE ON "webhook_state"
  FOR EACH ROW EXECUTE FUNCTION "notify_chain"();
CREATE TRIGGER "suggestion_notifies" AFTER INSERT OR UPDATE OR DELETE ON "suggestion"
  FOR EACH ROW EXECUTE FUNCTION "notify_chain"();
CREATE TRIGGER "mark_place_notifies" AFTER INSERT OR UPDATE OR DELETE ON "mark_place"
  FOR EACH ROW EXECUTE FUNCTION "notify_review"();
CREATE TRIGGER "shot_notifies" AFTER INSERT OR UPDATE OR DELETE ON "shot"
  FOR EACH ROW EXECUTE FUNCTION "notify_review"();
CREATE TRIGGER "shot_request_notifies" AFTER INSERT OR UPDATE OR DELETE ON "shot_request"
  FOR EACH ROW EXECUTE FUNCTION "notify_review"();
CREATE TRIGGER "finding_notifies" AFTER INSERT OR UPDATE OR DELETE ON "finding"
  FOR EACH ROW EXECUTE FUNCTION "notify_review"();
CREATE TRIGGER "noise_rule_notifies" AFTER INSERT OR UPDATE OR DELETE ON "noise_rule"
  FOR EACH ROW EXECUTE FUNCTION "notify_review"();
CREATE TRIGGER "decision_notifies" AFTER INSERT ON "decision"
  FOR EACH ROW EXECUTE FUNCTION "notify_review"();

-- Workers wake when a delivery may be due: it is new, was sent again, or its attempt has ended.
CREATE FUNCTION "notify_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sightline_delivery', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER "delivery_notifies" AFTER INSERT OR UPDATE ON "delivery"
  FOR EACH ROW WHEN (NEW."leased_until" IS NULL) EXECUTE FUNCTION "notify_delivery"();

-- Counts one use of a key, unless its window holds `most` uses already: then "used" is null. The first statement moves
-- the window to the present step and locks its row until the transaction ends, so no two uses are counted at once. A
-- window more than its own length in the future starts anew: it is from before the database's clock was corrected.
CREATE FUNCTION "count_use"(use_key text, present timestamptz, step_seconds int, steps int, most int)
RETURNS TABLE ("used" int, "oldest" float8) LANGUAGE plpgsql AS $$
DECLARE
  newest timestamptz;
  counts int[];
  earlier int;
  age int;
  future timestamptz := present + make_interval(secs => steps * step_seconds);
BEGIN
  INSERT INTO "rate_window" AS w ("key", "latest", "uses") VALUES (use_key, present, '{0}')
  ON CONFLICT ("key") DO UPDATE SET
    "latest" = CASE WHEN w."latest" > future THEN present ELSE greatest(w."latest", present) END,
    "uses" = CASE WHEN w."latest" > future THEN '{0}' ELSE (array_fill(0, ARRAY[least(steps, greatest(0, extract(epoch FROM present - w."latest") / step_seconds))::int])
      || w."uses")[:steps] END
  RETURNING w."latest", w."uses" INTO newest, counts;
  SELECT sum(n), coalesce(max(place) FILTER (WHERE n > 0), 1) - 1 INTO earlier, age
  FROM unnest(counts) WITH ORDINALITY AS step (n, place);
  IF earlier < most THEN
    UPDATE "rate_window" SET "uses"[1] = "uses"[1] + 1 WHERE "key" = use_key;
  END IF;
  RETURN QUERY SELECT CASE WHEN earlier < most THEN earlier + 1 END,
    extract(epoch FROM newest - make_interval(secs => age * step_seconds))::float8;
END
$$;

-- The metric of reviews by status estimates from these statistics, because baselines are rows of the same table.
CREATE STATISTICS "review_statuses" (mcv) ON "status", "is_baseline" FROM "review";
