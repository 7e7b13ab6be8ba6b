-- The books: append-only, double entry. + is owed to or held for the owner, - its counterpart. What must hold, the database
-- keeps by itself: every transaction sums to nothing in each currency, no account of a workspace falls below zero, nothing
-- written is changed, and a balance is the sum of its entries.
create table private.ledger_accounts (
  id bigint generated always as identity primary key,
  -- A workspace; null: the house. No reference: the books outlive a workspace.
  owner_id uuid,
  kind text not null check (kind in (
    -- Referral earnings, on their way from earned to paid.
    'user_pending', 'user_available', 'user_withdrawing', 'clawback_receivable', 'commission_expense', 'payout_clearing',
    -- A workspace's money: what came for an open order, and what is left over for the next one.
    'order_held', 'user_credit',
    -- Where money comes in and goes out.
    'bank_clearing', 'stripe_clearing', 'payoneer_clearing',
    -- What came and belongs to no order yet; what plans brought in; what was given off their price.
    'unmatched', 'sales', 'plan_discount')),
  currency text not null check (currency in ('VND', 'USD')),
  balance bigint not null default 0,
  allow_negative boolean not null generated always as (kind in (
    'clawback_receivable', 'commission_expense', 'payout_clearing', 'bank_clearing', 'stripe_clearing', 'payoneer_clearing',
    'sales', 'plan_discount')) stored,
  unique nulls not distinct (owner_id, kind, currency),
  constraint never_below_zero check (kind in (
    'clawback_receivable', 'commission_expense', 'payout_clearing', 'bank_clearing', 'stripe_clearing', 'payoneer_clearing',
    'sales', 'plan_discount') or balance >= 0)
);
select rights.protect('private.ledger_accounts');

create table private.ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The fact it tells, named so that the same fact told again changes nothing.
  idempotency_key text not null unique,
  reverses bigint unique references private.ledger_transactions,
  meta jsonb not null default '{}',
  created_at timestamptz not null
);
select rights.protect('private.ledger_transactions');

create table private.ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references private.ledger_transactions,
  account_id bigint not null references private.ledger_accounts,
  amount bigint not null check (amount <> 0)
);
create index ledger_entries_transaction on private.ledger_entries (transaction_id);
create index ledger_entries_account on private.ledger_entries (account_id, id);
select rights.protect('private.ledger_entries');
revoke truncate on private.ledger_accounts, private.ledger_transactions, private.ledger_entries from service_role;

create function private.ledger_apply() returns trigger language plpgsql as $$
begin
  update private.ledger_accounts set balance = balance + new.amount where id = new.account_id;
  return new;
end $$;
create trigger ledger_apply after insert on private.ledger_entries for each row execute function private.ledger_apply();

create function private.ledger_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_immutable before update or delete on private.ledger_entries for each row execute function private.ledger_immutable();
create trigger ledger_immutable before update or delete on private.ledger_transactions for each row execute function private.ledger_immutable();
create trigger ledger_immutable before delete on private.ledger_accounts for each row execute function private.ledger_immutable();

-- A balance moves by an entry, which is one trigger deeper, and by nothing else.
create function private.ledger_account_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 then raise exception 'an account begins with nothing'; end if;
  elsif pg_trigger_depth() < 2 or new.owner_id is distinct from old.owner_id or new.kind <> old.kind or new.currency <> old.currency then
    raise exception 'a balance moves by entries alone';
  end if;
  return new;
end $$;
create trigger ledger_account_guard before insert or update on private.ledger_accounts for each row execute function private.ledger_account_guard();

create function private.ledger_balanced() returns trigger language plpgsql as $$
begin
  if exists (
    select from private.ledger_entries e join private.ledger_accounts a on a.id = e.account_id
    where e.transaction_id = new.transaction_id group by a.currency having sum(e.amount) <> 0
  ) then
    raise exception 'unbalanced transaction %', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert on private.ledger_entries deferrable initially deferred
  for each row execute function private.ledger_balanced();
