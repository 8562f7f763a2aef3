-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "workspace" (
    "id" CHAR(26) NOT NULL,
    "plan" TEXT NOT NULL DEFAULT 'free',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "hash" BYTEA NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("hash")
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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "chain_id" CHAR(26) NOT NULL,
    "pass" INTEGER NOT NULL,
    "parent_id" CHAR(26),
    "next_pass_id" CHAR(26),
    "status" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "context" TEXT,
    "type" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "page_url" TEXT,
    "reference" TEXT,
    "revision" TEXT,
    "review_token" BYTEA NOT NULL,
    "review_token_hash" BYTEA NOT NULL,
    "guest_token" BYTEA NOT NULL,
    "guest_token_hash" BYTEA NOT NULL,
    "webhook_url" BYTEA,
    "webhook_url_hash" BYTEA,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "credits_spent" INTEGER NOT NULL,
    "credits_month" CHAR(7) NOT NULL,
    "credits_returned" BOOLEAN NOT NULL DEFAULT false,
    "last_finding" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shot_request" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "position" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "input" BYTEA,
    "status" TEXT NOT NULL DEFAULT 'waiting',
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
    "thumbnail_key" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "viewport" JSONB,
    "page_url" TEXT,
    "change_kind" TEXT,
    "change_share" DOUBLE PRECISION,
    "diff_key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mark" (
    "chain_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "client_mark_id" TEXT,
    "kind" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "must_fix" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "former_status" TEXT,
    "settled_by_decision" CHAR(26),
    "author" TEXT,
    "note" TEXT,
    "after_image" TEXT,
    "reopen_reason" TEXT,
    "source" TEXT NOT NULL DEFAULT 'reviewer',
    "pass" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mark_pkey" PRIMARY KEY ("chain_id","number")
);

-- CreateTable
CREATE TABLE "mark_place" (
    "review_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "shot_id" CHAR(26),
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "width" DOUBLE PRECISION,
    "height" DOUBLE PRECISION,

    CONSTRAINT "mark_place_pkey" PRIMARY KEY ("review_id","number")
);

-- CreateTable
CREATE TABLE "finding" (
    "review_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "body" TEXT NOT NULL,
    "severity" TEXT,
    "position" INTEGER,
    "area" JSONB,
    "related_pin" INTEGER,
    "source" TEXT NOT NULL,
    "rule" TEXT,

    CONSTRAINT "finding_pkey" PRIMARY KEY ("review_id","number")
);

-- CreateTable
CREATE TABLE "decision" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL,
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
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "leased_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("id")
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
CREATE UNLOGGED TABLE "rate_window" (
    "key" TEXT NOT NULL,
    "window_at" TIMESTAMPTZ(0) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("key","window_at")
);

-- CreateTable
CREATE TABLE "installation" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "access_token_workspace_id_idx" ON "access_token"("workspace_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_review_token_hash_key" ON "review"("review_token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "review_guest_token_hash_key" ON "review"("guest_token_hash");

-- CreateIndex
CREATE INDEX "review_workspace_id_id_idx" ON "review"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "review_workspace_id_reference_id_idx" ON "review"("workspace_id", "reference", "id" DESC);

-- CreateIndex
CREATE INDEX "review_chain_id_idx" ON "review"("chain_id");

-- CreateIndex
CREATE INDEX "shot_request_review_id_idx" ON "shot_request"("review_id");

-- CreateIndex
CREATE UNIQUE INDEX "shot_capability_key" ON "shot"("capability");

-- CreateIndex
CREATE UNIQUE INDEX "shot_review_id_position_key" ON "shot"("review_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "mark_chain_id_client_mark_id_key" ON "mark"("chain_id", "client_mark_id");

-- CreateIndex
CREATE UNIQUE INDEX "decision_review_id_number_key" ON "decision"("review_id", "number");

-- CreateIndex
CREATE INDEX "delivery_review_id_idx" ON "delivery"("review_id");

-- CreateIndex
CREATE INDEX "delivery_status_next_attempt_at_idx" ON "delivery"("status", "next_attempt_at");
