-- The status page counts who was notified of an incident.
create index notifications_incident on public.notifications (matter) where matter like 'incident %';
