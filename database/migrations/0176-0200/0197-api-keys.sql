-- Keys with which a shop's own programs call the API. A key itself is kept nowhere: its hash is, where nobody reads it.
create table public.api_keys (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- reply: what a member may; admin: what an admin may; of either only what is open to keys
  scope text not null check (scope in ('reply', 'admin')),
  -- its last letters, by which people tell keys apart
  last_four text not null,
  created_by uuid,
  created_at timestamptz not null,
  -- to the hour
  used_at timestamptz,
  revoked_at timestamptz,
  unique (workspace_id, id)
);
create index api_keys_latest on public.api_keys (workspace_id, created_at desc);
select rights.protect('public.api_keys');
create policy admin on public.api_keys for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.api_keys to authenticated;

create table private.api_key_hashes (
  workspace_id uuid not null,
  key_id uuid not null,
  hash text not null,
  primary key (workspace_id, key_id),
  foreign key (workspace_id, key_id) references public.api_keys (workspace_id, id) on delete cascade
);
-- Who calls says no workspace: the key is found by itself.
create unique index api_key_hashes_hash on private.api_key_hashes (hash);
select rights.protect('private.api_key_hashes');
