import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { receiveMessage } from '#features/inbox/arrivals/receive-message.ts'
import { seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { TimelineEntry } from '#shared/contracts/customers/timeline.results.ts'
import { connectedChannel } from '#tests/fixtures/connected-channel.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

let platform: TestPlatform
let app: FastifyInstance
let member: Owner
let stranger: Owner
before(async () => {
  platform = await testPlatform()
  app = await testApp(platform)
  member = await makeMember(platform, await makeOwner(platform))
  stranger = await makeOwner(platform)
})
after(async () => {
  await app.close()
  await platform.close()
})

const run = (statement: ReturnType<typeof sql>) => platform.db.asService(null, tx => statement.execute(tx))

test('all that was said to a customer is read piece by piece, each talk with its last words and each campaign by itself', async () => {
  const ws = member.workspaceId
  const channelId = await connectedChannel(platform, ws, 'zalo')
  const externalId = newId()
  const write = async (text: string) => {
    platform.clock.advance(seconds(10))
    const contact = { externalId, name: 'Lan' }
    return platform.db.asService(ws, tx =>
      receiveMessage(platform, tx, { workspaceId: ws, channelId, source: 'zalo', text, clientId: newId(), contact }),
    )
  }
  const { contactId, conversationId } = await write('hỏi')
  for (let more = 0; more < 5; more++) await write(`thêm ${more}`)
  const expected = [conversationId]
  const talk = async (words: { author: string; origin: string | null }[]) => {
    platform.clock.advance(seconds(10))
    const [id, now] = [newId(), platform.clock.now()]
    await run(sql`insert into conversations (id, workspace_id, contact_id, channel_id, source, status, contact_name, last_message_at, created_at)
      select ${id}, ${ws}, id, ${channelId}, 'zalo', 'closed', 'Lan', ${now}, ${now} from contacts where id = ${contactId}`)
    if (words.some(({ origin }) => origin === null)) expected.unshift(id)
    for (const [seq, { author, origin }] of words.entries()) {
      const message = newId()
      platform.clock.advance(seconds(10))
      await run(sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, origin, origin_id, purpose, created_at)
        values (${message}, ${ws}, ${id}, ${channelId}, ${seq + 1}, ${author === 'contact' ? 'in' : 'out'}, ${author}, 'tin', 'sent', ${origin},
          ${origin && newId()}::uuid, ${origin && 'care'}, ${origin ? platform.clock.now() : now})`)
      if (origin) expected.unshift(message)
    }
  }
  for (let at = 0; at < 25; at++)
    await talk([
      { author: 'contact', origin: null },
      ...(at % 2 === 0 ? [{ author: 'system', origin: 'broadcast' }] : []),
    ])
  // A conversation that was made for a campaign alone is no talk.
  await talk([{ author: 'system', origin: 'broadcast' }])

  const { rows } = await run(sql`select customer_id as id from contacts where id = ${contactId}`)
  const { id } = (rows as { id: string }[])[0] ?? {}
  const ask = (query: string, who = member) =>
    app.inject({ url: `/api/v1/customers/${id}/timeline${query}`, headers: who.headers })
  const found: TimelineEntry[] = []
  let next: string | null = ''
  for (let pages = 0; next !== null && pages < 10; pages++) {
    const answer = await ask(`?limit=15${next && `&before=${encodeURIComponent(next)}`}`)
    assert.equal(answer.statusCode, 200, answer.body)
    const page: { entries: TimelineEntry[]; next: string | null } = answer.json()
    assert.ok(page.entries.length <= 15)
    found.push(...page.entries)
    next = page.next
  }
  assert.deepEqual(
    found.map(one => one.id),
    expected,
  )
  const last = found.at(-1)
  assert.deepEqual(
    last?.messages.map(one => one.text),
    ['thêm 1', 'thêm 2', 'thêm 3', 'thêm 4'],
  )
  assert.deepEqual([last?.status, last?.source, last?.messages[0]?.author], ['open', 'zalo', 'contact'])
  const [first] = found
  assert.deepEqual([first?.kind, first?.text, first?.status, first?.messages], ['campaign', 'tin', null, []])
  assert.equal((await ask('', stranger)).statusCode, 404)
  assert.equal((await ask('?before=2026')).statusCode, 400)
  assert.equal((await ask(`?before=2026-02-30T00:00:00.000000Z_${newId()}`)).statusCode, 400)
  await run(sql`update customers set erased_at = ${platform.clock.now()} where id = ${id}`)
  assert.equal((await ask('')).statusCode, 404)
})
