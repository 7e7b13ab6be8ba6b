-- Connecting Facebook pages: who was sent to Facebook's dialog, what came back, and on whose word a page is connected.

-- One row for each way to the dialog; spent by coming back. Only a hash: who reads the database cannot come back for another.
create table private.facebook_starts (
  state_hash text primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  person_id uuid not null,
  expires_at timestamptz not null
);
create index facebook_starts_expires on private.facebook_starts (expires_at);
select rights.protect('private.facebook_starts');

-- The pages that a person has allowed, with their tokens, until some of them are chosen; locked with the installation's key.
create table private.facebook_picks (
  pick_hash text primary key,
  workspace_id uuid not null references public.workspaces on delete cascade,
  person_id uuid not null,
  locked text not null,
  expires_at timestamptz not null
);
create index facebook_picks_expires on private.facebook_picks (expires_at);
select rights.protect('private.facebook_picks');

-- Who at Facebook (an id that means something to our app alone) has connected a page: Meta tells us when they take it back.
create table private.facebook_grants (
  workspace_id uuid not null,
  channel_id uuid not null,
  facebook_person_id text not null,
  scopes text[] not null,
  token_since timestamptz not null,
  primary key (workspace_id, channel_id),
  foreign key (workspace_id, channel_id) references public.channels (workspace_id, id) on delete cascade
);
create index facebook_grants_person on private.facebook_grants (facebook_person_id);
select rights.protect('private.facebook_grants');

-- Requests to delete what is known of such a person, for the page that tells them what became of it. No id is kept.
create table private.facebook_deletions (
  code text primary key,
  pages int not null,
  done_at timestamptz not null
);
select rights.protect('private.facebook_deletions');
