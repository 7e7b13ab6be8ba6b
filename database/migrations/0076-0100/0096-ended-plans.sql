-- Since when a workspace has no plan, and what its admins were told of the deletion that follows. Without a row it has one.
create table private.ended_plans (
  workspace_id uuid primary key references public.workspaces on delete cascade,
  ended_at timestamptz not null,
  -- The first warning: nothing is deleted before it has had its week.
  warned_at timestamptz,
  -- How many days were left at the newest warning.
  told int
);
create index ended_plans_at on private.ended_plans (ended_at);
select rights.protect('private.ended_plans');
