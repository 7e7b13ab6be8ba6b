-- Two customers turn out to be one, and sometimes not: what was put together, so that it can be parted.
create table public.customer_merges (
  id uuid primary key,
  workspace_id uuid not null,
  -- who stays
  customer_id uuid not null,
  merged_id uuid not null,
  -- what came over with it
  contact_ids uuid[] not null,
  tag_ids uuid[] not null,
  -- who stays, as they stood
  before jsonb not null,
  merged_by uuid not null,
  merged_at timestamptz not null,
  undone_by uuid,
  undone_at timestamptz,
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade,
  foreign key (workspace_id, merged_id) references public.customers (workspace_id, id) on delete cascade
);
create index customer_merges_customer on public.customer_merges (workspace_id, customer_id);
create unique index customer_merges_merged on public.customer_merges (workspace_id, merged_id) where undone_at is null;
select rights.protect('public.customer_merges');
create policy member on public.customer_merges for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.customer_merges to authenticated;

-- What a merge said of somebody is not said of them once it is undone.
create or replace view private.consent_ledger_states with (security_invoker = true) as
  select distinct on (workspace_id, customer_id, channel_id, purpose) workspace_id, customer_id, channel_id, purpose,
    case act when 'imported' then 'given' else act end as state, at as since
  from public.consents o where act <> 'platform' and (how <> 'joined' or not exists (
    select from public.customer_merges m where m.workspace_id = o.workspace_id and m.customer_id = o.customer_id
      and m.undone_at is not null and o.event = 'merged:' || m.id))
  order by workspace_id, customer_id, channel_id, purpose, act = 'asked', at desc, act in ('refused', 'withdrawn') desc, id desc;
