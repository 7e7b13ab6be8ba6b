import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { Caller } from '#platform/http/caller.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { days, hours } from '#platform/clock.ts'
import type { Brief } from '#shared/contracts/brief.results.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { makeMember, makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'
import { recordVisit } from './record-visit.ts'
import { readBrief } from './read-brief.ts'

describe('GET /api/v1/brief', () => {
  let platform: TestPlatform
  let app: FastifyInstance
  let shop: Owner
  let member: Owner
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    shop = await makeOwner(platform)
    member = await makeMember(platform, shop)
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const write = (statement: ReturnType<typeof sql>) =>
    platform.db.asService(shop.workspaceId, tx => statement.execute(tx))

  async function ask(who: Owner): Promise<Brief> {
    return readBrief(platform, { workspaceId: who.workspaceId } as Caller)
  }

  test('a shop that nobody has written to yet has an empty night', async () => {
    const answer = await app.inject({ url: '/api/v1/brief', headers: member.headers })
    assert.equal(answer.statusCode, 200, answer.body)
    const { began, night, today, messages } = answer.json<Brief>()
    assert.equal(began, null)
    assert.equal(night.hours.length, 10)
    assert.deepEqual(today, { conversations: 0, booked: 0, answered: 0, handed_over: 0, unanswered: 0 })
    assert.equal(messages?.used, 0)
  })

  test('the night is the shop’s own, hour by hour, of all its channels; another shop sees none of it', async () => {
    const night = (hour: string) => `2026-11-23T${hour}Z`
    platform.clock.advance(Date.parse('2026-11-24T00:12Z') - platform.clock.now().getTime())
    const { rows } = await write(sql`select id from channels where workspace_id = ${shop.workspaceId}`)
    const { id } = rows[0] as { id: string }
    const hours = [
      ['13:00', 9, 1],
      ['14:00', 8, 0],
      ['16:00', 5, 2],
      ['23:00', 1, 1],
    ] as const
    for (const [hour, answered, handed] of hours)
      for (const part of [0, 64])
        await write(sql`insert into private.statistics_hourly (workspace_id, hour, channel_id, part, answered, handed_over)
          values (${shop.workspaceId}, ${night(hour)}, ${id}, ${part}, ${part ? 0 : answered}, ${part ? 0 : handed})`)
    const question = newId()
    await write(sql`insert into unanswered_questions (id, workspace_id, question, terms, question_type, status, asked_count, first_asked_at, last_asked_at)
      values (${question}, ${shop.workspaceId}, 'có nhận voucher Momo k', '{}', 'yes', 'open', 1, ${night('15:10')}, ${night('15:10')})`)
    const [photo, other] = [newId(), newId()]
    for (const [id, open] of [
      [photo, 10],
      [other, 0],
    ])
      await write(sql`insert into sources (id, workspace_id, kind, title, status, lines_open, lines_count, created_at)
        values (${id}, ${shop.workspaceId}, 'file', 'Bảng giá.jpg', 'processed', ${open}, 10, ${night('12:00')})`)
    const brief = await ask(member)
    assert.deepEqual(
      [brief.night.from, brief.night.to, brief.night.running],
      ['2026-11-23T14:00:00.000Z', '2026-11-24T00:00:00.000Z', false],
    )
    assert.deepEqual(
      brief.night.hours.map(({ answered, handed_over }) => [answered, handed_over]),
      [[8, 0], [0, 0], [5, 2], ...Array.from({ length: 6 }, () => [0, 0]), [1, 1]],
    )
    assert.deepEqual(brief.questions, { open: 1, latest: ['có nhận voucher Momo k'] })
    assert.deepEqual(brief.photo_lines, { open: 10, source_id: photo })
    await write(sql`update sources set lines_open = 2 where id = ${other}`)
    assert.deepEqual((await ask(member)).photo_lines, { open: 12, source_id: null }, 'the list shows which')
    await write(sql`update unanswered_questions set status = 'done' where id = ${question}`)
    await write(sql`update sources set status = 'waiting' where id = ${photo}`)
    const decided = await ask(member)
    assert.deepEqual([decided.questions, decided.waiting_sources], [{ open: 0, latest: [] }, 1])
    assert.deepEqual(decided.photo_lines, { open: 2, source_id: other }, 'what waits for a decision has no lines yet')
    assert.deepEqual([brief.waiting_sources, brief.disagreements], [0, 0])
    assert.equal(brief.week.answered, 23)
    assert.equal(brief.today.answered, 1, 'since midnight of the shop')
    const elsewhere = await ask(await makeOwner(platform))
    assert.deepEqual(
      [elsewhere.week.answered, elsewhere.questions.open, elsewhere.photo_lines.open, elsewhere.began],
      [0, 0, 0, null],
    )
  })

  test('bookings are counted by when somebody confirmed them; a proposal, an order or a refusal is none', async () => {
    const now = platform.clock.now().getTime()
    const { rows } = await write(sql`select id from channels where workspace_id = ${shop.workspaceId}`)
    const website = { workspaceId: shop.workspaceId, channelId: (rows[0] as { id: string }).id }
    const booked = async (kind: string, state: string, ago: number) => {
      const id = await customerWrites(platform, website, newId(), 'đặt bàn 4 người tối nay 7h nhé')
      const at = new Date(now - ago)
      await write(sql`update intents set kind = ${kind}, state = ${state}, created_at = ${at}, settled_at = ${at}
        where conversation_id = ${id}`)
    }
    for (const [kind, state, ago] of [
      ['booking', 'confirmed', 0],
      ['booking', 'confirmed', days(2)],
      ['booking', 'confirmed', days(8)],
      ['booking', 'changed', 0],
      ['booking', 'declined', 0],
      ['order', 'confirmed', 0],
    ] as const)
      await booked(kind, state, ago)
    const { today, week } = await ask(member)
    assert.deepEqual([today.booked, week.booked], [1, 2])
    const elsewhere = await ask(await makeOwner(platform))
    assert.equal(elsewhere.week.booked, 0)
  })

  test('after 21:00 it is the night that goes on', async () => {
    platform.clock.advance(Date.parse('2026-11-24T14:30Z') - platform.clock.now().getTime())
    const { night } = await ask(shop)
    assert.deepEqual([night.from, night.running], ['2026-11-24T14:00:00.000Z', true])
  })

  test('who comes back after weeks is told for the rest of the day since when, and how much came in', async () => {
    const visit = async ({ workspaceId, personId }: Owner) =>
      (await recordVisit(platform, { workspaceId, personId } as Caller)).away
    const newcomer = await makeMember(platform, shop)
    const answer = await app.inject({ method: 'POST', url: '/api/v1/visits', headers: newcomer.headers })
    assert.deepEqual([answer.statusCode, answer.json()], [200, { away: null }], 'not back: never there before')
    await visit(member)
    const since = platform.clock.now().toISOString()
    platform.clock.advance(days(13))
    assert.equal(await visit(newcomer), null)
    platform.clock.advance(days(2))
    const { rows } = await write(sql`select id from channels where workspace_id = ${shop.workspaceId}`)
    const { id } = rows[0] as { id: string }
    await write(sql`insert into private.statistics_hourly (workspace_id, hour, channel_id, part, received)
      select ${shop.workspaceId}, date_trunc('hour', ${platform.clock.now()}::timestamptz) - n * interval '1 day', ${id}, 1, 3 from generate_series(1, 20) n`)
    for (const time of ['first', 'again']) assert.deepEqual(await visit(member), { since, received: 14 * 3 }, time)
    assert.equal(await visit(newcomer), null, 'only the one who was away')
    platform.clock.advance(hours(13))
    assert.equal(await visit(member), null)
  })

  test('who is not of the shop is not told', async () => {
    assert.equal((await app.inject({ url: '/api/v1/brief' })).statusCode, 401)
  })
})
