-- What the status page shows: one row for each minute in which a component was probed, summed by day (Vietnam).
create table private.component_minutes (
  component text not null,
  minute timestamptz not null,
  -- null: it worked
  fault text,
  primary key (component, minute)
);
create index component_minutes_old on private.component_minutes (minute);
select rights.protect('private.component_minutes');

create table private.component_days (
  component text not null,
  day date not null,
  minutes int not null,
  failed int not null,
  primary key (component, day)
);
select rights.protect('private.component_days');

create table private.incidents (
  id uuid primary key,
  components text[] not null check (cardinality(components) > 0),
  impact text not null check (impact in ('degraded', 'down', 'maintenance')),
  title jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index incidents_opened on private.incidents (opened_at desc);
select rights.protect('private.incidents');

create table private.incident_updates (
  id uuid primary key,
  incident_id uuid not null references private.incidents on delete cascade,
  stage text not null check (stage in ('investigating', 'identified', 'monitoring', 'resolved')),
  text jsonb not null,
  created_at timestamptz not null,
  -- The last person, by id, who was notified.
  notified_to uuid,
  status text not null check (status in ('sending', 'done'))
);
create index incident_updates_of on private.incident_updates (incident_id, created_at);
select rights.protect('private.incident_updates');

alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('person_wanted', 'intent', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'campaign', 'usage', 'payment', 'system', 'incident', 'marketing'));
alter table public.notification_settings drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('person_wanted', 'intent', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'campaign', 'usage', 'payment', 'system', 'incident', 'marketing'));
