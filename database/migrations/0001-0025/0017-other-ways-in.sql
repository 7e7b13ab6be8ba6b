-- A person on the way to a provider and back: the state that travels is a secret, here lies its hash. Good once, for five minutes.
create table auth.flow_states (
  state_hash text primary key,
  provider text not null,
  -- The browser that set out, by its cookie: whoever comes back must be the same.
  browser_hash text not null,
  redirect_to text not null,
  -- With it the way leads back with a code instead of a session.
  code_challenge text,
  -- Where a further way in shall be added: to which account, and by which of its sessions.
  user_id uuid references auth.users on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index flow_states_expires_at on auth.flow_states (expires_at);
create index flow_states_user on auth.flow_states (user_id);
create index flow_states_session on auth.flow_states (session_id);
select rights.protect('auth.flow_states');

-- A provider knows the person, but not that the address is theirs: kept until the link of a mail to that address is opened
-- in the same browser.
create table auth.waiting_identities (
  browser_hash text not null,
  provider text not null,
  provider_id text not null,
  email text not null,
  identity_data jsonb not null,
  expires_at timestamptz not null,
  primary key (browser_hash, provider)
);
create index waiting_identities_expires_at on auth.waiting_identities (expires_at);
select rights.protect('auth.waiting_identities');

-- The provider's own tokens, encrypted under the code that they are handed over for.
alter table auth.auth_codes add column provider_tokens text;

-- One row for a bucket that is not full: who draws from it, and when it will be full again, if nobody does. A full one has no
-- row. `tries` counts where each further try waits longer than the one before. Nothing here must outlive a crash.
create unlogged table private.rate_buckets (
  who text primary key,
  full_at timestamptz not null,
  tries int not null default 0
);
create index rate_buckets_full_at on private.rate_buckets (full_at);
select rights.protect('private.rate_buckets');
