-- What a shop does with one customer step by step: it waits, writes, tags, asks which way. As it is written, and as it was published.
create table public.sequences (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'ended')),
  -- why it is paused: a person, or the plan has ended
  reason text,
  -- as it is being written
  draft jsonb not null,
  -- what whoever enters it takes; 0: nothing was published yet
  version int not null default 0,
  -- what starts it, as it was published
  "trigger" jsonb,
  created_by uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  published_at timestamptz,
  ended_at timestamptz,
  unique (workspace_id, id),
  constraint published check ((status = 'draft') = (version = 0))
);
create index sequences_latest on public.sequences (workspace_id, created_at desc);
create index sequences_at_work on public.sequences (workspace_id, ("trigger" ->> 'on')) where status = 'active';
select rights.protect('public.sequences');
create policy member on public.sequences for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.sequences to authenticated;

-- Never changed: whoever is inside finishes what they began.
create table public.sequence_versions (
  workspace_id uuid not null,
  sequence_id uuid not null,
  version int not null check (version > 0),
  plan jsonb not null,
  -- every message of it is about an order or an appointment: who refuses news keeps these
  serves_only boolean not null,
  published_by uuid,
  published_at timestamptz not null,
  primary key (workspace_id, sequence_id, version),
  foreign key (workspace_id, sequence_id) references public.sequences (workspace_id, id) on delete cascade
);
select rights.protect('public.sequence_versions');
create policy member on public.sequence_versions for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.sequence_versions to authenticated;

-- One customer on their way through one sequence.
create table private.sequence_runs (
  id uuid primary key,
  workspace_id uuid not null,
  sequence_id uuid not null,
  version int not null,
  customer_id uuid not null,
  -- the step at which it stands; null: not begun
  step text,
  -- since when it waits there, and why
  since timestamptz,
  reason text,
  -- when it is looked at; null: a message is on its way
  next_at timestamptz,
  entered_at timestamptz not null,
  -- what started it
  entered_by text not null check (entered_by in ('hand', 'first_message', 'tagged', 'no_reply', 'detail', 'followed', 'button')),
  -- [{step, did, why, at}]: where it has been
  path jsonb not null default '[]',
  -- the message that was made last: what is reserved for it, who gets it where, and what it costs
  send_ref uuid,
  message_id uuid,
  contact_id uuid,
  cost bigint not null default 0,
  sent_at timestamptz,
  ended_at timestamptz,
  ended_why text,
  foreign key (workspace_id, sequence_id) references public.sequences (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade,
  constraint ended_for_a_reason check ((ended_at is null) = (ended_why is null))
);
create unique index sequence_runs_live on private.sequence_runs (workspace_id, sequence_id, customer_id) where ended_at is null;
create index sequence_runs_due on private.sequence_runs (workspace_id, next_at, id) where ended_at is null;
create index sequence_runs_sending on private.sequence_runs (since) where ended_at is null and next_at is null;
create index sequence_runs_messages on private.sequence_runs (message_id) where message_id is not null;
create index sequence_runs_of_customers on private.sequence_runs (workspace_id, customer_id, sequence_id, entered_at);
create index sequence_runs_latest on private.sequence_runs (workspace_id, sequence_id, entered_at desc, id desc);
select rights.protect('private.sequence_runs');

alter table public.messages drop constraint messages_origin_check;
alter table public.messages add constraint messages_origin_check check (origin in ('broadcast', 'test', 'ask', 'sequence'));

-- So many sequences of a shop are at work at one time; null: as many as it likes.
alter table public.plans add column active_sequences bigint;
set local role service_role;
update public.plans set active_sequences = case code when 'trial' then 1 when 'hobby' then 3 when 'pro' then 20 else 100 end;
reset role;
