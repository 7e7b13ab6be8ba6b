import pg from 'pg'

export type Shop = { workspaceId: string; channelId: string }

/** Of a message that arrived in the middle of it, ten days from now. */
const messagesEach = 12
const workspaces = 1000
const years = 3
const lines = [
  'dạ shop ơi cho mình hỏi bình hoa men lam còn không ạ',
  'phí giao hàng về quận 7 bao nhiêu vậy shop',
  'em lấy 2 cái màu xanh nhé, giao chiều mai được không ạ',
  'bên mình có xuất hoá đơn không em',
  'dạ cảm ơn shop nhiều ạ',
  'cho hỏi đổi trả trong mấy ngày vậy ạ',
]

/** What carries foreign keys and indexes is put back by `finishFilling`. */
export async function beginFilling(url: string, { workspaceId, channelId }: Shop): Promise<void> {
  await owner(url, [
    `create schema if not exists scale`,
    `create table if not exists scale.undo (at int generated always as identity, statement text)`,
    // Of the tables that are filled alone; replica mode keeps triggers and foreign keys from running.
    `do $$ declare one record; begin
      for one in select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
        where i.indrelid in ('public.messages'::regclass, 'private.message_words'::regclass, 'public.answers'::regclass, 'public.conversations'::regclass,
          'public.contacts'::regclass) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      loop insert into scale.undo (statement) values (one.made); execute 'drop index ' || one.name; end loop;
    end $$`,
    `create table scale.lines as select n::int - 1 as n, line, array(select rights.search_words(line)) as words
      from unnest(array[${lines.map(line => `'${line}'`).join(',')}]) with ordinality as all_lines (line, n)`,
    `create table scale.shops as select n, case when n = 1 then '${workspaceId}'::uuid else gen_random_uuid() end as id,
        case when n = 1 then '${channelId}'::uuid else gen_random_uuid() end as channel from generate_series(1, ${workspaces}) n`,
    `create unique index on scale.shops (n)`,
    `insert into public.workspaces (id, name, created_at) select id, 'Tiệm ' || n, now() - interval '${years} years' from scale.shops where n > 1`,
    `insert into public.channels (id, workspace_id, kind, account_id, name, status, created_at)
      select channel, id, 'website', 'wgt_' || channel, 'Trang web', 'connected', now() from scale.shops where n > 1`,
    `create function scale.v7(at timestamptz, n bigint) returns uuid language sql immutable as $f$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid $f$`,
  ])
}

/** Conversations `from` to `to` of `all`; the first shop has a tenth of them, the thousandth a ten-thousandth. */
export async function fill(url: string, from: number, to: number, all: number): Promise<void> {
  await owner(url, [
    `create temp table made as select c.n, s.id as workspace, s.channel, scale.v7(at, c.n) as contact, scale.v7(at, -c.n) as id, at from (
        select n, now() - interval '${years} years' * (1 - n::float8 / ${all}) as at,
          floor(exp((('x' || substr(md5('shop' || n), 1, 8))::bit(32)::bigint / 4294967296.0) * ln(${workspaces})))::int as shop
        from generate_series(${from}::bigint, ${to}) n) c join scale.shops s on s.n = greatest(1, c.shop)`,
    `insert into public.customers (id, workspace_id, created_at, last_seen_at) select contact, workspace, at, at from made`,
    `insert into public.contacts (id, workspace_id, channel_id, external_id, name, customer_id, last_seen_at, created_at)
      select contact, workspace, channel, 'v-' || n, case when n % 3 = 0 then 'Khách ' || n else '' end, contact, at, at from made`,
    `insert into public.conversations (id, workspace_id, channel_id, contact_id, source, status, last_seq, inbound_count, last_message_at, last_inbound_at,
        preview, contact_name, created_at)
      select id, workspace, channel, contact, 'website', case when n > ${all} * 0.995 then 'open' else 'closed' end, ${messagesEach}, ${messagesEach / 2}, at, at,
        'dạ cảm ơn shop nhiều ạ', case when n % 3 = 0 then 'Khách ' || n else '' end, at from made`,
    `create temp table written as select scale.v7(m.at + seq * interval '40 seconds', m.n * 100 + seq) as id, m.workspace, m.channel, m.id as conversation, seq,
        m.at + seq * interval '40 seconds' as at, (m.n + seq) % ${lines.length} as line, m.n from made m, generate_series(1, ${messagesEach}) seq`,
    `insert into public.messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, sent_at, created_at)
      select w.id, workspace, conversation, channel, seq, case when seq % 2 = 1 then 'in' else 'out' end, case when seq % 2 = 1 then 'contact' else 'bot' end,
        l.line || ' ' || w.n, case when seq % 2 = 1 then 'stored' else 'read' end, case when seq % 2 = 0 then at end, at from written w join scale.lines l on l.n = w.line`,
    `insert into private.message_words (message_id, workspace_id, conversation_id, words)
      select w.id, workspace, conversation, rights.words_in(workspace, l.words || w.n::text) from written w join scale.lines l on l.n = w.line`,
    // Traces of answers are let go after 180 days.
    `insert into public.answers (id, workspace_id, conversation_id, up_to_seq, message_ids, act, text, language, confidence, path, trace, ms, created_at)
      select scale.v7(at, -n * 100 - seq), workspace, conversation, seq - 1, '{}', 'answer', 'Dạ phí giao hàng nội thành là 15.000đ ạ', 'vi', 0.9, 'embedded',
        jsonb_build_object('found', repeat(md5(n::text), 20)), 12, at from written where seq % 2 = 0 and at > now() - interval '180 days'`,
    `insert into private.statistics_hourly (workspace_id, hour, channel_id, part, received, opened, answered)
      select workspace, date_trunc('hour', at), channel, 0, 6 * count(*), count(*), 6 * count(*) from made group by 1, 2, 3 on conflict do nothing`,
    `insert into private.events (name, workspace_id, payload, at) select 'message.received', workspace, jsonb_build_object('conversation_id', conversation), at
      from written where at > now() - interval '30 days'`,
    `insert into realtime.changes (workspace_id, conversation_id, "table", type, key, at) select workspace, conversation, t, 'INSERT', jsonb_build_object('id', id), at
      from written, unnest(array['messages', 'conversations', 'answers']) t where at > now() - interval '1 day'`,
    `drop table made; drop table written`,
  ])
}

export async function finishFilling(url: string): Promise<void> {
  for (;;) {
    const [next] = await owner(url, [`select at, statement from scale.undo order by at limit 1`])
    if (!next) break
    await owner(url, [
      'begin',
      String(next['statement']),
      `delete from scale.undo where at = ${Number(next['at'])}`,
      'commit',
    ])
  }
  await owner(url, ['vacuum analyze'])
}

/** As the owner, past all triggers and policies. @returns rows of the last */
export async function owner(url: string, statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement))
    return rows
  } finally {
    await client.end()
  }
}
