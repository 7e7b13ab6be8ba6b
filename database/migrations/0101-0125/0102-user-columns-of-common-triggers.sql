-- Apps of the official client make a row of their own for each new person, by a trigger on auth.users that reads these names.
alter table auth.users
  add column raw_user_meta_data jsonb generated always as (user_metadata) stored,
  add column raw_app_meta_data jsonb generated always as (app_metadata) stored;
