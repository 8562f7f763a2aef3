-- AlterTable
ALTER TABLE "chain" ADD COLUMN     "last_suggestion" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "finding" ADD COLUMN     "mark_number" INTEGER,
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'shown';

-- AlterTable
ALTER TABLE "delivery" ADD COLUMN     "lease_count" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "suggestion" (
    "chain_id" CHAR(26) NOT NULL,
    "number" INTEGER NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "review_id" CHAR(26) NOT NULL,
    "shot_id" CHAR(26) NOT NULL,
    "client_suggestion_id" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "x" DOUBLE PRECISION NOT NULL,
    "y" DOUBLE PRECISION NOT NULL,
    "width" DOUBLE PRECISION,
    "height" DOUBLE PRECISION,
    "body" TEXT NOT NULL,
    "author" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "mark_number" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suggestion_pkey" PRIMARY KEY ("chain_id","number")
);

-- CreateIndex
CREATE INDEX "suggestion_review_id_idx" ON "suggestion"("review_id");

-- CreateIndex
CREATE UNIQUE INDEX "suggestion_chain_id_client_suggestion_id_key" ON "suggestion"("chain_id", "client_suggestion_id");

-- CreateIndex
CREATE INDEX "delivery_status_url_hash_next_attempt_at_idx" ON "delivery"("status", "url_hash", "next_attempt_at");

-- Who listens learns of every change at its commit, whoever made it: nothing has to remember to tell. A subject is a
-- review's or a chain's id.
CREATE FUNCTION "tell_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('sightline_change', OLD."chain_id");
  ELSE
    PERFORM pg_notify('sightline_change', NEW."chain_id");
  END IF;
  RETURN NULL;
END
$$;
CREATE FUNCTION "tell_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('sightline_change', OLD."review_id");
  ELSE
    PERFORM pg_notify('sightline_change', NEW."review_id");
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "review_tells" AFTER INSERT OR UPDATE OR DELETE ON "review"
  FOR EACH ROW EXECUTE FUNCTION "tell_chain"();
CREATE TRIGGER "mark_tells" AFTER INSERT OR UPDATE OR DELETE ON "mark"
  FOR EACH ROW EXECUTE FUNCTION "tell_chain"();
CREATE TRIGGER "webhook_state_tells" AFTER INSERT OR UPDATE OR DELETE ON "webhook_state"
  FOR EACH ROW EXECUTE FUNCTION "tell_chain"();
CREATE TRIGGER "suggestion_tells" AFTER INSERT OR UPDATE OR DELETE ON "suggestion"
  FOR EACH ROW EXECUTE FUNCTION "tell_chain"();
CREATE TRIGGER "mark_place_tells" AFTER INSERT OR UPDATE OR DELETE ON "mark_place"
  FOR EACH ROW EXECUTE FUNCTION "tell_review"();
CREATE TRIGGER "shot_tells" AFTER INSERT OR UPDATE OR DELETE ON "shot"
  FOR EACH ROW EXECUTE FUNCTION "tell_review"();
CREATE TRIGGER "shot_request_tells" AFTER INSERT OR UPDATE OR DELETE ON "shot_request"
  FOR EACH ROW EXECUTE FUNCTION "tell_review"();
CREATE TRIGGER "finding_tells" AFTER INSERT OR UPDATE OR DELETE ON "finding"
  FOR EACH ROW EXECUTE FUNCTION "tell_review"();
CREATE TRIGGER "decision_tells" AFTER INSERT ON "decision"
  FOR EACH ROW EXECUTE FUNCTION "tell_review"();

-- Workers wake when a delivery may be due: one is new, was sent again, or its attempt has ended.
CREATE FUNCTION "tell_delivery"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sightline_delivery', '');
  RETURN NULL;
END
$$;
CREATE TRIGGER "delivery_tells" AFTER INSERT OR UPDATE ON "delivery"
  FOR EACH ROW WHEN (NEW."leased_until" IS NULL) EXECUTE FUNCTION "tell_delivery"();
