create table public.dead_letters (
  id uuid primary key,
  workspace_id uuid references public.workspaces on delete cascade,
  kind text not null,
  ref text not null,
  payload jsonb not null default '{}',
  reason text not null,
  attempts int not null,
  status text not null default 'open' check (status in ('open', 'replayed', 'dropped')),
  created_at timestamptz not null,
  unique (kind, ref)
);
create index dead_letters_open on public.dead_letters (workspace_id, created_at) where status = 'open';
select rights.protect('public.dead_letters');
create policy admin on public.dead_letters for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
-- The payload may hold what a customer wrote to another channel of the house: people see the rest.
grant select (id, workspace_id, kind, ref, reason, attempts, status, created_at) on public.dead_letters to authenticated;

create table private.operator_links (
  token_hash text primary key,
  expires_at timestamptz not null,
  used_at timestamptz
);
select rights.protect('private.operator_links');
