// What a platform tells of a state comes in any order, twice, and late: what happened last holds.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/scripted-kind.ts'
import { makeWorkspace } from '#tests/workspace.ts'

type Told = Record<string, unknown>

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
  async function tell(userId: string, events: Told[]): Promise<void> {
    for (const event of events) {
      await deliver(platform, kind, accountId, [{ userId, hookId: newId(), ...event } as never])
      await platform.jobs.drain()
    }
  }
  async function said(userId: string): Promise<string> {
    const externalId = newId()
    await tell(userId, [{ kind: 'message.in', externalId, time: new Date(start()), text: 'chào', attachments: [] }])
    return externalId
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

  /** The newest of the events, told in this order. */
  const newest = (events: { at: number }[]) => events.toSorted((a, b) => a.at - b.at).at(-1)
  const orders = <T>(one: fc.Arbitrary<T>) =>
    fc.uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 50 }), what: one }), {
      selector: ({ at }) => at,
      minLength: 2,
      maxLength: 5,
    })
  const time = (at: number) => new Date(start() + at * minutes(1))
  const runs = { numRuns: 8, seed: 20_261_123, endOnFailure: true }

  test('follow and unfollow', () =>
    fc.assert(
      fc.asyncProperty(orders(fc.boolean()), async events => {
        const user = newId()
        await tell(
          user,
          events.map(({ at, what }) => ({ kind: what ? 'follow' : 'unfollow', time: time(at) })),
        )
        assert.equal((await contactOf(user))?.fields['follows'], (newest(events) as (typeof events)[number]).what)
      }),
      runs,
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
        async events => {
          const user = newId()
          await said(user)
          await tell(
            user,
            events.map(({ at, what }) => ({ kind: 'user_info', time: time(at), ...what })),
          )
          const contact = await contactOf(user)
          for (const [field, key] of [
            ['phone', 'phone'],
            ['address', 'address'],
            ['given_name', 'name'],
          ] as const) {
            const last = newest(events.filter(({ what }) => what[key] !== undefined)) as
              | (typeof events)[number]
              | undefined
            assert.equal(contact?.fields[field], last?.what[key])
            if (key === 'name' && last) assert.equal(contact?.name, last.what.name)
          }
        },
      ),
      runs,
    ))

  test('reactions and edits, before their message or after it', () =>
    fc.assert(
      fc.asyncProperty(
        orders(fc.constantFrom('👍', '❤', null)),
        orders(fc.constantFrom('một', 'hai', 'ba')),
        fc.boolean(),
        async (reactions, edits, early) => {
          const user = newId()
          const externalId = newId()
          const events: Told[] = [
            ...reactions.map(({ at, what }) => ({ kind: 'reaction', externalId, emoji: what, time: time(at) })),
            // Meta may leave out which edit it is.
            ...edits.map(({ at, what }) => ({ kind: 'edit', externalId, text: what, edit: 1, time: time(at) })),
          ]
          const message = { kind: 'message.in', externalId, time: new Date(start()), text: 'chào', attachments: [] }
          await tell(user, early ? [...events, message] : [message, ...events])
          const { reaction, text } = (await messageOf(externalId)) ?? {}
          assert.deepEqual(
            [reaction, text],
            [(newest(reactions) as (typeof reactions)[number]).what, (newest(edits) as (typeof edits)[number]).what],
          )
        },
      ),
      runs,
    ))
})
