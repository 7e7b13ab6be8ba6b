-- Personal data that leaked, was lost or changed: what was done about it, and when.
create table public.breaches (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  what text not null,
  noticed_at timestamptz not null,
  -- step: { by, at }
  steps jsonb not null default '{}',
  recorded_by uuid not null,
  created_at timestamptz not null,
  unique (workspace_id, id)
);
create index breaches_latest on public.breaches (workspace_id, noticed_at desc);
select rights.protect('public.breaches');
create policy admin on public.breaches for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.breaches to authenticated;
