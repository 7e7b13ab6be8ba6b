-- What a person is told of. It is read by whom it is for, as long as he or she belongs to the workspace that it tells of.
create table public.notifications (
  id uuid primary key,
  person_id uuid not null references public.people on delete cascade,
  workspace_id uuid references public.workspaces on delete cascade,
  kind text not null check (kind in ('person_wanted', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'usage', 'payment', 'system', 'marketing')),
  -- The same matter is told to a person once.
  matter text not null,
  data jsonb not null default '{}',
  in_app boolean not null,
  mail text not null check (mail in ('none', 'waiting', 'sent')),
  mailed_at timestamptz,
  read_at timestamptz,
  created_at timestamptz not null,
  unique (person_id, matter)
);
create index notifications_recent on public.notifications (person_id, created_at desc, id desc) where in_app;
create index notifications_unread on public.notifications (person_id) where read_at is null and in_app;
create index notifications_mail on public.notifications (person_id, mailed_at) where mail <> 'none';
create index notifications_age on public.notifications (created_at);
select rights.protect('public.notifications');
create policy oneself on public.notifications for select to authenticated using (
  person_id = (select auth.uid()) and in_app and (workspace_id is null or workspace_id in (select rights.my_workspaces())));
grant select (id, person_id, workspace_id, kind, data, read_at, created_at) on public.notifications to authenticated;

-- Where a person is told of a kind. Without a row it is as the product comes (shared/rules/notification-places.ts).
create table public.notification_settings (
  person_id uuid not null references public.people on delete cascade,
  kind text not null check (kind in ('person_wanted', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'usage', 'payment', 'system', 'marketing')),
  in_app boolean not null,
  email boolean not null,
  updated_at timestamptz not null,
  primary key (person_id, kind)
);
select rights.protect('public.notification_settings');
create policy oneself on public.notification_settings for select to authenticated using (person_id = (select auth.uid()));
grant select on public.notification_settings to authenticated;

-- An address for notifications that waits for the digits mailed to it.
create table private.notification_email_codes (
  person_id uuid primary key references public.people on delete cascade,
  email text not null,
  code_hash text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
select rights.protect('private.notification_email_codes');
