-- News from whoever runs the installation: what was said to whom, and how far it has gone out.
create table private.announcements (
  id uuid primary key,
  kind text not null check (kind in ('system', 'marketing')),
  audience text not null check (audience in ('everybody', 'admins', 'paying', 'trying')),
  vi jsonb not null,
  en jsonb not null,
  -- How many it was meant for when it was sent, and the last of them, by id, who was told.
  people int not null,
  told_to uuid,
  status text not null default 'sending' check (status in ('sending', 'done')),
  created_by uuid,
  created_at timestamptz not null,
  done_at timestamptz
);
create index announcements_recent on private.announcements (created_at desc);
select rights.protect('private.announcements');
create index notifications_matter on public.notifications (matter) where matter like 'announcement %';
