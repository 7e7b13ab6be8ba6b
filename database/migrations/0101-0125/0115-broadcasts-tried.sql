-- Who of the team gets a message before customers do: whoever wrote a member's code from their own phone.
create table private.test_codes (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  person_id uuid not null,
  code text not null,
  until timestamptz not null,
  primary key (workspace_id, person_id)
);
create unique index test_codes_code on private.test_codes (workspace_id, code);
select rights.protect('private.test_codes');

create table private.test_contacts (
  workspace_id uuid not null,
  contact_id uuid not null,
  person_id uuid not null,
  -- the message that was the code: it asks nothing
  message_id uuid not null,
  at timestamptz not null,
  primary key (workspace_id, contact_id),
  foreign key (workspace_id, contact_id) references public.contacts (workspace_id, id) on delete cascade
);
create index test_contacts_messages on private.test_contacts (workspace_id, message_id);
select rights.protect('private.test_contacts');

-- A message that is only tried counts nowhere.
alter table public.messages drop constraint messages_origin_check;
alter table public.messages add constraint messages_origin_check check (origin in ('broadcast', 'test'));
