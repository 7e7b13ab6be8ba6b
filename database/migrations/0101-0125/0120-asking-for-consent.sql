-- A customer is asked once whether they want messages; what they answer is written with the version of the words that were asked.
create table private.consent_asks (
  id uuid primary key,
  workspace_id uuid not null,
  contact_id uuid not null,
  conversation_id uuid not null,
  message_id uuid not null,
  language text not null check (language in ('vi', 'en')),
  version int not null,
  words text not null,
  -- what was closed when it was asked is closed again by the answer
  was_closed boolean not null,
  -- null: the shop's rule
  asked_by uuid,
  at timestamptz not null,
  unique (workspace_id, contact_id),
  foreign key (workspace_id, contact_id) references public.contacts (workspace_id, id) on delete cascade
);
create index consent_asks_messages on private.consent_asks (workspace_id, message_id);
select rights.protect('private.consent_asks');

-- Which version of the shop's words it was, where it was one of them.
alter table public.consents add column version int;
alter table public.consents drop constraint consents_how_check;
alter table public.consents add constraint consents_how_check
  check (how in ('message', 'platform', 'joined', 'told', 'remembered', 'imported', 'form', 'claim'));

alter table public.messages drop constraint messages_origin_check;
alter table public.messages add constraint messages_origin_check check (origin in ('broadcast', 'test', 'ask'));

-- What a shop narrows of what the law allows, and how it shows itself.
create table public.campaign_rules (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  -- 'HH:MM' on the shop's clock
  from_time text not null,
  until_time text not null,
  promotion_per_day int not null check (promotion_per_day between 1 and 3),
  promotion_per_month int not null check (promotion_per_month between 1 and 30),
  care_per_day int not null check (care_per_day between 1 and 3),
  label boolean not null,
  -- who says it; null: the shop's name
  sender text,
  -- when somebody is asked for consent without a press
  ask_when text not null check (ask_when in ('never', 'closed')),
  changed_by uuid,
  changed_at timestamptz not null
);
select rights.protect('public.campaign_rules');
create policy member on public.campaign_rules for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.campaign_rules to authenticated;
