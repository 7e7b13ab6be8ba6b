-- When a member was last at the dashboard; only for greeting those who come back after weeks, never shown to colleagues.
create table private.member_visits (
  workspace_id uuid not null references public.workspaces on delete cascade,
  person_id uuid not null references public.people on delete cascade,
  visited_at timestamptz not null,
  -- The visit before a long absence, and when that ended; null: there was none lately.
  away_since timestamptz,
  back_at timestamptz,
  primary key (workspace_id, person_id)
);
create index member_visits_person on private.member_visits (person_id);
select rights.protect('private.member_visits');
