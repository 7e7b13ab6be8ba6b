-- Receipts and credit notes: numbered without a gap, never changed once they are written. They outlive their workspace.
create table private.invoice_counters (
  series text primary key, -- 'INV-2026'
  last int not null
);
select rights.protect('private.invoice_counters');

create table public.invoices (
  id uuid primary key,
  workspace_id uuid not null,
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  order_id uuid not null references public.orders,
  refund_id uuid,
  -- The invoice that a credit note takes back.
  corrects uuid references public.invoices,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  currency text not null check (currency in ('VND', 'USD')),
  method text not null,
  net bigint not null,
  tax_bp int not null,
  tax bigint not null,
  total bigint not null check (total = net + tax),
  language text not null check (language in ('vi', 'en')),
  issued_at timestamptz not null,
  -- The object of the bucket 'invoices' that holds its picture, once it is drawn.
  file_id uuid,
  -- Where the tax authority's own invoice stands; a provider's adapter writes it.
  einvoice jsonb not null default '{"state": "none"}'
);
create unique index invoices_once on public.invoices (order_id) where kind = 'invoice';
create unique index credit_notes_once on public.invoices (refund_id) where kind = 'credit_note';
create index invoices_of_workspace on public.invoices (workspace_id, issued_at);
select rights.protect('public.invoices');
revoke truncate on public.invoices from service_role;
create policy admin on public.invoices for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.invoices to authenticated;

create function private.invoice_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'file_id' - 'einvoice' <> to_jsonb(old) - 'file_id' - 'einvoice' then
    raise exception 'an invoice is never changed: write a credit note';
  end if;
  return new;
end $$;
create trigger invoice_stands before update or delete on public.invoices for each row execute function private.invoice_stands();
