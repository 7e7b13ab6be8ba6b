-- Keys of marks that stay for years (trials taken, cards, payout accounts) and of a word that stands in a platform's console, one for
-- the installation and all its processes. They were derived from JWT_SECRET, and lost with it.
create table private.lasting_keys (
  purpose text primary key,
  locked text not null,
  created_at timestamptz not null
);
select rights.protect('private.lasting_keys');
