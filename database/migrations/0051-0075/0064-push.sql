-- Web Push: the browsers and phones on which a person is told of things while Sen is closed.
create table public.push_subscriptions (
  id uuid primary key,
  person_id uuid not null references public.people on delete cascade,
  -- Whoever signs out there is not told there any more, from wherever it was done.
  session_id uuid not null references auth.sessions on delete cascade,
  -- What the browser gave: where to, and what makes it unreadable on the way (RFC 8030, RFC 8291).
  endpoint text not null unique check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  device text not null,
  -- Refusals one after another, none of which said that it is gone.
  refused int not null default 0,
  told_at timestamptz,
  seen_at timestamptz not null,
  created_at timestamptz not null
);
create index push_subscriptions_person on public.push_subscriptions (person_id, seen_at desc);
create index push_subscriptions_session on public.push_subscriptions (session_id);
create index push_subscriptions_age on public.push_subscriptions (seen_at);
select rights.protect('public.push_subscriptions');
create policy oneself on public.push_subscriptions for select to authenticated using (person_id = (select auth.uid()));
grant select (id, person_id, device, told_at, seen_at, created_at) on public.push_subscriptions to authenticated;

-- A session that ended because its token came back stays, to be recognised; nobody is told there any more either.
create function auth.end_pushes() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger end_pushes after update of ended_at on auth.sessions for each row
  when (new.ended_at is not null and old.ended_at is null) execute function auth.end_pushes();

-- Null: as the product comes (shared/rules/notification-places.ts).
alter table public.notification_settings add column push boolean;

-- Whether names of customers and documents stand on locked screens; the workspace's admins decide.
alter table public.workspaces add column push_names boolean not null default true;

-- The key pair that says who sends pushes (RFC 8292), one for the installation and all its processes.
create table private.push_keys (
  single boolean primary key default true check (single),
  public_key text not null,
  locked text not null,
  created_at timestamptz not null
);
select rights.protect('private.push_keys');

-- A push service that fails or asks for patience is left alone for a while.
create table private.push_services (
  host text primary key,
  failures int not null,
  wait_until timestamptz not null
);
select rights.protect('private.push_services');
