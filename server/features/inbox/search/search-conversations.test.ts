// Expected results are computed by hand: every search strategy must give the same.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { conversationsQuery } from '#shared/contracts/inbox/conversations.contract.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { runAsOwner } from '#tests/fixtures/run-as-owner.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { listConversations } from '../conversations/list-conversations.ts'

const size = 2600

function placesOf(n: number): string[][] {
  return [
    ['khach', ...(n % 5 === 0 ? ['lan'] : [])],
    ['alo', ...(n % 3 === 0 ? ['ba'] : []), ...(n < 1500 ? ['xua'] : []), ...(n % 500 === 7 ? ['hiem'] : [])],
    ['da', ...(n % 2 === 0 ? ['hai'] : []), ...(n < 1400 ? ['cu'] : []), ...(n === 9 ? ['mot'] : [])],
  ]
}

describe('searching many conversations', () => {
  let platform: TestPlatform
  let shop: TestWorkspace

  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
    const { workspaceId, channelId } = shop
    const numbers = Array.from({ length: size }, (_, at) => at + 1)
    const all = numbers.map(
      n =>
        `(${n}, ${placesOf(n)
          .map(words => `'${words.join(' ')}'`)
          .join(', ')})`,
    )
    const words = (column: string) => `rights.words_in('${workspaceId}', string_to_array(${column}, ' '))`
    await runAsOwner(
      platform,
      `begin;
      set local session_replication_role = replica;
      create temp table made as select n, one, two, three, gen_random_uuid() as contact, gen_random_uuid() as id
        from (values ${all.join(',')}) numbered (n, one, two, three);
      insert into public.contacts (id, workspace_id, channel_id, external_id, name, created_at)
        select contact, '${workspaceId}', '${channelId}', n::text, n::text, now() from made;
      insert into public.conversations (id, workspace_id, channel_id, contact_id, source, status, last_message_at, contact_name, created_at)
        select id, '${workspaceId}', '${channelId}', contact, case when n % 4 = 0 then 'zalo' else 'website' end,
          case when n % 50 = 0 then 'snoozed' else 'open' end, timestamptz '2026-01-01' + n * interval '1 minute', n::text, now() from made;
      insert into private.contact_words (contact_id, workspace_id, words) select contact, '${workspaceId}', ${words('one')} from made;
      insert into private.message_words (message_id, workspace_id, conversation_id, words)
        select gen_random_uuid(), '${workspaceId}'::uuid, id, ${words('two')} from made
        union all select gen_random_uuid(), '${workspaceId}'::uuid, id, ${words('three')} from made;
      drop table made;
      analyze;
      commit;`,
    )
  })
  after(() => platform.close())

  async function found(query: Record<string, string>): Promise<number[]> {
    const numbers: number[] = []
    for (let next: string | null = ''; next !== null;) {
      const page = await listConversations(
        platform,
        shop.admin,
        conversationsQuery.parse({ group: 'all', limit: 90, ...query, ...(next ? { after: next } : {}) }),
      )
      for (const row of page.conversations) numbers.push(Number(row.contact_name) * (row.apart ? -1 : 1))
      next = page.next
    }
    return numbers
  }

  function expected(q: string, fits: (n: number) => boolean): number[] {
    const wanted = q.trim().split(' ')
    const newest = Array.from({ length: size }, (_, at) => size - at).filter(fits)
    const together = newest.filter(n => placesOf(n).some(place => wanted.every(word => place.includes(word))))
    const apart = newest.filter(n => wanted.every(word => placesOf(n).some(place => place.includes(word))))
    return [...together, ...apart.filter(n => !together.includes(n)).map(n => -n)]
  }

  const narrowings: [string, Record<string, string>, (n: number) => boolean][] = [
    ['everywhere', {}, () => true],
    ['on one channel', { source: 'zalo' }, n => n % 4 === 0],
    ['among a few', { group: 'snoozed' }, n => n % 50 === 0],
  ]
  for (const [where, filter, fits] of narrowings)
    for (const q of [
      'ba ',
      'xua ',
      'hiem ',
      'mot ',
      'lan ',
      'alo ba ',
      'ba hai ',
      'xua cu ',
      'hiem cu ',
      'lan xua ba ',
      'mot khach ',
      'alo xua hiem ',
    ])
      test(`"${q}" ${where}`, async () => {
        const goal = expected(q, fits)
        assert.deepEqual(await found({ q, ...filter }), goal)
      })
})
