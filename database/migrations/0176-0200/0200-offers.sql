-- A plan of one shop's own, agreed on with an operator: a row of plans like the others, so that orders, renewals, refunds and
-- limits are counted as ever. Orders hang on it, so it outlives its shop with them and names it without a reference.
alter table public.plans drop constraint plans_code_check;
alter table public.plans
  add column workspace_id uuid,
  add column name text check (char_length(name) between 1 and 60),
  add constraint plans_code_check check (case when workspace_id is null
    then code in ('trial', 'hobby', 'pro', 'custom') and name is null
    else code ~ '^custom-[0-9a-f-]{36}$' and name is not null end);
create index plans_own on public.plans (workspace_id) where workspace_id is not null;
drop policy anyone on public.plans;
create policy anyone on public.plans for select to anon, authenticated using (workspace_id is null);
create policy admin on public.plans for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
drop policy anyone on public.prices;
create policy anyone on public.prices for select to anon, authenticated using (plan in (select code from public.plans));

-- How such a plan came to a shop. One that may be accepted has its last moment; terms that follow on those that run hold from the
-- first period that begins then or later.
create table public.offers (
  id uuid primary key,
  workspace_id uuid not null,
  plan text not null unique references public.plans,
  note text not null default '' check (char_length(note) <= 500),
  valid_until timestamptz,
  holds_from timestamptz,
  made_at timestamptz not null,
  -- When it was paid for first.
  accepted_at timestamptz,
  ended_at timestamptz,
  check ((valid_until is null) <> (holds_from is null))
);
create unique index offers_open on public.offers (workspace_id) where accepted_at is null and ended_at is null;
create index offers_of_workspace on public.offers (workspace_id, made_at);
select rights.protect('public.offers');
create policy admin on public.offers for select to authenticated using (workspace_id in (select rights.my_admin_workspaces()));
grant select on public.offers to authenticated;

-- The terms that renewals have from a moment on, where the plan of its own stays.
alter table public.subscriptions
  add column next_terms text references public.plans,
  add column next_terms_from timestamptz,
  add constraint subscriptions_next_terms check ((next_terms is null) = (next_terms_from is null));

-- The last wall: no shop gets the plan of another, whatever the program says.
create function private.refuse_foreign_plan() returns trigger language plpgsql as $$
begin
  if exists (select from public.plans p where p.workspace_id <> new.workspace_id
      and p.code in (new.plan, to_jsonb(new) ->> 'pending_plan', to_jsonb(new) ->> 'next_terms')) then
    raise exception 'The plan % belongs to another workspace.', new.plan using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_foreign_plan before insert or update of plan, workspace_id on public.orders
  for each row when (new.plan like 'custom-%') execute function private.refuse_foreign_plan();
create trigger refuse_foreign_plan before insert or update of plan, pending_plan, next_terms, workspace_id on public.subscriptions
  for each row when (new.plan like 'custom-%' or new.pending_plan like 'custom-%' or new.next_terms like 'custom-%')
  execute function private.refuse_foreign_plan();
