-- What a workspace wants to buy, the money that came for it, and the plan it has. Orders and what hangs on them outlive
-- their workspace (books are kept for ten years), so they name it without a reference.

-- Who has a price keeps it until thirty days after a newer one was announced to them.
alter table public.prices add column announced_at timestamptz;

-- VAT by date, in hundredths of a percent. Prices hold it; the rate is frozen on the order.
create table private.tax_rates (
  valid_from date primary key,
  valid_to date,
  bp int not null check (bp between 0 and 10000)
);
select rights.protect('private.tax_rates');
set local role service_role;
insert into private.tax_rates (valid_from, valid_to, bp) values ('2025-07-01', '2026-12-31', 800), ('2027-01-01', null, 1000);
reset role;

alter table public.subscriptions
  add column price_id uuid references public.prices,
  add column currency text check (currency in ('VND', 'USD')),
  add column method text check (method in ('bank', 'stripe', 'payoneer')),
  -- How far it is paid: beyond period_end once a renewal came early.
  add column paid_until timestamptz,
  -- What it becomes at the period's end.
  add column pending_plan text references public.plans,
  add column pending_interval text check (pending_interval in ('month', 'year')),
  add column grace_until timestamptz,
  -- Off the list price of the first order, in hundredths of a percent; used up by it.
  add column first_discount_bp int not null default 0 check (first_discount_bp between 0 and 10000),
  add column provider_customer text,
  add column provider_subscription text;

create table public.orders (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('first', 'renewal', 'upgrade')),
  plan text not null references public.plans,
  interval text not null check (interval in ('month', 'year')),
  price_id uuid not null references public.prices,
  method text not null check (method in ('bank', 'stripe', 'payoneer')),
  currency text not null check (currency in ('VND', 'USD')),
  -- What it costs, with VAT: the list's worth of its days, less what was given off it, less what the old plan's rest is worth.
  list_amount bigint not null check (list_amount >= 0),
  discount bigint not null default 0 check (discount >= 0),
  unused_value bigint not null default 0 check (unused_value >= 0),
  amount bigint not null check (amount >= 0),
  tax_bp int not null,
  -- How far it is paid: from credit of the workspace, and by money that came.
  credit_used bigint not null default 0 check (credit_used >= 0),
  received bigint not null default 0 check (received >= 0),
  status text not null default 'processing' check (status in ('processing', 'success', 'failed')),
  status_detail text not null default 'created' check (status_detail in
    ('created', 'waiting', 'partial', 'proof_review', 'unpaid', 'paid', 'expired', 'cancelled', 'declined')),
  memo_code text not null unique,
  -- The time that it pays for.
  period_start timestamptz not null,
  period_end timestamptz not null,
  from_plan text references public.plans,
  from_interval text,
  -- How far the old plan was paid when its rest was counted.
  from_until timestamptz,
  -- The provider's session or list, and where the payer goes.
  provider_ref text,
  pay_url text,
  terms_version text not null,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  failed_at timestamptz,
  unique (method, provider_ref)
);
create unique index orders_open on public.orders (workspace_id, kind) where status = 'processing';
create index orders_of_workspace on public.orders (workspace_id, created_at);
create index orders_expiring on public.orders (expires_at) where status = 'processing';
select rights.protect('public.orders');
create policy admin on public.orders for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.orders to authenticated;

-- Money that came for an order, once by its provider's reference.
create table private.payments (
  id uuid primary key,
  order_id uuid not null references public.orders,
  workspace_id uuid not null,
  method text not null check (method in ('bank', 'stripe', 'payoneer')),
  reference text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  -- order: it pays for the order; credit: it came double, too late or too much, and is the workspace's credit.
  went_to text not null check (went_to in ('order', 'credit')),
  paid_at timestamptz not null,
  recorded_at timestamptz not null,
  unique (method, reference)
);
create index payments_of_order on private.payments (order_id);
select rights.protect('private.payments');

-- Every notification of a provider as it came, its signature checked first, stored once.
create table private.payment_inbox (
  id uuid primary key,
  provider text not null,
  external_id text not null,
  headers jsonb not null,
  raw text not null,
  status text not null default 'received' check (status in ('received', 'done', 'ignored')),
  note text,
  received_at timestamptz not null,
  done_at timestamptz,
  unique (provider, external_id)
);
create index payment_inbox_open on private.payment_inbox (received_at) where status = 'received';
create index payment_inbox_age on private.payment_inbox (received_at);
select rights.protect('private.payment_inbox');

-- What moved on the house's bank account, from whichever feed it became known first.
create table private.bank_transactions (
  id uuid primary key,
  provider text not null check (provider in ('sepay', 'casso', 'manual')),
  external_id text not null,
  account text not null,
  direction text not null check (direction in ('in', 'out')),
  amount bigint not null,
  content text not null,
  reference text,
  booked_at timestamptz not null,
  booked_date date not null,
  status text not null check (status in ('matched', 'unmatched', 'ignored', 'returned')),
  -- Why it is not matched: no_code, unknown_code, two_codes, or why it is ignored: outgoing, other_account, nothing.
  reason text,
  order_id uuid references public.orders,
  workspace_id uuid,
  attached_by uuid,
  recorded_at timestamptz not null,
  unique (provider, external_id)
);
-- One transfer seen by two feeds counts once.
create unique index bank_transactions_once on private.bank_transactions (account, direction, reference, amount, booked_date)
  where reference is not null;
create index bank_transactions_unmatched on private.bank_transactions (recorded_at) where status = 'unmatched';
create index bank_transactions_order on private.bank_transactions (order_id) where order_id is not null;
select rights.protect('private.bank_transactions');

-- A picture that somebody sent of a transfer: a person looks at it; it never activates anything by itself.
create table private.payment_proofs (
  id uuid primary key,
  order_id uuid not null references public.orders,
  workspace_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  sha256 text not null,
  reference text,
  status text not null default 'submitted' check (status in ('submitted', 'approved', 'rejected', 'closed')),
  reason text,
  reviewer uuid,
  created_by uuid,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index payment_proofs_order on private.payment_proofs (order_id);
create index payment_proofs_same on private.payment_proofs (sha256);
create index payment_proofs_open on private.payment_proofs (created_at) where status = 'submitted';
select rights.protect('private.payment_proofs');

-- What a workspace was told already, so that it is told once: 'trial 5', 'unpaid <order> 3' …
create table private.billing_notices (
  workspace_id uuid not null references public.workspaces on delete cascade,
  about text not null,
  at timestamptz not null,
  primary key (workspace_id, about)
);
select rights.protect('private.billing_notices');
