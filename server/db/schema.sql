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
