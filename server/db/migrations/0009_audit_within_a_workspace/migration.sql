-- What a row of the audit tells of is looked up within the row's own workspace.
CREATE OR REPLACE FUNCTION "keep_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
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
