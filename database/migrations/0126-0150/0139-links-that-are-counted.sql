-- Links in what is sent to many lead through a short address of ours: so it can be said how many people followed them.
create table private.campaign_links (
  id uuid primary key,
  workspace_id uuid not null,
  broadcast_id uuid not null,
  -- as its author wrote it, and where it leads
  written text not null,
  target text not null check (target ~ '^https?://' and length(target) <= 2000),
  unique (workspace_id, broadcast_id, written),
  unique (workspace_id, id),
  foreign key (workspace_id, broadcast_id) references public.broadcasts (workspace_id, id) on delete cascade
);
select rights.protect('private.campaign_links');

-- One for each link in each message. What stands in it is drawn by lot and says nothing of anybody.
create table private.link_codes (
  code text primary key check (code ~ '^[a-z0-9]{12}$'),
  workspace_id uuid not null,
  link_id uuid not null,
  recipient_id uuid not null references private.broadcast_recipients (id) on delete cascade,
  made_at timestamptz not null,
  -- the first time that a person followed it
  clicked_at timestamptz,
  unique (link_id, recipient_id),
  foreign key (workspace_id, link_id) references private.campaign_links (workspace_id, id) on delete cascade
);
create index link_codes_of_recipients on private.link_codes (recipient_id);
create index link_codes_clicked on private.link_codes (link_id, recipient_id) where clicked_at is not null;
create index link_codes_oldest on private.link_codes (made_at);
select rights.protect('private.link_codes');

-- Whose links the operator has closed.
create table private.closed_links (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  at timestamptz not null
);
select rights.protect('private.closed_links');

alter table private.broadcast_recipients add column clicked_at timestamptz;
