create table public.contacts (
  id uuid primary key,
  workspace_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  name text not null default '',
  avatar text,
  language text check (language in ('vi', 'en')),
  verified boolean not null default false,
  fields jsonb not null default '{}',
  last_seen_at timestamptz,
  opted_out_at timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (workspace_id, channel_id, external_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('public.contacts');
create policy member on public.contacts for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.contacts to authenticated;

create table public.conversations (
  id uuid primary key,
  workspace_id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  source text not null check (source in ('facebook', 'zalo', 'website')),
  status text not null default 'open' check (status in ('open', 'snoozed', 'closed')),
  snoozed_until timestamptz,
  bot_status text not null default 'on' check (bot_status in ('on', 'off')),
  bot_off_by text check (bot_off_by in ('member', 'echo', 'hand_over', 'standby')),
  -- null while off: until a member resumes or closes.
  bot_off_until timestamptz,
  -- A member typed just now: a hold, not a pause.
  bot_held_until timestamptz,
  contact_typing_at timestamptz,
  waiting_since timestamptz,
  assignee_id uuid references public.people on delete set null,
  last_seq bigint not null default 0,
  last_message_at timestamptz not null,
  last_inbound_at timestamptz,
  preview text not null default '',
  preview_author text not null default 'contact' check (preview_author in ('contact', 'bot', 'member', 'system')),
  contact_name text not null default '',
  sentiment text check (sentiment in ('positive', 'neutral', 'negative')),
  language text check (language in ('vi', 'en')),
  search_text text not null default '',
  created_at timestamptz not null,
  unique (workspace_id, id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references public.contacts (workspace_id, id) on delete cascade
);
create unique index conversations_live on public.conversations (workspace_id, contact_id) where status <> 'closed';
create index conversations_recent on public.conversations (workspace_id, last_message_at desc, id desc);
create index conversations_waiting on public.conversations (workspace_id, waiting_since) where waiting_since is not null;
create index conversations_paused on public.conversations (bot_off_until) where bot_status = 'off' and bot_off_until is not null;
select rights.protect('public.conversations');
create policy member on public.conversations for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.conversations to authenticated;

create table public.messages (
  id uuid primary key,
  workspace_id uuid not null,
  conversation_id uuid not null,
  channel_id uuid not null,
  seq bigint not null,
  direction text not null check (direction in ('in', 'out')),
  author text not null check (author in ('contact', 'bot', 'member', 'system')),
  member_id uuid,
  answer_id uuid,
  client_id text,
  external_id text,
  text text not null,
  attachments jsonb not null default '[]',
  status text not null check (status in ('stored', 'queued', 'sending', 'sent', 'delivered', 'read', 'unsure', 'held', 'failed')),
  error_code text,
  held_reason text,
  may_repeat boolean not null default false,
  provider_time timestamptz,
  edited_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (conversation_id, seq),
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
create unique index messages_client on public.messages (conversation_id, client_id) where client_id is not null;
create unique index messages_external on public.messages (workspace_id, channel_id, external_id) where external_id is not null;
select rights.protect('public.messages');
create policy member on public.messages for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.messages to authenticated;

create table public.contact_details (
  id uuid primary key,
  workspace_id uuid not null,
  contact_id uuid not null,
  conversation_id uuid not null,
  message_id uuid,
  kind text not null check (kind in ('phone', 'landline', 'email', 'address', 'bank', 'id', 'card')),
  value text not null,
  created_at timestamptz not null,
  unique (workspace_id, contact_id, kind, value),
  foreign key (workspace_id, contact_id) references public.contacts (workspace_id, id) on delete cascade,
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
select rights.protect('public.contact_details');
-- Bank accounts, identity and card numbers stay with the service: members read phones, addresses and e-mails.
create policy member on public.contact_details for select to authenticated
  using (workspace_id in (select rights.my_workspaces()) and kind in ('phone', 'landline', 'email', 'address'));
grant select on public.contact_details to authenticated;
