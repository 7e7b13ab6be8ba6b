-- A payment that paid for nothing (it came double, late, or for a plan that was not sold) can go back by itself: its refund names
-- it, and takes it out of the workspace's credit. Of an order's own money there is still one refund.
alter table public.refunds add column payment_id uuid references private.payments;
drop index public.refunds_open;
create unique index refunds_open on public.refunds (order_id) where status not in ('rejected') and payment_id is null;
create unique index refunds_of_payment on public.refunds (payment_id) where status not in ('rejected') and payment_id is not null;
