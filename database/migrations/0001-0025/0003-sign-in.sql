create table auth.users (
  id uuid primary key,
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on auth.users (lower(email)) where deleted_at is null;
select rights.protect('auth.users');

create table auth.identities (
  identity_id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);
select rights.protect('auth.identities');

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  user_agent text,
  ip text,
  created_at timestamptz not null,
  refreshed_at timestamptz,
  -- Set where a refresh token came back that had long been used: the session is over, its tokens stay to be recognised.
  ended_at timestamptz
);
create index sessions_user on auth.sessions (user_id);
select rights.protect('auth.sessions');

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  token_hash text not null unique,
  parent_id bigint references auth.refresh_tokens on delete set null,
  -- The successor encrypted under the token itself, so that a second tab within the reuse window gets the same one.
  successor text,
  used_at timestamptz,
  created_at timestamptz not null
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);
select rights.protect('auth.refresh_tokens');

create table auth.one_time_tokens (
  token_hash text primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change', 'invite')),
  email text not null,
  -- The digits of the same mail, hashed like a password: they are few.
  code_hash text not null,
  redirect_to text,
  code_challenge text,
  code_challenge_method text,
  attempts int not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (user_id, kind)
);
select rights.protect('auth.one_time_tokens');
