-- Money that goes back. Settled orders stay as they are; what was given back stands here.
create table public.refunds (
  id uuid primary key,
  workspace_id uuid not null,
  order_id uuid not null references public.orders,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('VND', 'USD')),
  path text not null check (path in ('auto', 'review')),
  status text not null check (status in ('requested', 'approved', 'rejected', 'sent', 'succeeded', 'failed')),
  reason text not null default '',
  -- What an operator said to it.
  note text,
  -- The highest share of a counted limit that was used when it was asked for.
  usage_ratio double precision not null,
  requested_by uuid,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- The end of the last working day that was promised.
  due_by timestamptz,
  sent_at timestamptz,
  done_at timestamptz,
  provider_ref text
);
create unique index refunds_open on public.refunds (order_id) where status not in ('rejected');
create index refunds_of_workspace on public.refunds (workspace_id, requested_at);
select rights.protect('public.refunds');
create policy admin on public.refunds for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.refunds to authenticated;
alter table public.invoices add foreign key (refund_id) references public.refunds;
