-- Whether the job lets the approval of an earlier pass with the same pictures hold for this one too.
alter table registration add column carry_over boolean not null default true;
