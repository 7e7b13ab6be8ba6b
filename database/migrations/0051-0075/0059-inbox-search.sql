-- Finding conversations by what was said in them and by who the customer is, with and without marks.

-- The words of a text as they are searched: marks dropped, đ → d, Latin lower case, split at every sign; the same as
-- shared/rules/text/search-words.ts. Spelled out rather than left to the locale, so that every database finds the same.
create function rights.search_words(body text) returns setof text language sql immutable strict parallel safe as $$
  select distinct left(word, 40) from regexp_split_to_table(
    translate(regexp_replace(normalize(body, nfd), '[\u0300-\u036f]+', '', 'g'), 'ABCDEFGHIJKLMNOPQRSTUVWXYZĐđ', 'abcdefghijklmnopqrstuvwxyzdd'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u3004\ufe00-\ufe0f\uff00-\uff0f\U0001f000-\U0001faff]+') word
  where word <> ''
$$;

-- Each word carries whose it is, so that the index of one workspace's words is as small as that workspace.
create function rights.words_in(workspace uuid, words text[]) returns tsvector language sql immutable strict parallel safe as $$
  select array_to_tsvector(coalesce(array_agg(distinct right(workspace::text, 8) || word), '{}')) from unnest(words) word
$$;

-- A number is found by its beginning, its end, and with or without the country's: each of its ends from four digits on.
create function rights.number_words(value text) returns setof text language sql immutable strict parallel safe as $$
  select distinct substr(whole, n) from (
    select regexp_replace(value, '[^0-9]', '', 'g') as digits
  ) d, lateral (values (digits), (case when digits like '84%' then '0' || substr(digits, 3) end)) as forms (whole),
    generate_series(1, length(whole) - 3) n
  where length(whole) between 8 and 15
$$;
grant execute on function rights.search_words(text), rights.words_in(uuid, text[]), rights.number_words(text) to service_role;

-- Beside the messages and not in them: whoever reads messages does not read this, and the index's rows are small.
create table private.message_words (
  message_id uuid primary key,
  workspace_id uuid not null,
  conversation_id uuid not null,
  words tsvector not null
);
create index message_words_conversation on private.message_words (conversation_id);
create index message_words_words on private.message_words using gin (words);
select rights.protect('private.message_words');

-- What a customer is called and can be reached at.
create table private.contact_words (
  contact_id uuid primary key,
  workspace_id uuid not null,
  words tsvector not null
);
create index contact_words_words on private.contact_words using gin (words);
select rights.protect('private.contact_words');

-- In the transaction of the fact, whoever writes it.
create function private.keep_message_words() returns trigger language plpgsql set search_path = '' as $$
declare
  found text[];
begin
  if tg_op <> 'INSERT' then
    delete from private.message_words where message_id = old.id;
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  found := array(select rights.search_words(new.text));
  if found <> '{}' then
    insert into private.message_words (message_id, workspace_id, conversation_id, words)
    values (new.id, new.workspace_id, new.conversation_id, rights.words_in(new.workspace_id, found));
  end if;
  return null;
end $$;
create trigger keep_words after insert or delete or update of text, conversation_id on public.messages
  for each row execute function private.keep_message_words();

create function private.write_contact_words(workspace uuid, contact uuid) returns void language plpgsql set search_path = '' as $$
declare
  found text[] := array(
    select rights.search_words(c.name) from public.contacts c where c.workspace_id = workspace and c.id = contact
    union select rights.search_words(d.value) from public.contact_details d
      where d.workspace_id = workspace and d.contact_id = contact and d.kind in ('phone', 'landline', 'email', 'address')
    union select rights.number_words(d.value) from public.contact_details d
      where d.workspace_id = workspace and d.contact_id = contact and d.kind in ('phone', 'landline'));
begin
  delete from private.contact_words where contact_id = contact;
  if found <> '{}' then
    insert into private.contact_words (contact_id, workspace_id, words) values (contact, workspace, rights.words_in(workspace, found));
  end if;
end $$;

create function private.keep_contact_words() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.contact_words where contact_id = old.id;
  else
    perform private.write_contact_words(new.workspace_id, new.id);
  end if;
  return null;
end $$;
-- A visitor without a name has no words yet.
create trigger keep_words_of_new after insert on public.contacts for each row when (new.name <> '')
  execute function private.keep_contact_words();
create trigger keep_words_of_renamed after update of name on public.contacts for each row when (new.name <> old.name)
  execute function private.keep_contact_words();
create trigger keep_words_of_gone after delete on public.contacts for each row execute function private.keep_contact_words();

create function private.keep_detail_words() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.write_contact_words(old.workspace_id, old.contact_id);
  end if;
  if tg_op <> 'DELETE' then
    perform private.write_contact_words(new.workspace_id, new.contact_id);
  end if;
  return null;
end $$;
create trigger keep_words after insert or delete or update of contact_id, kind, value on public.contact_details
  for each row execute function private.keep_detail_words();
grant execute on function private.keep_message_words(), private.keep_contact_words(), private.keep_detail_words(),
  private.write_contact_words(uuid, uuid) to service_role;

-- Older conversations are found too.
set local role service_role;
insert into private.message_words (message_id, workspace_id, conversation_id, words)
select m.id, m.workspace_id, m.conversation_id, rights.words_in(m.workspace_id, array(select rights.search_words(m.text)))
from public.messages m where m.text <> '';
select private.write_contact_words(c.workspace_id, c.id) from public.contacts c
where c.name <> '' or exists (select from public.contact_details d where d.workspace_id = c.workspace_id and d.contact_id = c.id);
reset role;
