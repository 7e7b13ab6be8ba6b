-- Who sent whom, and what is earned by it. Like orders these rows outlive their workspaces, so they name them without a
-- reference. Money itself lies in the books (0037); what stands here must agree with them, and the database sees to it.

create table public.referral_codes (
  workspace_id uuid primary key,
  code text not null unique check (code ~ '^[2-9A-HJ-NP-Z]{8}$'),
  created_at timestamptz not null
);
select rights.protect('public.referral_codes');
create policy admin on public.referral_codes for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.referral_codes to authenticated;

-- A workspace that was opened by somebody who came by a link. refused: nothing is earned by it.
create table public.referrals (
  id uuid primary key,
  workspace_id uuid not null,
  referred_id uuid not null unique,
  status text not null check (status in ('active', 'refused')),
  signed_up_at timestamptz not null,
  -- The first order that money paid for; twelve months from there renewals earn.
  first_order_id uuid references public.orders,
  first_paid_at timestamptz,
  check (workspace_id <> referred_id)
);
create index referrals_of_workspace on public.referrals (workspace_id, signed_up_at);
select rights.protect('public.referrals');
create policy admin on public.referrals for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.referrals to authenticated;

-- Why earnings by a referral wait for a person; what was found stays found once an operator has let it pass.
create table private.referral_holds (
  referral_id uuid not null references public.referrals on delete cascade,
  reason text not null check (reason in
    ('disposable', 'phone', 'tax_id', 'bank_account', 'card', 'device', 'address', 'team', 'many', 'history')),
  found_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by uuid,
  primary key (referral_id, reason)
);
create index referral_holds_open on private.referral_holds (referral_id) where cleared_at is null;
select rights.protect('private.referral_holds');

-- What an order of a referred workspace earned. held: a person looks at it, or the payment is disputed.
create table public.commissions (
  id uuid primary key,
  workspace_id uuid not null,
  referral_id uuid not null references public.referrals,
  order_id uuid not null unique references public.orders,
  kind text not null check (kind in ('first', 'renewal')),
  -- Paid with money, without VAT; and the share of it, in hundredths of a percent.
  base bigint not null check (base > 0),
  share_bp int not null check (share_bp between 1 and 10000),
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('VND', 'USD')),
  status text not null check (status in ('pending', 'available', 'held', 'reversed')),
  -- How often it became available: a dispute takes it back for as long as it lasts.
  turns int not null default 0,
  earned_at timestamptz not null,
  matures_at timestamptz not null,
  changed_at timestamptz not null,
  reason text check (reason in ('refund', 'dispute', 'refused'))
);
create index commissions_of_workspace on public.commissions (workspace_id, earned_at);
create index commissions_maturing on public.commissions (matures_at) where status in ('pending', 'held');
create index commissions_of_referral on public.commissions (referral_id);
select rights.protect('public.commissions');
create policy admin on public.commissions for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.commissions to authenticated;

-- By whose link somebody came, from sign-up until the workspace is there; network address and device only so long.
create table private.referral_sign_ups (
  person_id uuid primary key,
  code text not null,
  peer text not null,
  device text,
  at timestamptz not null
);
create index referral_sign_ups_age on private.referral_sign_ups (at);
select rights.protect('private.referral_sign_ups');

-- From where a workspace looks at its link: nobody refers himself from there.
create table private.referral_devices (
  workspace_id uuid not null,
  device text not null,
  peer text not null,
  seen_at timestamptz not null,
  primary key (workspace_id, device)
);
create index referral_devices_device on private.referral_devices (device);
select rights.protect('private.referral_devices');

-- What waits in the books is what the rows say: looked at when the transaction ends, under the lock of the account.
create function private.commissions_agree() returns trigger language plpgsql as $$
declare
  rows_say bigint := coalesce((select sum(amount) from public.commissions
    where workspace_id = new.workspace_id and currency = new.currency and status in ('pending', 'held')), 0);
  books_say bigint := coalesce((select balance from private.ledger_accounts
    where owner_id = new.workspace_id and kind = 'user_pending' and currency = new.currency), 0);
begin
  if rows_say <> books_say then
    raise exception 'commissions of % wait with %, the books say %', new.workspace_id, rows_say, books_say;
  end if;
  return null;
end $$;
create constraint trigger commissions_agree after insert or update on public.commissions
  deferrable initially deferred for each row execute function private.commissions_agree();

-- What a commission was for never changes, and what was taken back stays so.
create function private.commission_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'commissions are never deleted'; end if;
  if new is not distinct from old then return new; end if;
  if old.status = 'reversed' or (new.workspace_id, new.order_id, new.amount, new.currency) is distinct from
    (old.workspace_id, old.order_id, old.amount, old.currency) then
    raise exception 'commission % stands as it is', old.id;
  end if;
  return new;
end $$;
create trigger commission_guard before update or delete on public.commissions
  for each row execute function private.commission_guard();
