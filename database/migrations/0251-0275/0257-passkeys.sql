-- Passkeys (WebAuthn): a device or a password manager holds the key, and uses it only after a fingerprint, a face or a PIN.
create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- base64url, as browsers name it.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- base64url of the COSE key.
  public_key text not null check (length(public_key) <= 8000),
  -- How often the key was used, as it says itself; 0 where it does not count.
  sign_count bigint not null default 0,
  friendly_name text not null check (friendly_name <> '' and length(friendly_name) <= 120),
  -- The make of what holds it.
  aaguid uuid,
  transports text[] not null default '{}',
  backup_eligible boolean not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on auth.passkeys (user_id);
select rights.protect('auth.passkeys');

-- What a key has to sign, for one answer: a new key for the session that asked, a sign-in for anybody.
create table auth.passkey_challenges (
  id uuid primary key,
  purpose text not null check (purpose in ('registration', 'authentication')),
  challenge text not null,
  session_id uuid references auth.sessions on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'registration') = (session_id is not null))
);
create index passkey_challenges_session on auth.passkey_challenges (session_id);
create index passkey_challenges_expired on auth.passkey_challenges (expires_at);
select rights.protect('auth.passkey_challenges');

-- Which passkey opened the session: it falls with it.
alter table auth.sessions add column passkey_id uuid references auth.passkeys on delete set null;
create index sessions_passkey on auth.sessions (passkey_id);

-- Whether more than a mailbox is asked of this person: by a shop's rules, or as one who runs the installation.
create function rights.asks_second_step_of(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.people p where p.id = person and p.is_operator)
    or exists (select from public.members m join public.workspaces w on w.id = m.workspace_id
      left join public.access_rules r on r.workspace_id = w.id
      where m.person_id = person and m.status = 'active' and w.deleted_at is null and (w.kind = 'house' or r.second_step))
$$;
select rights.own_by_service('rights.asks_second_step_of(uuid)');
revoke execute on function rights.asks_second_step_of(uuid) from public;
grant execute on function rights.asks_second_step_of(uuid) to service_role;
