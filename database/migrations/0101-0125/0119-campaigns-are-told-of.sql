-- What becomes of a broadcast is a kind of its own, told and switched for itself.
alter table public.notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('person_wanted', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'campaign', 'usage', 'payment', 'system', 'marketing'));
alter table public.notification_settings drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('person_wanted', 'conversation_assigned', 'contact_detail', 'channel_lost', 'training',
    'training_waiting', 'campaign', 'usage', 'payment', 'system', 'marketing'));
