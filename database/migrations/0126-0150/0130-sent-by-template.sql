-- By which template a message goes, and what stands in its places.
alter table public.messages add column template jsonb;
