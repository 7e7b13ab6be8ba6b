-- Nobody orders a trial or the price list's "custom"; an offer makes a plan of its own.
alter table public.orders add constraint orders_plan_check check (plan in ('hobby', 'pro') or plan like 'custom-%');
alter table public.offers add constraint offers_plan_check check (plan like 'custom-%');
