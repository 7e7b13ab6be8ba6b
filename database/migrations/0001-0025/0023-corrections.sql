-- What people made of the bot's answers, and what it could not answer.

create table public.answer_corrections (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  -- Null: written from the list of unanswered questions.
  answer_id uuid,
  -- pair: an answer in somebody's own words. passage: this question is answered by that passage.
  kind text not null check (kind in ('pair', 'passage')),
  question text not null,
  answer text,
  source_id uuid not null,
  passage_id uuid,
  -- What it took the place of, for the way back.
  before jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null,
  undone_at timestamptz,
  unique (workspace_id, id)
);
create index answer_corrections_of on public.answer_corrections (workspace_id, answer_id) where answer_id is not null;
select rights.protect('public.answer_corrections');
create policy member on public.answer_corrections for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.answer_corrections to authenticated;

-- Questions that the bot could not answer, those that ask the same as one.
create table public.unanswered_questions (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  question text not null,
  -- The folded words that carry it, sorted, and what is asked for: by these it is found again.
  terms text[] not null,
  question_type text not null,
  status text not null check (status in ('open', 'done', 'ignored')),
  asked_count int not null,
  first_asked_at timestamptz not null,
  last_asked_at timestamptz not null,
  correction_id uuid,
  settled_by uuid,
  settled_at timestamptz,
  unique (workspace_id, id)
);
create index unanswered_questions_recent on public.unanswered_questions (workspace_id, status, last_asked_at desc);
select rights.protect('public.unanswered_questions');
create policy member on public.unanswered_questions for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.unanswered_questions to authenticated;

-- Each time that one of them was asked, in the customer's words.
create table public.unanswered_asks (
  id uuid primary key,
  workspace_id uuid not null,
  question_id uuid not null,
  answer_id uuid not null,
  conversation_id uuid not null,
  text text not null,
  asked_at timestamptz not null,
  unique (workspace_id, answer_id),
  foreign key (workspace_id, question_id) references public.unanswered_questions (workspace_id, id) on delete cascade,
  foreign key (workspace_id, conversation_id) references public.conversations (workspace_id, id) on delete cascade
);
create index unanswered_asks_of on public.unanswered_asks (workspace_id, question_id, asked_at desc);
select rights.protect('public.unanswered_asks');
create policy member on public.unanswered_asks for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.unanswered_asks to authenticated;
