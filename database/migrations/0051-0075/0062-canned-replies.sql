-- Texts that a team sends again and again, and marks by which two members who change the same thing find out.
create table public.canned_replies (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  title text not null,
  -- the word that is typed after a slash
  shortcut text not null,
  -- lower case, without marks: what makes two words one
  shortcut_folded text not null,
  -- may hold places such as {{customer_name}}
  text text not null,
  -- null: for customers of any language
  language text check (language in ('vi', 'en')),
  -- raised by each change: who changes an older one is told
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (workspace_id, shortcut_folded)
);
select rights.protect('public.canned_replies');
create policy member on public.canned_replies for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.canned_replies to authenticated;

alter table public.notes add column version integer not null default 1;
alter table public.notes add column edited_at timestamptz;
alter table public.notes add column edited_by uuid;

alter table public.contacts add column version integer not null default 1;
alter table public.contacts add column edited_at timestamptz;
alter table public.contacts add column edited_by uuid;

-- null: found in a message
alter table public.contact_details add column added_by uuid;
