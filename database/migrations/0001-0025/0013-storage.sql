-- The wire protocol's own: files in buckets. What lies here describes a file; its bytes lie in the data folder or in S3,
-- under their version alone, so that no name ever becomes a path.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role;
alter default privileges in schema storage revoke execute on functions from public;

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean not null default false,
  type text not null default 'STANDARD' check (type = 'STANDARD'),
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select rights.protect('storage.buckets');

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  -- Names the bytes; without one there are none.
  version text unique,
  -- What the server says of the file: eTag, size, mimetype, cacheControl, lastModified, contentLength, httpStatusCode.
  metadata jsonb,
  -- What its sender says of it.
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
select rights.protect('storage.objects');

-- The policies alone decide for people; without one a bucket is closed to them.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;

-- Bytes without a row: just arriving (due when their upload must have ended), or left over by a change (due at once).
create table storage.loose_files (
  version text primary key,
  due timestamptz not null default '-infinity'
);
create index loose_files_due on storage.loose_files (due);
select rights.protect('storage.loose_files');

create function storage.note_version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.version is not null then
    insert into storage.loose_files (version) values (old.version) on conflict (version) do update set due = excluded.due;
  end if;
  if tg_op <> 'DELETE' then
    delete from storage.loose_files where version = new.version;
  end if;
  return null;
end $$;
select rights.own_by_service('storage.note_version()');
create trigger note_version after insert or delete or update of version on storage.objects
  for each row execute function storage.note_version();

-- For policies: the folders of a key, its last part, and what follows the last dot.
create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;
create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;
create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text)
  to anon, authenticated, service_role;

-- The product's own buckets. Keys are '<workspace>/<uuid>'; the name that people see is in user_metadata.
set local role service_role;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('sources', 'sources', false, 10485760,
    '{application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document,text/plain}'),
  ('attachments', 'attachments', false, 26214400,
    '{image/png,image/jpeg,image/gif,image/webp,audio/*,video/*,text/plain,text/csv,application/pdf,application/zip,application/msword,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet}'),
  ('proofs', 'proofs', false, 10485760, '{image/png,image/jpeg,image/webp,application/pdf}'),
  ('invoices', 'invoices', false, 10485760, '{application/pdf}'),
  ('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/gif,image/webp}');
reset role;

-- Whether a workspace may keep so many bytes more: 10,000 files and 5 GB of those that its members send directly.
-- Asked while a row is written; one at a time for each workspace, so that two at once cannot both take the last place.
create function rights.workspace_has_room(workspace text, bytes bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('files of ' || workspace, 0));
  return (
    select count(*) < 10000 and coalesce(sum((metadata ->> 'size')::bigint), 0) + coalesce(bytes, 0) <= 5368709120
    from storage.objects
    where bucket_id in ('attachments', 'avatars') and name >= workspace || '/' and name < workspace || '0'
  );
end $$;
select rights.own_by_service('rights.workspace_has_room(text, bigint)');
grant execute on function rights.workspace_has_room(text, bigint) to authenticated, service_role;

create policy member on storage.objects for select to authenticated using (
  bucket_id in ('sources', 'attachments', 'avatars')
  and split_part(name, '/', 1) in (select w::text from rights.my_workspaces() w)
);
create policy admin on storage.objects for select to authenticated using (
  bucket_id in ('proofs', 'invoices') and split_part(name, '/', 1) in (select w::text from rights.my_admin_workspaces() w)
);
create policy send_attachment on storage.objects for insert to authenticated with check (
  case when bucket_id = 'attachments' and name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and split_part(name, '/', 1) in (select w::text from rights.my_workspaces() w)
  then rights.workspace_has_room(split_part(name, '/', 1), (metadata ->> 'size')::bigint) else false end
);
create policy send_avatar on storage.objects for insert to authenticated with check (
  case when bucket_id = 'avatars' and name ~ '^[0-9a-f-]{36}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and split_part(name, '/', 1) in (select w::text from rights.my_admin_workspaces() w)
  then rights.workspace_has_room(split_part(name, '/', 1), (metadata ->> 'size')::bigint) else false end
);
create policy remove_avatar on storage.objects for delete to authenticated using (
  bucket_id = 'avatars' and split_part(name, '/', 1) in (select w::text from rights.my_admin_workspaces() w)
);
