-- Whether a broadcast may use messages that Zalo bills, apart from those that Meta does; null: as soon as it may cost anything.
alter table public.broadcasts add column zalo_paid boolean;
