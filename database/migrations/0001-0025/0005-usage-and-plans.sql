create table public.usage_counters (
  workspace_id uuid not null references public.workspaces on delete cascade,
  metric text not null check (metric in ('messages', 'connections', 'documents', 'members')),
  period_start timestamptz not null,
  period_end timestamptz,
  used bigint not null default 0 check (used >= 0),
  hard_limit bigint,
  notice_80_at timestamptz,
  notice_100_at timestamptz,
  primary key (workspace_id, metric, period_start)
);
select rights.protect('public.usage_counters');
create policy member on public.usage_counters for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.usage_counters to authenticated;

-- Plans are data. A limit of null means none. Prices: minor units; yearly is twelve months less 15 %.
create table public.plans (
  code text primary key check (code in ('trial', 'hobby', 'pro', 'custom')),
  position int not null,
  messages bigint,
  connections bigint,
  documents bigint,
  members bigint,
  crawl_pages bigint not null,
  trial_days int
);
select rights.protect('public.plans');
create policy anyone on public.plans for select to anon, authenticated using (true);
grant select on public.plans to anon, authenticated;

create table public.prices (
  id uuid primary key,
  plan text not null references public.plans,
  interval text not null check (interval in ('month', 'year')),
  currency text not null check (currency in ('VND', 'USD')),
  amount bigint not null check (amount >= 0),
  valid_from timestamptz not null,
  unique (plan, interval, currency, valid_from)
);
select rights.protect('public.prices');
create policy anyone on public.prices for select to anon, authenticated using (true);
grant select on public.prices to anon, authenticated;

create table public.subscriptions (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  plan text not null references public.plans,
  interval text check (interval in ('month', 'year')),
  status text not null check (status in ('trialing', 'expired', 'active', 'past_due', 'ended')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false
);
select rights.protect('public.subscriptions');
create policy member on public.subscriptions for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.subscriptions to authenticated;

set local role service_role; -- tables are closed even to their owner
insert into public.plans (code, position, messages, connections, documents, members, crawl_pages, trial_days) values
  ('trial', 1, 100, 1, 3, 2, 20, 7),
  ('hobby', 2, 1500, 2, 20, 3, 20, null),
  ('pro', 3, 6000, 6, 100, 10, 100, null),
  ('custom', 4, 20000, 20, 500, null, 500, null);
insert into public.prices (id, plan, interval, currency, amount, valid_from) values
  ('00000000-0000-7000-8000-000000000001', 'hobby', 'month', 'VND', 299000, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000002', 'hobby', 'year', 'VND', 3049800, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000003', 'hobby', 'month', 'USD', 1200, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000004', 'hobby', 'year', 'USD', 12240, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000005', 'pro', 'month', 'VND', 699000, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000006', 'pro', 'year', 'VND', 7129800, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000007', 'pro', 'month', 'USD', 2900, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-000000000008', 'pro', 'year', 'USD', 29580, '2026-01-01T00:00:00+07');
reset role;
