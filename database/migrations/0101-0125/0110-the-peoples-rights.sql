-- What people may ask of a shop that keeps something of them: a copy, and to be forgotten.
alter table public.customers add column if not exists restricted_at timestamptz,
  -- asked to be forgotten: the row stays for what the ledger says, without a name
  add column erased_at timestamptz;

-- Everything that is known of a customer, as one file, made on request and kept for some days.
create table private.customer_exports (
  id uuid primary key,
  workspace_id uuid not null,
  customer_id uuid not null,
  status text not null check (status in ('preparing', 'ready')),
  size bigint,
  asked_by uuid not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  unique (workspace_id, customer_id),
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade
);
create index customer_exports_expires on private.customer_exports (expires_at);
select rights.protect('private.customer_exports');

-- Who was forgotten, as keyed hashes of ids and numbers: nobody reads them back, but whoever comes again is known to have refused.
create table private.forgotten_marks (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  mark text not null,
  -- the purposes that were refused
  refused text[] not null,
  at timestamptz not null,
  primary key (workspace_id, mark)
);
select rights.protect('private.forgotten_marks');

-- What the shop remembers of somebody whom it has forgotten otherwise; what a list says that was brought along.
alter table public.consents drop constraint consents_how_check;
alter table public.consents add constraint consents_how_check
  check (how in ('message', 'platform', 'joined', 'told', 'remembered', 'imported'));

-- The same number on two channels, in a list, in what was forgotten.
create index if not exists contact_details_values on public.contact_details (workspace_id, value);
