// States may be told in any order, twice, or late: what happened last holds.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { occurredAt } from '../arrivals/newest.ts'

type Event = Record<string, unknown>

test('a time that is still to come counts as soon, so that what happens after it can take its place', () => {
  const receivedAt = new Date('2026-11-22T10:00:00Z')
  const at = (time: string) => occurredAt({ event: { time } as never, receivedAt }).toISOString()
  assert.equal(at('2026-11-22T10:04:00Z'), '2026-11-22T10:04:00.000Z')
  assert.equal(at('2031-01-01T00:00:00Z'), '2026-11-22T10:05:00.000Z')
})

describe('states that a platform tells', () => {
  let platform: TestPlatform
  let accountId = ''
  const kind = scriptedKind()
  before(async () => {
    platform = await testPlatform({})
    accountId = (await connectScripted(platform, await makeWorkspace(platform), kind)).accountId
  })
  after(() => platform.close())

  const start = () => platform.clock.now().getTime() - minutes(60)
  async function deliverEvents(userId: string, events: Event[]): Promise<void> {
    for (const event of events)
      await deliver(platform, kind, accountId, [{ userId, hookId: newId(), ...event } as never])
    await platform.jobs.drain()
  }
  async function customerWrites(userId: string): Promise<string> {
    const externalId = newId()
    await deliverEvents(userId, [
      { kind: 'message.in', externalId, time: new Date(start()), text: 'chào', attachments: [] },
    ])
    return externalId
  }
  const botOf = async (userId: string) => {
    const { rows } = await platform.db.asService(null, tx =>
      sql<{ bot_status: string; bot_off_by: string | null }>`select v.bot_status, v.bot_off_by from conversations v
        join contacts c on c.id = v.contact_id where c.external_id = ${userId}`.execute(tx),
    )
    return [rows[0]?.bot_status, rows[0]?.bot_off_by]
  }
  const contactOf = async (userId: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          name: string
          fields: Record<string, unknown>
        }>`select name, fields from contacts where external_id = ${userId}`.execute(tx),
      )
    ).rows[0]
  const detailsOf = async (userId: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{ value: string }>`select d.value from contact_details d join contacts c on c.id = d.contact_id
          where c.external_id = ${userId}`.execute(tx),
      )
    ).rows.map(({ value }) => value)
  const messageOf = async (externalId: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          text: string
          reaction: string | null
          status: string
        }>`select text, reaction, status from messages where external_id = ${externalId}`.execute(tx),
      )
    ).rows[0]

  const newest = (events: { at: number }[]) => events.toSorted((a, b) => a.at - b.at).at(-1)
  const orders = <T>(one: fc.Arbitrary<T>) =>
    fc
      .uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 50 }), what: one }), {
        selector: ({ at }) => at,
        minLength: 2,
        maxLength: 5,
      })
      .chain(events =>
        fc
          .array(fc.constantFrom(...events), { maxLength: 3 })
          .chain(again => fc.shuffledSubarray([...events, ...again], { minLength: events.length + again.length })),
      )
  const time = (at: number) => new Date(start() + at * minutes(1))

  test('follow and unfollow', () =>
    fc.assert(
      fc.asyncProperty(orders(fc.boolean()), async events => {
        const user = newId()
        await deliverEvents(
          user,
          events.map(({ at, what }) => ({ kind: what ? 'follow' : 'unfollow', time: time(at) })),
        )
        assert.equal((await contactOf(user))?.fields['follows'], (newest(events) as (typeof events)[number]).what)
      }),
      runs(8),
    ))

  const order = <T>(events: T[], message: T, early: boolean) => (early ? [...events, message] : [message, ...events])

  test('who has the conversation: passed, taken, and as each message comes', () =>
    fc.assert(
      fc.asyncProperty(
        orders(fc.record({ other: fc.boolean(), by: fc.constantFrom('thread' as const, 'message' as const) })),
        fc.boolean(),
        async (events, early) => {
          const user = newId()
          const message = { kind: 'message.in', externalId: newId(), time: new Date(start()), text: 'chào' }
          const received = events.map(({ at, what: { other, by } }) =>
            by === 'thread'
              ? { kind: 'thread', owner: other ? 'other' : 'us', time: time(at) }
              : { ...message, externalId: `${user} ${at}`, standby: other, time: time(at), attachments: [] },
          )
          await deliverEvents(user, order<Event>(received, { ...message, standby: false, attachments: [] }, early))
          const { other } = (newest(events) as (typeof events)[number]).what
          assert.deepEqual(await botOf(user), other ? ['off', 'standby'] : ['on', null])
        },
      ),
      runs(8),
    ))

  test('how far the customer has read: the furthest, of what was sent by then', () =>
    fc.assert(
      fc.asyncProperty(
        orders(fc.constantFrom('delivered' as const, 'read' as const)),
        fc.boolean(),
        async (marks, early) => {
          const user = newId()
          await customerWrites(user)
          const sent = [10, 20, 30].map(at => ({ at, externalId: `${user} ${at}` }))
          const echoes = sent.map(({ at, externalId }) => ({
            ...{ kind: 'message.echo.human', externalId, time: time(at), text: `tin ${at}`, attachments: [] },
          }))
          const received = marks.map(({ at, what }) => ({
            kind: `receipt.${what}`,
            time: time(at),
            watermark: time(at),
          }))
          await deliverEvents(user, early ? [...received, ...echoes] : [...echoes, ...received])
          for (const { at, externalId } of sent) {
            const has = (what: string) => marks.some(mark => mark.what === what && mark.at >= at)
            const state = has('read') ? 'read' : has('delivered') ? 'delivered' : 'sent'
            assert.equal((await messageOf(externalId))?.status, state, `${at}`)
          }
        },
      ),
      runs(8),
    ))

  test('details given in a form, each by itself', () =>
    fc.assert(
      fc.asyncProperty(
        orders(
          fc.record({
            phone: fc.constantFrom(undefined, '84901234567', '84907654321'),
            address: fc.constantFrom(undefined, '12 Hàng Bè', '5 Lê Lợi'),
            name: fc.constantFrom(undefined, 'Lan', 'Mai'),
          }),
        ),
        fc.boolean(),
        async (events, early) => {
          const user = newId()
          const message = { kind: 'message.in', externalId: newId(), time: new Date(start()), text: 'chào' }
          const received = events.map(({ at, what }) => ({ kind: 'user_info', time: time(at), ...what }))
          await deliverEvents(user, order<Event>(received, { ...message, attachments: [] }, early))
          const contact = await contactOf(user)
          const details = await detailsOf(user)
          for (const [field, key] of [
            ['phone', 'phone'],
            ['address', 'address'],
            ['given_name', 'name'],
          ] as const) {
            const last = newest(events.filter(({ what }) => what[key] !== undefined)) as
              | (typeof events)[number]
              | undefined
            assert.equal(contact?.fields[field], last?.what[key])
            const shown = key === 'phone' ? `+${last?.what.phone}` : last?.what[key]
            if (key !== 'name' && last) assert.ok(details.includes(String(shown)), `${details.join()} without ${shown}`)
            if (key === 'name' && last) assert.equal(contact?.name, last.what.name)
          }
        },
      ),
      runs(8),
    ))

  test('reactions and edits, before their message or after it; what was taken back stays so', () =>
    fc.assert(
      fc.asyncProperty(
        orders(fc.constantFrom('👍', '❤', null)),
        orders(fc.constantFrom('một', 'hai', 'ba')),
        fc.boolean(),
        fc.option(fc.nat(20)),
        async (reactions, edits, early, gone) => {
          const user = newId()
          const externalId = newId()
          const events: Event[] = [
            ...reactions.map(({ at, what }) => ({ kind: 'reaction', externalId, emoji: what, time: time(at) })),
            ...edits.map(({ at, what }) => ({ kind: 'edit', externalId, text: what, edit: 1, time: time(at) })),
          ]
          if (gone !== null) events.splice(gone % (events.length + 1), 0, { kind: 'delete', externalId, time: time(1) })
          const message = { kind: 'message.in', externalId, time: new Date(start()), text: 'chào', attachments: [] }
          await deliverEvents(user, order<Event>(events, message, early))
          const { reaction, text } = (await messageOf(externalId)) ?? {}
          const last = [newest(reactions), newest(edits)] as [(typeof reactions)[number], (typeof edits)[number]]
          assert.deepEqual([reaction, text], gone === null ? last.map(({ what }) => what) : [null, ''])
        },
      ),
      runs(8),
    ))
})
