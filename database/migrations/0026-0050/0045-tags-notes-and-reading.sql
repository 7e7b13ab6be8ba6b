-- What a team writes on its conversations: tags, notes, and how far each has read.
create table public.tags (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  -- lower case, without marks: what makes two names one
  name_folded text not null,
  colour text not null check (colour in ('leaf', 'petal', 'stamen', 'water', 'lacquer', 'violet', 'ink')),
  created_at timestamptz not null,
  unique (workspace_id, id),
  unique (workspace_id, name_folded)
);
select rights.protect('public.tags');
create policy member on public.tags for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.tags to authenticated;

create table public.conversation_tags (
  workspace_id uuid not null,
  conversation_id uuid not null,
  tag_id uuid not null,
  tagged_by uuid,
  created_at timestamptz not null,
  primary key (workspace_id, conversation_id, tag_id),
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references public.tags (workspace_id, id) on delete cascade
);
create index conversation_tags_tag on public.conversation_tags (workspace_id, tag_id);
select rights.protect('public.conversation_tags');
create policy member on public.conversation_tags for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.conversation_tags to authenticated;

-- The same tags on the row that lists show and filter, written by the same actions.
alter table public.conversations add column tag_ids uuid[] not null default '{}';
create index conversations_tags on public.conversations using gin (tag_ids);
create index conversations_snoozed on public.conversations (snoozed_until) where status = 'snoozed';

create table public.notes (
  id uuid primary key,
  workspace_id uuid not null,
  conversation_id uuid not null,
  author_id uuid not null,
  text text not null,
  -- people of the workspace whom the text names
  mentions uuid[] not null default '{}',
  created_at timestamptz not null,
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
create index notes_conversation on public.notes (workspace_id, conversation_id, created_at);
select rights.protect('public.notes');
create policy member on public.notes for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.notes to authenticated;

create table public.conversation_reads (
  workspace_id uuid not null,
  conversation_id uuid not null,
  person_id uuid not null,
  -- What the customer wrote later is unread.
  read_at timestamptz not null,
  primary key (workspace_id, conversation_id, person_id),
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
create index conversation_reads_person on public.conversation_reads (workspace_id, person_id);
select rights.protect('public.conversation_reads');
create policy oneself on public.conversation_reads for select to authenticated
  using (person_id = (select auth.uid()) and workspace_id in (select rights.my_workspaces()));
grant select on public.conversation_reads to authenticated;

-- Workspaces that are there already begin with the tags that new ones begin with.
set local role service_role;
insert into public.tags (id, workspace_id, name, name_folded, colour, created_at)
select gen_random_uuid(), w.id, case when w.language = 'en' then t.en else t.vi end, case when w.language = 'en' then t.en_folded else t.vi_folded end,
  t.colour, now()
from public.workspaces w, (values
  ('Khách mới', 'khach moi', 'New customer', 'new customer', 'leaf'),
  ('Tư vấn', 'tu van', 'Consultation', 'consultation', 'water'),
  ('Báo giá', 'bao gia', 'Quote', 'quote', 'stamen'),
  ('Hỗ trợ', 'ho tro', 'Support', 'support', 'petal'),
  ('Kỹ thuật', 'ky thuat', 'Technical', 'technical', 'violet')
) as t (vi, vi_folded, en, en_folded, colour)
where w.kind = 'shop';
reset role;
