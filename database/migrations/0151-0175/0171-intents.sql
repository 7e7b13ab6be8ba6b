-- What a customer wants to be done, read from their words: booked, ordered, called back. A person says yes to it, or no.
create table public.intents (
  id uuid primary key,
  workspace_id uuid not null,
  conversation_id uuid not null,
  contact_id uuid not null,
  -- the message that said it, and the last one that said more of it
  message_id uuid not null,
  seq bigint not null,
  told_by uuid not null,
  kind text not null check (kind in ('booking', 'order', 'callback')),
  state text not null default 'open' check (state in ('open', 'confirmed', 'changed', 'declined', 'expired')),
  -- in the customer's own words, as far as they said them
  what text,
  said_when text,
  how_many text,
  customer_name text,
  phone text,
  address text,
  -- when the bot said that it was noted, and asked for what was missing: once
  noted_at timestamptz,
  asked_at timestamptz,
  -- what told the customer of the decision
  reply_id uuid,
  settled_by uuid references public.people on delete set null,
  settled_at timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, id),
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, contact_id) references public.contacts (workspace_id, id) on delete cascade
);
create unique index intents_open on public.intents (workspace_id, conversation_id, kind) where state = 'open';
create index intents_of_conversations on public.intents (workspace_id, conversation_id, created_at);
create index intents_of_contacts on public.intents (workspace_id, contact_id);
create index intents_by_time on public.intents (workspace_id, created_at);
create index intents_to_expire on public.intents (created_at) where state = 'open';
create index intents_of_settlers on public.intents (settled_by) where settled_by is not null;
select rights.protect('public.intents');
create policy member on public.intents for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.intents to authenticated;

alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('person_wanted', 'intent', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'campaign', 'usage', 'payment', 'system', 'marketing'));
alter table public.notification_settings drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('person_wanted', 'intent', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'campaign', 'usage', 'payment', 'system', 'marketing'));
