-- What is remembered of a provider beside the order: who pays there, how often its page was asked for, what it disputes.

-- A workspace is one customer at Stripe, made before its first page.
create table private.stripe_customers (
  workspace_id uuid primary key,
  customer text not null unique,
  created_at timestamptz not null
);
select rights.protect('private.stripe_customers');

-- The n in the provider's idempotency key: a page that could not be made for good is asked for under another one.
create table private.payment_attempts (
  order_id uuid primary key references public.orders,
  attempt int not null default 1,
  started_at timestamptz not null
);
select rights.protect('private.payment_attempts');

-- The secret part of an order's address for Payoneer's notifications, as its SHA-256.
create table private.payoneer_tokens (
  token_hash text primary key,
  order_id uuid not null references public.orders,
  created_at timestamptz not null
);
create index payoneer_tokens_order on private.payoneer_tokens (order_id);
select rights.protect('private.payoneer_tokens');

-- Payments that a card's holder or bank takes back.
create table private.payment_disputes (
  method text not null check (method in ('stripe', 'payoneer')),
  reference text not null,
  order_id uuid not null references public.orders,
  workspace_id uuid not null,
  amount bigint not null,
  currency text not null check (currency in ('VND', 'USD')),
  status text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (method, reference)
);
create index payment_disputes_open on private.payment_disputes (workspace_id) where closed_at is null;
select rights.protect('private.payment_disputes');
