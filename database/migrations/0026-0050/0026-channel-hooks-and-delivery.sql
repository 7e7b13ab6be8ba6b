-- Messenger and Zalo: events as their webhooks brought them, and what a delivery must remember.

-- One row for each event, as it came. Kept for 30 days; the text of a message that was unsent goes at once.
create table private.hook_events (
  id bigint generated always as identity primary key,
  kind text not null,
  account_id text not null,
  external_id text not null,
  -- Events of one thread are read in the order of their arrival.
  thread text not null default '',
  raw text not null,
  status text not null default 'received' check (status in ('received', 'done', 'ignored', 'failed')),
  reason text,
  received_at timestamptz not null,
  done_at timestamptz,
  unique (kind, account_id, external_id)
);
create index hook_events_received on private.hook_events using brin (received_at);
select rights.protect('private.hook_events');

-- What was said about a message that is not there yet: an edit, an unsending, a receipt may come before it.
create table private.early_changes (
  workspace_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  kind text not null check (kind in ('edit', 'delete', 'reaction', 'delivered', 'read')),
  change jsonb not null,
  created_at timestamptz not null,
  primary key (workspace_id, channel_id, external_id, kind),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
create index early_changes_created on private.early_changes (created_at);
select rights.protect('private.early_changes');

-- How fast, and whether at all, a channel may send now.
create table private.channel_pace (
  workspace_id uuid not null,
  channel_id uuid not null,
  -- Sends that failed in a row for a passing reason; from five on one is tried every 30 seconds.
  failures int not null default 0,
  -- Nothing is sent before: a rate limit, a circuit that is open, a restriction of the account.
  wait_until timestamptz,
  -- Minutes of the last restriction: each further one is twice as long.
  restricted_minutes int not null default 0,
  -- Messages a second that the platform took without complaint; null: the usual.
  rate int,
  rate_until timestamptz,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.channel_pace');

alter table public.messages
  -- The platform's id of the message that this one answers.
  add column reply_to text,
  -- The customer's emoji to this message.
  add column reaction text,
  -- What a tapped button carries.
  add column payload text,
  -- Written by a person in the platform's own app, and learned from its echo.
  add column written_in_app boolean not null default false,
  -- A person has confirmed that this one may cost.
  add column may_cost boolean not null default false,
  -- A person sent it on, although what held it back still holds for the bot.
  add column by_hand boolean not null default false,
  add column sent_at timestamptz,
  -- How often it was handed to the platform; the attempt that is on its way.
  add column sends int not null default 0,
  add column attempt_id uuid,
  -- Tries that ended with a passing failure.
  add column tries int not null default 0,
  -- When the delivery looks at it again; an unsure one without it waits for a person.
  add column look_at timestamptz,
  add column edits int not null default 0;
create index messages_outbox on public.messages (conversation_id, seq) where direction = 'out' and status in ('queued', 'sending', 'unsure');
create index messages_undelivered on public.messages (workspace_id, channel_id, status)
  where direction = 'out' and status in ('queued', 'sending', 'unsure', 'held');

alter table public.conversations
  -- The customer's last act that opens the platform's window, by the platform's clock.
  add column last_interaction_at timestamptz,
  -- What was sent up to then was delivered, was read.
  add column delivered_up_to timestamptz,
  add column read_up_to timestamptz,
  -- Since when the customer waits who was told to be patient.
  add column patience_for timestamptz;

alter table public.contacts
  -- Acts that open the window and belong to no conversation yet (a follow, a call).
  add column last_interaction_at timestamptz,
  -- Sends in a row that did not reach the person; from three on the contact is marked.
  add column unreachable_count int not null default 0,
  add column unreachable_at timestamptz,
  add column profile_at timestamptz;
