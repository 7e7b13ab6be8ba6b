-- How often the secret that proves a website's visitors was turned, and until when the one before it counts. The secrets themselves
-- are derived: they lie in no table. Without a row it is the first one.
create table private.identity_secrets (
  workspace_id uuid not null,
  channel_id uuid primary key,
  turn int not null check (turn > 0),
  turned_at timestamptz not null,
  -- null: the one before ended at once
  old_until timestamptz,
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
create index identity_secrets_workspace on private.identity_secrets (workspace_id);
select rights.protect('private.identity_secrets');
