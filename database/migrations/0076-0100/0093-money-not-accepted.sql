-- Payments that a provider took and that pay for nothing here, because they are in another currency than their order. The books
-- never hold them: they go back, by a job where the provider can, else by a person, who says so.
create table private.refused_payments (
  id uuid primary key,
  method text not null check (method in ('bank', 'stripe', 'payoneer')),
  -- The payment's name at the provider.
  reference text not null,
  order_id uuid not null references public.orders,
  workspace_id uuid not null,
  -- In the smallest coin of whatever currency it was; 0: the provider did not say.
  amount bigint not null check (amount >= 0),
  currency text not null,
  -- What the provider would charge again by itself.
  subscription text,
  told_at timestamptz not null,
  returned_at timestamptz,
  returned_by uuid,
  -- Why it could not be sent back yet.
  note text,
  unique (method, reference)
);
create index refused_payments_open on private.refused_payments (told_at) where returned_at is null;
select rights.protect('private.refused_payments');

alter table public.orders drop constraint orders_status_detail_check;
alter table public.orders add constraint orders_status_detail_check check (status_detail in
  ('created', 'waiting', 'partial', 'proof_review', 'unpaid', 'paid', 'expired', 'cancelled', 'declined', 'other_currency'));
