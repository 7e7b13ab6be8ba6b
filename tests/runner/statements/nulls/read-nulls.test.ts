import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Nullness } from './nullness.ts'
import { openNulls, type ReadNulls } from './read-nulls.ts'
import type { Columns } from './scope.ts'

const tables: Record<string, Columns> = {
  shops: [
    { name: 'id', nullness: 'never' },
    { name: 'name', nullness: 'never' },
    { name: 'closed_at', nullness: 'perhaps' },
    { name: 'owner', nullness: 'perhaps' },
  ],
  chats: [
    { name: 'id', nullness: 'never' },
    { name: 'shop', nullness: 'never' },
    { name: 'said', nullness: 'perhaps' },
    { name: 'tags', nullness: 'never' },
  ],
  shown: [{ name: 'id', nullness: 'unknown' }],
}
const catalog = {
  columnsOf: (_: string | undefined, table: string) => tables[table],
  strict: new Set(['lower', 'secret']),
  aggregates: new Set(['count', 'max', 'sum', 'array_agg', 'jsonb_agg', 'string_agg']),
}
/** `$1` is a text, `$2` a text or null. */
const parameter = (number: number): Nullness => (number === 1 ? 'never' : 'perhaps')

/** By columns: `-` never null, `?` perhaps, `.` unknown. */
const cases: Record<string, Record<string, string>> = {
  'columns and joins': {
    'select id, closed_at, * from shops': '-?--??',
    'select s.*, c.said from shops s join chats c on c.shop = s.id': '--???',
    'select s.id, c.id, c.said from shops s left join chats c on c.shop = s.id': '-??',
    'select s.id, c.id from shops s right join chats c on c.shop = s.id': '?-',
    'select s.id, c.id from shops s full join chats c on c.shop = s.id': '??',
    'select id, s.name from shops s full join (select id from chats) c using (id)': '.?',
    'select c.id from shops s left join chats c on c.shop = s.id where c.id is not null': '-',
    'select c.id from shops s left join chats c on c.shop = s.id where c.said = $1': '-',
    'select b.id, b.said from shops s left join chats a on a.shop = s.id left join chats b on b.said = a.said where b.id > $1':
      '--',
    'select o.id from shops s left join (chats c join shops o on o.owner = c.shop) on c.shop = s.id': '?',
    'select o.id from shops s left join (chats c join shops o on o.owner = c.shop) on c.shop = s.id where c.id is not null':
      '-',
    'select c.n from shops s left join lateral (select count(*) as n from chats c where c.shop = s.id) c on true': '?',
    'select id from shown': '.',
    'select x from unnest($1) as g (x)': '.',
  },
  conditions: {
    'select closed_at from shops where closed_at > $1': '-',
    'select closed_at from shops where closed_at > $1 or owner = $1': '?',
    'select closed_at from shops where closed_at > $1 or closed_at is not null': '-',
    'select closed_at from shops where not (closed_at is null or owner = $1)': '-',
    'select closed_at from shops where closed_at is distinct from $1': '?',
    'select closed_at from shops where closed_at is not distinct from $1': '-',
    'select owner from shops where owner in (select shop from chats)': '-',
    'select owner from shops s where exists (select from chats c where c.shop = s.owner)': '-',
    'select owner from shops s where not exists (select from chats c where c.shop = s.owner)': '?',
    'select owner from shops where lower(owner) = $1': '-',
    'select owner from shops where coalesce(owner, $1) = $1': '?',
    'select owner from shops where (owner = $1) is true': '-',
    'select owner from shops where (owner = $1) is not true': '?',
    'select owner, closed_at from shops where (owner, closed_at) > ($1, $1)': '-?',
    "select said ->> 'a', said ->> 'b' from chats where said ->> 'a' is not null": '-?',
  },
  expressions: {
    'select $1, $2, null, 1': '-??-',
    'select coalesce(owner, $1), coalesce(owner, $2), greatest(owner, id) from shops': '-?-',
    "select nullif(name, ''), name || owner, name || $1 from shops": '?.-',
    "select tags -> 0, tags ->> 0, tags #>> '{a}', tags @> $1 from chats": '???-',
    'select owner = name, owner is null, owner is distinct from name, id = name from shops': '?---',
    'select owner is null or owner = name, owner is not null and owner = name from shops': '--',
    'select owner = name or name = $1 from shops': '?',
    'select case when owner is null then $1 else owner end, case when owner = $1 then owner end from shops': '-?',
    'select case owner when $1 then owner else name end from shops': '-',
    'select lower(name), lower(owner), secret(name), secret(owner), odd(owner) from shops': '-?.?.',
    'select array[owner], array(select owner from shops), (array[id])[1], exists (select from chats) from shops':
      '--?-',
    'select id in (name, $1), owner in (name), id = any ($1) from shops': '-?.',
    "select current_setting('a'), current_setting('a', true), now(), current_date": '-?--',
  },
  'aggregates and groups': {
    'select count(*), max(id), sum(1), jsonb_agg(id), coalesce(max(id), $1) from chats': '-???-',
    'select max(id), max(said), array_agg(said), max(id) filter (where true) from chats group by shop': '-?-?',
    'select max(id) from chats having count(*) > 0': '.',
    'select shop, max(id) from chats group by rollup (shop)': '..',
    'select row_number() over (), max(id) over (), lag(id) over (), lag(id, 1, $1) over () from chats': '--?-',
  },
  'queries in queries': {
    'select (select id from chats limit 1), (select count(*) from chats), (select 1), (select $2)': '?--?',
    'select (select max(id) from chats)': '?',
    'select n from (select max(id) as n from chats) c': '?',
    'with c as (select id, said from chats) select c.*, (select 1) as one from c': '-?-',
    'with c (a, b) as (select id, said from chats) select b, a from c where b is not null': '--',
    'with recursive t as (select id, owner from shops union all select t.id, c.said from t join chats c on c.shop = t.owner) select * from t':
      '-?',
    'select id from shops union select said from chats': '?',
    'select id from shops except select said from chats': '-',
    'select * from (values ($1, 1), ($2, 2)) v (a, b)': '?-',
  },
  changes: {
    'insert into shops (id, owner) values ($1, $1) returning id, owner, closed_at': '--?',
    'insert into shops (id, owner) values ($1, $2) returning owner': '?',
    'insert into shops (id, owner) select id, said from chats where said > $1 returning owner': '-',
    'insert into shops as s (id, owner) values ($1, $1) on conflict (id) do update set owner = excluded.owner returning owner, closed_at':
      '-?',
    'insert into shops as s (id, owner) values ($1, $1) on conflict (id) do update set owner = $2 returning owner': '?',
    'update shops set owner = $1 where closed_at is not null returning owner, closed_at': '--',
    'update shops set owner = null where owner = $1 returning owner, name': '?-',
    'update shops s set owner = c.said from chats c where c.shop = s.id and c.said <> $1 returning owner, c.said': '--',
    'delete from shops where owner = $1 returning owner, closed_at': '-?',
    'with gone as (delete from shops returning owner, id) select * from gone': '?-',
    'delete from shops': '',
  },
}

describe('what may be null', () => {
  let read: ReadNulls
  before(async () => (read = await openNulls(catalog)))
  const signs = { never: '-', perhaps: '?', unknown: '.' }

  for (const [subject, statements] of Object.entries(cases))
    test(subject, () => {
      const found = Object.fromEntries(
        Object.keys(statements).map(text => [
          text,
          read(text, parameter)
            ?.map(({ nullness }) => signs[nullness])
            .join(''),
        ]),
      )
      assert.deepEqual(found, statements)
    })
})
