-- When the platform says that what it last told of a customer happened, for each kind of it: what comes late is older than what is known.
create table private.told_of_contacts (
  workspace_id uuid not null,
  contact_id uuid not null references public.contacts on delete cascade,
  -- 'follows', 'phone', 'address', 'name', ...
  what text not null,
  told_at timestamptz not null,
  primary key (workspace_id, contact_id, what)
);
select rights.protect('private.told_of_contacts');
alter table public.messages add column reacted_at timestamptz;
