-- Counts one use of a key, unless its window holds `most` uses already: then "used" is null. The lock lasts until the
-- transaction ends, and each statement after it sees what was committed before: no two uses are counted at once.
CREATE FUNCTION "count_use"(use_key text, present timestamptz, window_seconds int, most int)
RETURNS TABLE ("used" int, "oldest" float8) LANGUAGE plpgsql AS $$
DECLARE
  earlier int;
  first timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(use_key, 0));
  SELECT coalesce(sum("count"), 0), coalesce(min("window_at"), present) INTO earlier, first
  FROM "rate_window" WHERE "key" = use_key AND "window_at" > present - make_interval(secs => window_seconds);
  IF earlier < most THEN
    INSERT INTO "rate_window" AS step ("key", "window_at", "count") VALUES (use_key, present, 1)
    ON CONFLICT ("key", "window_at") DO UPDATE SET "count" = step."count" + 1;
  END IF;
  RETURN QUERY SELECT CASE WHEN earlier < most THEN earlier + 1 END, extract(epoch FROM first)::float8;
END
$$;
