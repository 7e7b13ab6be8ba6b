-- The list of first steps, which each member could put away, is gone: the steps of the shop took its place.
alter table public.members drop column setup_hidden_at;
