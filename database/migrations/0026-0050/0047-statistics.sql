-- Two lists of counts as one, place by place; the shorter one counts as filled up with nothing.
create function private.add_counts(a int[], b int[]) returns int[] language sql immutable as $$
  select array(select coalesce(a[i], 0) + coalesce(b[i], 0)
    from generate_series(1, greatest(coalesce(cardinality(a), 0), coalesce(cardinality(b), 0))) i)
$$;
create aggregate private.sum_counts(int[]) (sfunc = private.add_counts, stype = int[], initcond = '{}');

-- What happened on a channel in an hour (UTC). Written with the facts, so that nobody ever counts messages. Several who
-- count at once would wait for one another's commits: each connection has a part of its own, and readers add them up.
create table private.statistics_hourly (
  workspace_id uuid not null,
  hour timestamptz not null,
  channel_id uuid not null,
  -- Of a connection: 0 to 63. The timer has 64, what was counted afterwards 65.
  part int not null,
  -- Customers' messages; by what their words say of the mood.
  received int not null default 0,
  positive int not null default 0,
  neutral int not null default 0,
  negative int not null default 0,
  -- New conversations.
  opened int not null default 0,
  -- Answers of the bot that its plan pays for; replies that members wrote.
  answered int not null default 0,
  replied int not null default 0,
  -- How often a person was wanted.
  handed_over int not null default 0,
  -- Answers, small talk aside, of which it is known whether they settled the matter; and those that did.
  settled int not null default 0,
  resolved int not null default 0,
  -- From the customer's first message that waited to the reply: sum, number and spread over shared/rules/time/response-times.ts.
  response_ms bigint not null default 0,
  responses int not null default 0,
  response_spread int[] not null default '{}',
  primary key (workspace_id, hour, channel_id, part),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
select rights.protect('private.statistics_hourly');

-- Answers of which it is not known yet whether they settled the matter: for 24 hours.
create table private.open_resolutions (
  workspace_id uuid not null,
  answer_id uuid not null,
  conversation_id uuid not null,
  channel_id uuid not null,
  answered_at timestamptz not null,
  primary key (workspace_id, answer_id),
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
create index open_resolutions_of on private.open_resolutions (workspace_id, conversation_id);
create index open_resolutions_due on private.open_resolutions (answered_at);
select rights.protect('private.open_resolutions');

-- Workspaces whose facts from before are still to be counted: what was written before the moment, from the cursor on.
create table private.statistics_backlog (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  before timestamptz not null,
  -- The last message that is counted.
  cursor uuid not null default '00000000-0000-0000-0000-000000000000'
);
select rights.protect('private.statistics_backlog');
insert into private.statistics_backlog (workspace_id, before)
  select id, clock_timestamp() from public.workspaces w
  where exists (select from public.conversations v where v.workspace_id = w.id);
