import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'

export type InboxSize = { conversations: number; messages: number }

const families = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Huỳnh', 'Phan', 'Vũ', 'Võ', 'Đặng', 'Bùi', 'Đỗ']
const given = [
  'Ngọc Ánh',
  'Quốc Bảo',
  'Thuỳ Dương',
  'Hoàng Long',
  'Mỹ Hằng',
  'Đăng Khoa',
  'Ỷ Lan',
  'Minh',
  'Tuyết',
  'Hạnh',
]
const openings = ['dạ', 'em ơi', 'shop ơi', 'cho mình hỏi', 'dạ em chào chị', 'bên mình', 'alo', 'vâng ạ']
const subjects = [
  'áo thun đen',
  'bộ ấm men lam',
  'phí giao hàng',
  'bát đĩa',
  'chậu cây',
  'bình hoa',
  'khắc tên',
  'hoá đơn',
  'đổi trả',
  'cửa hàng',
]
const endings = [
  'còn không ạ',
  'giá bao nhiêu',
  'khi nào có',
  'ship quận 7 được không',
  'bao lâu thì tới',
  'cảm ơn shop',
  'em lấy 2 cái nhé',
]

/** Every 100th conversation mentions "đơn RX<number>", a rare word. Returns the one with the most messages, and two tags. */
export async function seedInbox(
  platform: Platform,
  { workspaceId, personId, channelId }: { workspaceId: string; personId: string; channelId: string },
  { conversations, messages }: InboxSize,
): Promise<{ long: string; tags: { common: string; rare: string } }> {
  const each = Math.floor((messages - 5000) / conversations)
  const lines = openings.flatMap(one => subjects.flatMap(two => endings.map(three => `${one} ${two} ${three}`)))
  const words = (text: string) => `'${text.replaceAll("'", "''")}'`
  const list = (texts: string[]) => `array[${texts.map(words).join(',')}]`
  await runAsOwner(
    platform,
    `
    begin;
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    drop index private.message_words_words; drop index private.message_words_conversation;
    create temp table lines as select n - 1 as n, line, rights.words_in('${workspaceId}', array(select rights.search_words(line))) as words
      from unnest(${list(lines)}) with ordinality as all_lines (line, n);
    create unique index on lines (n);
    insert into public.channels (id, workspace_id, kind, account_id, name, status, created_at)
      select gen_random_uuid(), '${workspaceId}', kind, kind || '-bench', kind, 'connected', now() from unnest(array['facebook', 'zalo']) kind;
    insert into public.tags (id, workspace_id, name, name_folded, colour, created_at)
      values (gen_random_uuid(), '${workspaceId}', 'Hiếm', '${fold('Hiếm')}', 'ink', now());
    create temp table made as select n, gen_random_uuid() as contact, gen_random_uuid() as id,
        case when n % 40 = 0 then 'zalo' when n % 3 = 0 then 'facebook' else 'website' end as source,
        case when n % 10 > 0 then 'closed' when n % 200 = 0 then 'snoozed' else 'open' end as status,
        (${list(families)})[n % ${families.length} + 1] || ' ' || (${list(given)})[n / 7 % ${given.length} + 1] as name,
        now() - (${conversations} - n) * interval '5 minutes' as at
      from generate_series(1, ${conversations}) n;
    insert into public.contacts (id, workspace_id, channel_id, external_id, name, created_at)
      select contact, '${workspaceId}', '${channelId}', 'bench-' || n, name, at from made;
    insert into public.conversations (id, workspace_id, channel_id, contact_id, source, status, snoozed_until, bot_status, waiting_since, assignee_id,
        last_seq, inbound_count, last_message_at, last_inbound_at, preview, contact_name, tag_ids, created_at)
      select m.id, '${workspaceId}', coalesce((select c.id from public.channels c where c.workspace_id = '${workspaceId}' and c.kind = m.source and m.source <> 'website'), '${channelId}'),
        contact, source, status, case when status = 'snoozed' then now() + interval '1 day' end, case when n % 97 = 0 then 'off' else 'on' end,
        case when status = 'open' and n % 370 = 0 then at end, case when n % 50 = 0 then '${personId}'::uuid end,
        ${each}, ${each} / 2, at, at - interval '1 minute', 'dạ em cảm ơn shop', name,
        array(select t.id from public.tags t where t.workspace_id = '${workspaceId}' and (t.name_folded = 'khach moi' and n % 5 = 0 or t.name_folded = 'hiem' and n % 4999 = 0)), at
      from made m;
    insert into public.conversation_tags (workspace_id, conversation_id, tag_id, created_at)
      select workspace_id, id, unnest(tag_ids), created_at from public.conversations where workspace_id = '${workspaceId}' and tag_ids <> '{}';
    create temp table said as select gen_random_uuid() as id, m.id as conversation_id, m.source, seq, (m.n * 31 + seq * 17) % ${lines.length} as line, m.at, m.n
      from made m, generate_series(1, ${each} + case when m.n = ${conversations} then 5000 else 0 end) seq;
    insert into public.messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
      select s.id, '${workspaceId}', conversation_id, '${channelId}', seq, case when seq % 2 = 1 then 'in' else 'out' end,
        case when seq % 2 = 1 then 'contact' else 'bot' end, case when s.n % 100 = 0 and seq = 3 then 'mã đơn RX' || s.n else l.line end,
        case when seq % 2 = 1 then 'stored' else 'sent' end, at - (${each} - seq) * interval '1 minute'
      from said s join lines l on l.n = s.line;
    insert into private.message_words (message_id, workspace_id, conversation_id, words)
      select s.id, '${workspaceId}', conversation_id, case when s.n % 100 = 0 and seq = 3
        then rights.words_in('${workspaceId}', array['ma', 'don', 'rx' || s.n]) else l.words end
      from said s join lines l on l.n = s.line;
    insert into private.contact_words (contact_id, workspace_id, words)
      select contact, '${workspaceId}', rights.words_in('${workspaceId}', array(select rights.search_words(name))) from made;
    insert into public.conversation_reads (workspace_id, conversation_id, person_id, read_at, marked_at, inbound_count)
      select '${workspaceId}', id, '${personId}', now(), now() - n * interval '1 second', ${each} / 2 from made where n % 2 = 0 and n > ${conversations} * 0.9;
    create index message_words_conversation on private.message_words (conversation_id);
    create index message_words_words on private.message_words using gin (words);
    update public.members set joined_at = now() - interval '10 years' where workspace_id = '${workspaceId}' and person_id = '${personId}';
    drop table lines; drop table said; drop table made;
    analyze;
    commit;`,
  )
  const [found] = await platform.db.readAsService(sql<{ long: string; common: string; rare: string }>`select
    (select id from conversations where workspace_id = ${workspaceId} order by last_message_at desc limit 1) as long,
    (select id from tags where workspace_id = ${workspaceId} and name_folded = 'khach moi') as common,
    (select id from tags where workspace_id = ${workspaceId} and name_folded = 'hiem') as rare`)
  if (!found) throw new Error('The workspace could not be filled.')
  return { long: found.long, tags: { common: found.common, rare: found.rare } }
}
