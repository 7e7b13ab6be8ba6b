-- Earnings that are paid out.

-- Where to: what people see of it. The details themselves lie among the secrets.
create table private.payout_accounts (
  workspace_id uuid not null,
  currency text not null check (currency in ('VND', 'USD')),
  kind text not null check (kind in ('bank', 'payoneer')),
  -- The bank's six digits, for 'bank'.
  bank text,
  -- The last four digits, or the address with most of it hidden.
  ending text not null,
  holder text not null,
  -- A keyed hash: two workspaces with the same account are seen without knowing it.
  mark text not null,
  saved_at timestamptz not null,
  -- Set when another account takes the place of an earlier one: nothing is paid out for a day from then.
  replaced_at timestamptz,
  primary key (workspace_id, currency)
);
create index payout_accounts_mark on private.payout_accounts (mark);
select rights.protect('private.payout_accounts');

create table public.withdrawals (
  id uuid primary key,
  workspace_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null check (currency in ('VND', 'USD')),
  method text not null check (method in ('bank', 'payoneer')),
  bank text,
  ending text not null,
  status text not null check (status in ('requested', 'approved', 'sent', 'paid', 'rejected', 'cancelled', 'failed')),
  requested_by uuid,
  requested_at timestamptz not null,
  -- Above a limit two have to approve.
  first_approved_by uuid,
  first_approved_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  sent_at timestamptz,
  -- When it was paid, or the money went back to the earnings.
  closed_at timestamptz,
  reference text,
  -- Why it was rejected, or did not arrive.
  reason text
);
create index withdrawals_of_workspace on public.withdrawals (workspace_id, requested_at);
create index withdrawals_open on public.withdrawals (requested_at) where status in ('requested', 'approved', 'sent');
select rights.protect('public.withdrawals');
create policy admin on public.withdrawals for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.withdrawals to authenticated;

-- Each step comes from where it may come from; what is over stays so.
create function private.withdrawal_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'withdrawals are never deleted'; end if;
  if new is not distinct from old then return new; end if;
  if (new.workspace_id, new.amount, new.currency) is distinct from (old.workspace_id, old.amount, old.currency) or not (
    new.status = old.status and old.status = 'requested'
    or old.status = 'requested' and new.status in ('approved', 'rejected', 'cancelled')
    or old.status = 'approved' and new.status in ('sent', 'failed', 'rejected')
    or old.status = 'sent' and new.status in ('paid', 'failed')
  ) then
    raise exception 'withdrawal % does not go from % to %', old.id, old.status, new.status;
  end if;
  return new;
end $$;
create trigger withdrawal_guard before update or delete on public.withdrawals
  for each row execute function private.withdrawal_guard();

-- What is on its way in the books is what open withdrawals say.
create function private.withdrawals_agree() returns trigger language plpgsql as $$
declare
  rows_say bigint := coalesce((select sum(amount) from public.withdrawals
    where workspace_id = new.workspace_id and currency = new.currency and status in ('requested', 'approved', 'sent')), 0);
  books_say bigint := coalesce((select balance from private.ledger_accounts
    where owner_id = new.workspace_id and kind = 'user_withdrawing' and currency = new.currency), 0);
begin
  if rows_say <> books_say then
    raise exception 'withdrawals of % are %, the books say %', new.workspace_id, rows_say, books_say;
  end if;
  return null;
end $$;
create constraint trigger withdrawals_agree after insert or update on public.withdrawals
  deferrable initially deferred for each row execute function private.withdrawals_agree();

-- What a workspace has earned, a row for each currency: earned = pending + available + withdrawing + paid + spent - owed.
create function rights.referral_figures() returns table (
  workspace_id uuid, code text, sign_ups bigint, paying bigint, currency text, earned bigint, pending bigint, available bigint,
  withdrawing bigint, paid bigint, spent bigint, owed bigint
) language sql stable security definer set search_path = '' as $$
  select c.workspace_id, c.code,
    (select count(*) from public.referrals r where r.workspace_id = c.workspace_id and r.status = 'active'),
    (select count(*) from public.referrals r where r.workspace_id = c.workspace_id and r.status = 'active' and r.first_paid_at is not null),
    u.currency,
    coalesce((select sum(m.amount) from public.commissions m
      where m.workspace_id = c.workspace_id and m.currency = u.currency and m.status <> 'reversed'), 0)::bigint,
    coalesce(sum(a.balance) filter (where a.kind = 'user_pending'), 0)::bigint,
    coalesce(sum(a.balance) filter (where a.kind = 'user_available'), 0)::bigint,
    coalesce(sum(a.balance) filter (where a.kind = 'user_withdrawing'), 0)::bigint,
    coalesce((select sum(w.amount) from public.withdrawals w
      where w.workspace_id = c.workspace_id and w.currency = u.currency and w.status = 'paid'), 0)::bigint,
    coalesce((select -sum(e.amount) from private.ledger_entries e join private.ledger_transactions t on t.id = e.transaction_id
      where t.kind = 'spend earnings' and e.account_id in (select x.id from private.ledger_accounts x
        where x.owner_id = c.workspace_id and x.kind = 'user_available' and x.currency = u.currency)), 0)::bigint,
    coalesce(-sum(a.balance) filter (where a.kind = 'clawback_receivable'), 0)::bigint
  from public.referral_codes c cross join (values ('VND'), ('USD')) as u (currency)
    left join private.ledger_accounts a on a.owner_id = c.workspace_id and a.currency = u.currency
  where c.workspace_id in (select rights.my_admin_workspaces())
  group by c.workspace_id, c.code, u.currency
$$;
select rights.own_by_service('rights.referral_figures()');
revoke all on function rights.referral_figures() from public;
grant execute on function rights.referral_figures() to authenticated;

-- Over a table of the product, so that it counts as one of them: nobody writes through it.
create view public.referral_summary with (security_invoker = true) as
  select f.* from rights.referral_figures() f join public.referral_codes c on c.workspace_id = f.workspace_id;
grant select on public.referral_summary to authenticated;
