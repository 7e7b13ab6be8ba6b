-- A refund takes only what its order paid for. Orders that stood on it and fall with it become credit for the time that was not
-- used, or go back together with it.
alter table public.orders
  -- From when on it pays for nothing any more: its money went back, or what it stood on is gone.
  add column ended_at timestamptz,
  -- How much of it became the workspace's credit. What is credit is not given back once more.
  add column credited bigint not null default 0 check (credited >= 0);

alter table public.refunds
  -- The refund with which it was asked for: they are decided together.
  add column goes_with uuid references public.refunds,
  -- How much of it had become credit before, and was taken from there.
  add column from_credit bigint not null default 0 check (from_credit >= 0);
create index refunds_together on public.refunds (goes_with) where goes_with is not null;
