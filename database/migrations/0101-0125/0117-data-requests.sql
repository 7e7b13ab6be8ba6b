-- What people ask of a shop about what it keeps of them, and until when it must be done.
create table public.data_requests (
  id uuid primary key,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  -- null: nobody whom the shop knows by their messages
  customer_id uuid,
  kind text not null check (kind in ('access', 'correct', 'erase', 'withdraw', 'restrict', 'object')),
  -- as they said it, and how they are reached; gone when they are erased
  who text not null,
  note text not null,
  came_on date not null,
  answer_by date not null,
  due_on date not null,
  answered_at timestamptz,
  done_at timestamptz,
  outcome text check (outcome in ('done', 'refused')),
  why text,
  noted_by uuid not null,
  settled_by uuid,
  -- when the admins were told that it is nearly due
  answer_told_at timestamptz,
  due_told_at timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, id),
  foreign key (workspace_id, customer_id) references public.customers (workspace_id, id) on delete cascade,
  constraint settled check ((done_at is null) = (outcome is null))
);
create index data_requests_latest on public.data_requests (workspace_id, created_at desc);
create index data_requests_open on public.data_requests (due_on) where done_at is null;
create index data_requests_of_customers on public.data_requests (workspace_id, customer_id) where customer_id is not null;
select rights.protect('public.data_requests');
create policy member on public.data_requests for select to authenticated using (workspace_id in (select rights.my_workspaces()));
grant select on public.data_requests to authenticated;
