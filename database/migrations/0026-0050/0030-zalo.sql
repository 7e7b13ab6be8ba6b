-- Zalo official accounts: consents on their way, and who renews an account's tokens now. (The tokens are among the secrets.)

-- A state is spent by the first who comes back with it.
create table private.zalo_consents (
  state_hash text primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  person_id uuid not null,
  -- The channel that is to be connected again: only its own account will do.
  channel_id uuid,
  -- Locked; what the code is traded with.
  verifier text,
  expires_at timestamptz not null
);
create index zalo_consents_expiry on private.zalo_consents (expires_at);
select rights.protect('private.zalo_consents');

-- A refresh token works once. Whoever holds this row's lease may use it; the lease outlasts the call.
create table private.zalo_renewals (
  workspace_id uuid not null,
  channel_id uuid not null,
  renewal_id uuid,
  lease_until timestamptz,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.zalo_renewals');
