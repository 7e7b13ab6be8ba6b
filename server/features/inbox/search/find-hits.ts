import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import type { ConversationHit } from '#shared/contracts/inbox/conversations.contract.ts'
import { excerpt, hasWanted } from '#shared/rules/text/search-words.ts'
import type { MessageAuthor } from '#shared/words.ts'
import { has, type SearchTerms } from './search-terms.ts'

type Shown = { id: string; contact_id: string }
type MessageHit = { id: string; seq: number; author: MessageAuthor; text: string }
type Detail = { contact_id: string; value: string }

export async function findHits(
  platform: Platform,
  workspaceId: string,
  page: Shown[],
  sought: SearchTerms,
): Promise<Map<string, { hit: ConversationHit }>> {
  if (page.length === 0) return new Map()
  const ids = page.map(one => one.id)
  // Where no message has all words, the newest with the most; ids sort by time.
  const parts = sought.each.length > 0 ? sought.each : [sought.all]
  const any = parts.map(word => `(${word})`).join(' | ')
  const many = sql.join(
    parts.map(word => sql`(w.words @@ ${word}::tsquery)::int`),
    sql` + `,
  )
  const messages = await platform.db.readAsService(sql<MessageHit>`
    select c.id, m.seq, m.author, m.text from unnest(${ids}::uuid[]) as c (id), lateral (
      select w.message_id from private.message_words w where w.conversation_id = c.id and ${has(any)}
      order by ${many} desc, w.message_id desc limit 1) newest
    join messages m on m.id = newest.message_id and m.workspace_id = ${workspaceId}`)
  const found = new Map(messages.map(({ id, ...hit }) => [id, hit]))
  const silent = page.filter(one => !found.has(one.id))
  const details = silent.length > 0 ? await readDetails(platform, workspaceId, silent) : []
  const hits = page.flatMap(({ id, contact_id }): [string, { hit: ConversationHit }][] => {
    const message = found.get(id)
    if (message) return [[id, { hit: { kind: 'message', ...message, text: excerpt(message.text, sought.wanted) } }]]
    const known = details.filter(one => one.contact_id === contact_id && isMeant(one.value, sought))
    return known[0] ? [[id, { hit: { kind: 'detail', text: known[0].value } }]] : []
  })
  return new Map(hits)
}

function readDetails(platform: Platform, workspaceId: string, page: Shown[]): Promise<Detail[]> {
  return platform.db.readAsService(sql<Detail>`select contact_id, value from contact_details
    where workspace_id = ${workspaceId} and contact_id = any (${page.map(one => one.contact_id)}::uuid[])
      and kind in ('phone', 'landline', 'email', 'address') order by created_at desc, id`)
}

function isMeant(value: string, { wanted }: SearchTerms): boolean {
  const digits = wanted.words.join('')
  const national = value.replace(/\D/g, '').replace(/^84/, '0')
  return hasWanted(value, wanted) || (/^\d+$/.test(digits) && (national.includes(digits) || value.includes(digits)))
}
