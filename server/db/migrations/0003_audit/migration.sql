-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26),
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "actor" TEXT NOT NULL,
    "credential" TEXT,
    "action" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "worker_heartbeat" (
    "id" TEXT NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_event_workspace_id_id_idx" ON "audit_event"("workspace_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_review_id_id_idx" ON "audit_event"("review_id", "id");

-- What the metrics and the billing ask for again and again, however large the tables are.
CREATE INDEX "shot_request_waiting_idx" ON "shot_request"("created_at") WHERE "status" = 'waiting';
CREATE INDEX "webhook_state_paused_idx" ON "webhook_state"("workspace_id") WHERE "paused";

-- The database says when something happened; what was written stays as it is. Rows go with what they tell of: all of
-- them once their workspace is gone, and those about a review once it is gone, but for the one that says who deleted it.
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
      AND NOT EXISTS (SELECT 1 FROM "review" WHERE "id" = OLD."review_id") THEN
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

-- A decision is never changed: a change of mind is a decision of its own.
CREATE FUNCTION "refuse_update"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: UPDATE is refused', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "decision_append_only" BEFORE UPDATE ON "decision"
  FOR EACH ROW EXECUTE FUNCTION "refuse_update"();
