-- Packs of a thousand further AI messages. They are used after the plan's own, carried over from month to month, and good for a
-- year. What they add to a month's limit stands beside it, so that the plan's part is always known.
alter table public.prices drop constraint prices_interval_check;
-- once: a pack of messages for who has the plan.
alter table public.prices add constraint prices_interval_check check (interval in ('month', 'year', 'once'));
set local role service_role;
insert into public.prices (id, plan, interval, currency, amount, valid_from) values
  ('00000000-0000-7000-8000-000000000009', 'hobby', 'once', 'VND', 99000, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-00000000000a', 'hobby', 'once', 'USD', 400, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-00000000000b', 'pro', 'once', 'VND', 79000, '2026-01-01T00:00:00+07'),
  ('00000000-0000-7000-8000-00000000000c', 'pro', 'once', 'USD', 320, '2026-01-01T00:00:00+07');
reset role;

alter table public.orders drop constraint orders_kind_check;
alter table public.orders add constraint orders_kind_check check (kind in ('first', 'renewal', 'upgrade', 'extra'));
-- Of kind extra: how many packs.
alter table public.orders add column packs int check (packs between 1 and 20);
alter table public.orders add constraint orders_packs_of_extra check ((kind = 'extra') = (packs is not null));

alter table public.usage_counters
  -- What packs add to hard_limit, held in it.
  add column extra bigint not null default 0 check (extra >= 0),
  -- What of it was used, once the month is over and was taken off the packs.
  add column extra_spent bigint;
create index usage_counters_extra on public.usage_counters (period_end) where extra > 0 and extra_spent is null;

create table private.message_packs (
  order_id uuid primary key references public.orders,
  workspace_id uuid not null,
  size int not null check (size > 0),
  remaining int not null check (remaining between 0 and size),
  bought_at timestamptz not null,
  expires_at timestamptz not null,
  -- Given back.
  ended_at timestamptz
);
create index message_packs_of_workspace on private.message_packs (workspace_id, bought_at) where remaining > 0 and ended_at is null;
select rights.protect('private.message_packs');

-- The legal e-invoice behind a receipt, which the tax authority's system issues: asked for by its buyer, issued by a provider or by
-- hand. A receipt without a row here has none.
create table private.e_invoices (
  invoice_id uuid primary key references public.invoices,
  workspace_id uuid not null,
  provider text not null,
  status text not null default 'requested' check (status in ('requested', 'issued', 'failed')),
  -- As the authority knows it, once it is issued.
  symbol text,
  number text,
  lookup_code text,
  lookup_url text,
  -- Why it could not be.
  note text,
  requested_by uuid,
  requested_at timestamptz not null,
  decided_at timestamptz,
  constraint issued_has_number check (status <> 'issued' or (number is not null and lookup_code is not null))
);
create index e_invoices_open on private.e_invoices (requested_at) where status <> 'issued';
create index e_invoices_of_workspace on private.e_invoices (workspace_id);
select rights.protect('private.e_invoices');
