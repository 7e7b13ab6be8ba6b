alter table auth.users
  add column invited_at timestamptz,
  -- The address that shall become this account's, until it does; which of the two has agreed; the session that asked.
  add column email_change text,
  add column email_change_agreed text check (email_change_agreed in ('current', 'new')),
  add column email_change_session uuid,
  add column email_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;

alter table auth.one_time_tokens drop constraint one_time_tokens_kind_check;
alter table auth.one_time_tokens add constraint one_time_tokens_kind_check check (kind in
  ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication'));

-- What a return address carries instead of a session where the request named a challenge: good once, for five minutes,
-- together with the verifier that only the asking browser has.
create table auth.auth_codes (
  code_hash text primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- Base64url of the verifier's SHA-256, whichever method was asked for.
  code_challenge text not null,
  -- How the person proved who it is: magiclink, recovery, oauth …
  method text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index auth_codes_user on auth.auth_codes (user_id);
create index auth_codes_expires_at on auth.auth_codes (expires_at);
select rights.protect('auth.auth_codes');
