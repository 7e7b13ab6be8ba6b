-- After how many months a workspace lets go of what it holds of customers. No row, or null: never.
create table public.retention_rules (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  conversation_months int check (conversation_months between 3 and 120),
  customer_months int check (customer_months between 3 and 120),
  request_months int check (request_months between 3 and 120),
  changed_at timestamptz not null
);
select rights.protect('public.retention_rules');
create policy admin on public.retention_rules for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.retention_rules to authenticated;
