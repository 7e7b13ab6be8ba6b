-- Shops and accounts that were deleted, by ids alone: written to the list beside the backups, as private.erasures are.
create table private.deletions (
  kind text not null check (kind in ('workspace', 'account')),
  id uuid not null,
  at timestamptz not null,
  -- brought back on purpose
  lifted_at timestamptz,
  -- null: not yet on the list
  recorded_at timestamptz,
  primary key (kind, id, at)
);
create index deletions_unrecorded on private.deletions (at) where recorded_at is null;
select rights.protect('private.deletions');

-- Of accounts deleted before this nothing is left that could be listed.
set local role service_role;
insert into private.deletions (kind, id, at)
  select 'workspace', w.id, w.deleted_at from public.workspaces w where w.deleted_at is not null and w.kind = 'shop';
reset role;
