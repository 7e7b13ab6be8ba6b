import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undeclaredBreaks } from './migration-rules.ts'

const found = (sql: string) => undeclaredBreaks('9999-example.sql', sql).length

test('what takes something from running processes, or lets them wait, is found', () => {
  for (const sql of [
    'drop table private.visits;',
    'alter table public.messages drop column quota_type;',
    'alter table public.messages rename column check_at to look_at;',
    'alter table public.messages rename to lines;',
    'alter table public.messages alter column text type varchar;',
    'alter table public.messages alter column text set not null;',
    'alter table public.messages alter text drop default;',
    'alter table public.messages add column mood text not null;',
    'alter table public.messages add column id2 uuid default gen_random_uuid();',
    'alter table public.messages\n  add column fine text,\n  add column length int generated always as (char_length(text)) stored;',
    "alter table public.messages add constraint short check (text <> '');",
    'alter table public.messages add foreign key (workspace_id) references public.workspaces;',
    'create index messages_mood on public.messages (mood);',
    'create trigger mood before insert on public.messages for each row execute function private.mood();',
    'revoke select on public.messages from authenticated;',
    "update public.messages set text = '';",
    'delete from private.jobs where true;',
  ])
    assert.equal(found(sql), 1, sql)
})

test('what only adds is none of it, nor what a new table has, nor what is declared', () => {
  for (const sql of [
    'create table public.moods (id uuid primary key, mood text not null); create index moods_mood on public.moods (mood);',
    'create table public.moods (id uuid primary key); alter table public.moods add column mood text not null;',
    "alter table public.messages add column mood text, add column said text not null default '';",
    'alter table public.messages add constraint short check (char_length(text) < 9000) not valid;',
    'alter table public.messages alter column text drop not null;',
    '-- drop table public.messages;\nselect 1;',
    'create function private.later() returns void language plpgsql as $$ begin delete from private.jobs; end $$;',
    '-- Breaks running processes: those of 0.3 write quota_type. Stop them first.\nalter table public.messages drop column quota_type;',
    '-- Beside running processes: only widens what may be stored, and the table is small.\nalter table public.notifications add constraint kinds check (true);',
  ])
    assert.equal(found(sql), 0, sql)
  assert.equal(undeclaredBreaks('0200-older.sql', 'drop table public.messages;').length, 0)
})
