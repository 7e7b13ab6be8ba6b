-- A part of a payment that its provider gave back by itself: somebody did so in its dashboard. There may be several beside the one
-- refund of what is left; each is named by the provider, and counts once.
alter table public.refunds add column part boolean not null default false;
drop index public.refunds_open;
create unique index refunds_open on public.refunds (order_id) where status not in ('rejected') and payment_id is null and not part;
drop index public.refunds_of_payment;
create unique index refunds_of_payment on public.refunds (payment_id)
  where status not in ('rejected') and payment_id is not null and not part;
create unique index refunds_part on public.refunds (order_id, provider_ref) where part;
