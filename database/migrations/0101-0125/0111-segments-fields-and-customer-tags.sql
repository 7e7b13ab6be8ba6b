-- What a shop knows of its customers beyond a name, and the groups that it makes of them.
alter table public.customers
  -- what the team calls them; empty: what their latest contact is called
  add column name text not null default '',
  add column language text check (language in ('vi', 'en')),
  -- by the id of the field
  add column fields jsonb not null default '{}',
  -- null: was never there, as who was only brought in from a list
  add column last_seen_at timestamptz,
  -- turned out to be somebody else, who is listed in their place
  add column merged_into uuid,
  add column version integer not null default 1,
  add column edited_by uuid,
  add column edited_at timestamptz,
  add foreign key (workspace_id, merged_into) references public.customers (workspace_id, id);

set local role service_role;
update public.customers cu set last_seen_at = (
  select max(greatest(c.last_seen_at, v.last_inbound_at)) from public.contacts c
  left join public.conversations v on v.workspace_id = c.workspace_id and v.contact_id = c.id
  where c.workspace_id = cu.workspace_id and c.customer_id = cu.id);
-- The contact of some was joined to another's: nobody is left to be listed.
update public.customers cu set merged_into = cu.id where erased_at is null and not exists (
  select from public.contacts c where c.workspace_id = cu.workspace_id and c.customer_id = cu.id);
reset role;

create index customers_by_last_seen on public.customers (workspace_id, (coalesce(last_seen_at, created_at)) desc, id desc)
  where merged_into is null and erased_at is null;
create index customers_merged on public.customers (workspace_id, merged_into) where merged_into is not null;
drop index public.contacts_last_seen;

create table public.customer_tags (
  workspace_id uuid not null,
  customer_id uuid not null,
  tag_id uuid not null,
  -- null: whoever put it on a conversation of theirs is known there
  tagged_by uuid,
  created_at timestamptz not null,
  primary key (workspace_id, customer_id, tag_id),
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references public.tags (workspace_id, id) on delete cascade
);
create index customer_tags_tag on public.customer_tags (workspace_id, tag_id);
select rights.protect('public.customer_tags');
create policy member on public.customer_tags for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.customer_tags to authenticated;

-- What was written on a conversation was meant for who wrote it.
set local role service_role;
insert into public.customer_tags (workspace_id, customer_id, tag_id, tagged_by, created_at)
select distinct on (t.workspace_id, c.customer_id, t.tag_id) t.workspace_id, c.customer_id, t.tag_id, t.tagged_by, t.created_at
from public.conversation_tags t
join public.conversations v on v.workspace_id = t.workspace_id and v.id = t.conversation_id
join public.contacts c on c.workspace_id = v.workspace_id and c.id = v.contact_id
where c.customer_id is not null
order by t.workspace_id, c.customer_id, t.tag_id, t.created_at;
reset role;

create table public.customer_fields (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  -- lower case, without marks: what makes two names one
  name_folded text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'yes_no')),
  choices text[] not null default '{}',
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (workspace_id, name_folded)
);
select rights.protect('public.customer_fields');
create policy member on public.customer_fields for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.customer_fields to authenticated;

create table public.segments (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  name_folded text not null,
  definition jsonb not null,
  -- when somebody last looked
  count integer,
  counted_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (workspace_id, name_folded)
);
select rights.protect('public.segments');
create policy member on public.segments for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.segments to authenticated;
