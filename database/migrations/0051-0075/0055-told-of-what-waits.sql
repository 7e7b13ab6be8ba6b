-- A change of training that waits for a person is a kind of its own, told and switched for itself.
alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('person_wanted', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'usage', 'payment', 'system', 'marketing'));
alter table public.notification_settings drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('person_wanted', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'usage', 'payment', 'system', 'marketing'));
-- Those that were told as a document that was read.
set local role service_role;
update public.notifications set kind = 'training_waiting' where kind = 'training' and data ->> 'what' = 'waiting';
reset role;
