-- Of two texts each takes part of the customers; the others wait until it can be told which is answered more.
alter table private.broadcast_recipients add column variant text check (variant in ('a', 'b'));
alter table public.broadcasts
  -- when the others get theirs, which, and whether the figures said so
  add column ab_at timestamptz,
  add column ab_choice text check (ab_choice in ('a', 'b')),
  add column ab_sure boolean;
