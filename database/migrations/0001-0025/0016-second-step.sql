-- Apps that show digits: the second step of a sign-in.
create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null check (factor_type = 'totp'),
  friendly_name text not null default '',
  status text not null check (status in ('unverified', 'verified')),
  -- Encrypted with the installation's key, which is not in the database.
  secret text not null,
  -- The time step of the newest digits that were taken: these and older ones are void.
  last_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create index mfa_factors_user on auth.mfa_factors (user_id);
create index mfa_factors_unverified on auth.mfa_factors (created_at) where status = 'unverified';
select rights.protect('auth.mfa_factors');

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  ip text not null,
  attempts int not null default 0,
  verified_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);
select rights.protect('auth.mfa_challenges');

-- For who has lost the telephone: hashes, each good once.
create table auth.mfa_recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  primary key (user_id, code_hash)
);
select rights.protect('auth.mfa_recovery_codes');

-- Which app raised the session to aal2: it falls with it.
alter table auth.sessions add column factor_id uuid references auth.mfa_factors on delete set null;
create index sessions_factor on auth.sessions (factor_id);

-- Where a link leads stands in its own address.
alter table auth.one_time_tokens drop column redirect_to;
