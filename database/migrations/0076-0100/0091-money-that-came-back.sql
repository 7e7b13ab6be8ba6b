-- Money that was given back may come back: a card's bank refuses a refund weeks after it had arrived. Then it is owed as before, and
-- is sent once more, or by a transfer.
alter table public.refunds
  -- How often it came back after it had arrived: each time has postings and papers of its own.
  add column turns int not null default 0,
  -- An operator sent it by a transfer, though its order was paid otherwise.
  add column by_hand boolean not null default false;

-- A credit note whose money came back is corrected by a debit note; neither is ever changed.
alter table public.invoices drop constraint invoices_kind_check;
alter table public.invoices add constraint invoices_kind_check check (kind in ('invoice', 'credit_note', 'debit_note'));
alter table public.invoices add column turn int not null default 0;
drop index public.credit_notes_once;
create unique index credit_notes_once on public.invoices (refund_id, turn) where kind = 'credit_note';
create unique index debit_notes_once on public.invoices (corrects) where kind = 'debit_note';

-- A commission follows what is left of its payment: where a part of it goes back, it is earned anew for the rest; where a refund
-- comes back, for what is there again. Each time has postings of its own, by this count.
alter table public.commissions add column version int not null default 0;
create or replace function private.commission_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then raise exception 'commissions are never deleted'; end if;
  if new is not distinct from old then return new; end if;
  if (new.workspace_id, new.order_id, new.currency, new.share_bp) is distinct from
      (old.workspace_id, old.order_id, old.currency, old.share_bp)
    or new.version not between old.version and old.version + 1
    or new.version = old.version and (old.status = 'reversed' or (new.amount, new.base) is distinct from (old.amount, old.base)) then
    raise exception 'commission % stands as it is', old.id;
  end if;
  return new;
end $$;
