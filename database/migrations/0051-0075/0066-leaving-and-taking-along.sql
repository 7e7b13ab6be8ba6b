-- A person's own data as one file, made on request and kept for some days.
create table private.account_exports (
  id uuid primary key,
  -- Not tied to the person's row: the file has to be found when that is gone.
  person_id uuid not null unique,
  status text not null check (status in ('preparing', 'ready', 'failed')),
  size bigint,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz
);
create index account_exports_expires on private.account_exports (expires_at);
select rights.protect('private.account_exports');

-- Who has put away the list of first steps of which workspace; it comes back from the menu.
alter table public.members add column setup_hidden_at timestamptz;

-- Events name people by their ids; those of sign-up carry an address too, which goes with the account.
create index events_of_person on private.events ((payload ->> 'person_id')) where payload ? 'email';
