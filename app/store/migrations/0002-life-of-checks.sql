alter table pull_request
  add column draft boolean not null default false,
  -- The login of who opened it, null when it was read before this column.
  add column author text,
  -- The App was taken off for now: nothing can be written there.
  add column paused boolean not null default false;
create index pull_request_installation on pull_request (installation_id);

alter table check_run
  -- null while the check is not completed.
  add column conclusion text,
  -- When the run was made on GitHub, which lets an incomplete one go stale after 14 days.
  add column since timestamptz not null default now();
-- What was written before this column is told again, as nothing else says how it ended.
update check_run set content_hash = null;
update registration set followed_hash = null;
create index check_run_incomplete on check_run (since) where conclusion is null;
create index check_run_id on check_run (repository_id, check_run_id);
create index registration_head on registration (repository_id, head_sha);
