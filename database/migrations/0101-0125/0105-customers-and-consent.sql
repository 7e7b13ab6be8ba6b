-- One human is one customer, over one or more contacts; and what they agreed to and refused, as a ledger that is only added to.
create table public.customers (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  created_at timestamptz not null,
  unique (workspace_id, id)
);
select rights.protect('public.customers');
create policy member on public.customers for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.customers to authenticated;

alter table public.contacts add column customer_id uuid,
  add foreign key (workspace_id, customer_id) references public.customers (workspace_id, id);
create index contacts_of_customers on public.contacts (workspace_id, customer_id);

create table public.consents (
  id uuid primary key,
  workspace_id uuid not null,
  customer_id uuid not null,
  channel_id uuid not null,
  purpose text not null check (purpose in ('promotion', 'care', 'service')),
  act text not null check (act in ('asked', 'given', 'refused', 'withdrawn', 'imported', 'platform')),
  -- a message of the customer, what a platform told, or another customer that this one turned out to be
  how text not null check (how in ('message', 'platform', 'joined')),
  -- what they agreed to, word for word
  words text,
  message_id uuid,
  -- the same fact, told twice, is one
  event text not null,
  at timestamptz not null,
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade,
  unique (workspace_id, event, channel_id, purpose)
);
create index consents_of_customers on public.consents (workspace_id, customer_id, at);
create index consents_of_messages on public.consents (workspace_id, message_id) where message_id is not null;
select rights.protect('public.consents');
create policy member on public.consents for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.consents to authenticated;
-- Nobody rewrites what somebody said. (Whole workspaces are erased.)
revoke update, truncate on public.consents from service_role;

-- What the ledger comes to. It is made of nothing else.
create table public.consent_states (
  workspace_id uuid not null,
  customer_id uuid not null,
  channel_id uuid not null,
  purpose text not null check (purpose in ('promotion', 'care', 'service')),
  state text not null check (state in ('asked', 'given', 'refused', 'withdrawn')),
  since timestamptz not null,
  primary key (workspace_id, customer_id, channel_id, purpose),
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade
);
select rights.protect('public.consent_states');
create policy member on public.consent_states for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.consent_states to authenticated;

-- The later act counts; of two at one moment the refusal. What a platform says of its own subscriptions is no consent.
create view private.consent_ledger_states with (security_invoker = true) as
  select distinct on (workspace_id, customer_id, channel_id, purpose) workspace_id, customer_id, channel_id, purpose,
    case act when 'imported' then 'given' else act end as state, at as since
  from public.consents where act <> 'platform'
  order by workspace_id, customer_id, channel_id, purpose, act = 'asked', at desc, act in ('refused', 'withdrawn') desc, id desc;
grant select on private.consent_ledger_states to service_role;

-- Everybody who wrote before is a customer too.
set local role service_role;
insert into public.customers (id, workspace_id, created_at) select id, workspace_id, created_at from public.contacts;
update public.contacts set customer_id = id;
reset role;
