-- What operators do with what the site and the installation gather.

-- Who dealt with a contact request, and when.
alter table private.contact_requests
  add column done_by uuid,
  add column done_at timestamptz;
create index contact_requests_open on private.contact_requests (created_at) where status = 'open';

-- Text without marks, as shared/rules/text/fold.ts folds it: "tiem banh" finds "Tiệm Bánh".
create function private.folded(given text) returns text language sql immutable parallel safe as $$
  select lower(translate(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd'))
$$;
