-- Anybody may sign up any address. What each who did has set waits here until the address's owner opens a mail; then that of
-- the same person is kept, and all else is gone.
create table auth.sign_ups (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- Where it was typed; null for a program.
  browser_hash text,
  -- With it the one who holds the verifier is the same person.
  code_challenge text,
  encrypted_password text,
  -- Tells whether two passwords are the same; keyed, and null where there is none.
  password_mark text,
  user_metadata jsonb not null,
  referral jsonb,
  created_at timestamptz not null
);
create index sign_ups_user on auth.sign_ups (user_id);
select rights.protect('auth.sign_ups');

insert into auth.sign_ups (user_id, encrypted_password, user_metadata, created_at)
  select id, encrypted_password, user_metadata, created_at from auth.users
  where email_confirmed_at is null and deleted_at is null and encrypted_password is not null;

-- Browsers in which an account was signed in to: its owner's tries to sign in are counted apart from everybody else's there.
create table auth.known_browsers (
  user_id uuid not null references auth.users on delete cascade,
  browser_hash text not null,
  -- The second step was passed there too: a password alone must not make a browser one whose tries at it are counted apart.
  stepped boolean not null default false,
  seen_at timestamptz not null,
  primary key (user_id, browser_hash)
);
create index known_browsers_seen_at on auth.known_browsers (seen_at);
select rights.protect('auth.known_browsers');
