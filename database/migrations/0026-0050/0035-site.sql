-- What the public site gathers. It belongs to no workspace: operators alone see it, so it lies where the API roles cannot reach.

create table private.contact_requests (
  id uuid primary key,
  name text not null default '',
  -- An e-mail address or a phone number, as the rule for such writes it.
  contact text not null,
  message text not null default '',
  language text not null check (language in ('vi', 'en')),
  status text not null default 'open' check (status in ('open', 'done')),
  created_at timestamptz not null
);
create index contact_requests_recent on private.contact_requests (created_at desc);
select rights.protect('private.contact_requests');

-- How often a page was looked at on a day (UTC). Nothing of who looked.
create table private.page_views (
  day date not null,
  path text not null,
  views bigint not null default 0 check (views >= 0),
  primary key (day, path)
);
select rights.protect('private.page_views');

-- The product's own workspace is there once, however many processes start at the same time.
create unique index workspaces_house on public.workspaces (kind) where kind = 'house';

-- A customer whom the shop has signed for is one contact, in however many browsers.
alter table private.visitors drop constraint visitors_workspace_id_channel_id_external_id_key;
create index visitors_external on private.visitors (workspace_id, channel_id, external_id);
create index visitors_contact on private.visitors (workspace_id, contact_id);

-- What the visitor thought of an answer; null: nothing was said.
alter table public.answers add column visitor_rating text check (visitor_rating in ('good', 'bad'));
