// A shop on a platform at ten in the morning, and what its sequences do: a fixture for tests of them.
import assert from 'node:assert/strict'
import { after, before, beforeEach } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { runSequences } from '#features/broadcasts/sequences/run-sequences.ts'
import { hours, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import type { SequencePlan, SequenceRun } from '#shared/contracts/sequences.contract.ts'
import { connectScripted, deliver, scriptedKind, type ScriptedKind } from './scripted-kind.ts'
import { makeMember, makeOwner, type Owner } from './shop-owner.ts'

type Run = Pick<SequenceRun, 'path' | 'ended_why' | 'step' | 'reason' | 'version'>

/** Begins anew before each test of the group in which it is called. */
export function sequenceShop() {
  let platform: TestPlatform
  let app: FastifyInstance
  let kind: ScriptedKind
  let admin: Owner
  let member: Owner
  let channel: { id: string; accountId: string }
  before(async () => {
    platform = await testPlatform()
    app = await testApp(platform)
    kind = scriptedKind('facebook')
    await rows(sql`update plans set active_sequences = 20, campaigns = 1000 where code = 'trial'`)
  })
  beforeEach(async () => {
    await platform.jobs.drain()
    // Ten in the morning, on the shop's clock.
    const now = platform.clock.now().getTime()
    const morning = new Date(`${platform.clock.now().toISOString().slice(0, 10)}T03:00:00Z`).getTime() + hours(24)
    platform.clock.advance(morning - now)
    admin = await makeOwner(platform)
    member = await makeMember(platform, admin)
    channel = await connectScripted(platform, shop(), kind)
    kind.calls.length = 0
    kind.outcomes.length = 0
  })
  after(async () => {
    await app.close()
    await platform.close()
  })

  const shop = () => ({ workspaceId: admin.workspaceId, channelId: '', admin: caller() })
  const caller = () => ({ workspaceId: admin.workspaceId, personId: admin.personId, role: 'admin' }) as never
  const rows = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await platform.db.asService(null, tx => statement.execute(tx))).rows
  /** Signed in just now, however far the clock has gone. */
  async function headersOf({ personId }: Owner): Promise<Owner['headers']> {
    const session = newId()
    await rows(
      sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${personId}, ${platform.clock.now()})`,
    )
    const claims = { role: 'authenticated', sub: personId, session_id: session, aal: 'aal1' } as const
    return { authorization: `Bearer ${(await platform.tokens.signAccess(claims)).token}` }
  }
  async function call(method: 'POST' | 'PATCH' | 'DELETE' | 'GET', url: string, payload?: object, who = admin) {
    const answer = await app.inject({
      ...{ method, url: `/api/v1/sequences${url}`, headers: await headersOf(who) },
      ...(payload && { payload }),
    })
    const body = answer.json<Record<string, unknown> & { error?: { code: string; details?: object } }>()
    return { code: answer.statusCode < 300 ? 'ok' : String(body.error?.code), body }
  }
  async function drafted(given: SequencePlan, name = 'Chăm sau mua'): Promise<string> {
    const { code, body } = await call('POST', '', { name, plan: given }, member)
    assert.equal(code, 'ok', JSON.stringify(body))
    return String(body['id'])
  }
  async function published(given: SequencePlan, name?: string): Promise<string> {
    const id = await drafted(given, name)
    assert.equal((await call('POST', `/${id}/publish`, {})).code, 'ok')
    return id
  }
  /** Writes, and nobody keeps them waiting: the bot's turn is none of this. */
  async function wrote(userId: string, text = 'chào shop', hoursAgo = 2): Promise<string> {
    const said = { text, attachments: [], time: platform.clock.now() }
    const event = { kind: 'message.in' as const, userId, externalId: newId(), ...said }
    await deliver(platform, kind, channel.accountId, [event])
    await platform.jobs.drain()
    await rows(sql`delete from private.jobs where key like 'answer:%'`)
    await rows(
      sql`delete from messages where direction = 'out' and origin is null and workspace_id = ${admin.workspaceId}`,
    )
    await rows(sql`update conversations set waiting_since = null, last_message_at = ${new Date(platform.clock.now().getTime() - hours(hoursAgo))}
      where workspace_id = ${admin.workspaceId}`)
    kind.calls.splice(
      0,
      kind.calls.length,
      ...kind.calls.filter(one => one.content.type === 'text' && /nhắn TC/.test(one.content.text)),
    )
    const [contact] = await rows(sql<{ id: string }>`select customer_id as id from contacts
      where workspace_id = ${admin.workspaceId} and external_id = ${userId}`)
    return contact?.id ?? ''
  }
  async function start(id: string, customerId: string, who = member): Promise<string> {
    return (await call('POST', `/${id}/runs`, { customer_id: customerId }, who)).code
  }
  async function turn(): Promise<void> {
    await runSequences(platform)
    await platform.jobs.drain()
    await runSequences(platform)
  }
  async function pass(ms: number, step = minutes(10)): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      platform.clock.advance(Math.min(left, step))
      await turn()
    }
  }
  const sent = () =>
    kind.calls.map(({ to, content }) => `${to.userId}: ${content.type === 'text' ? content.text.split('\n')[0] : ''}`)
  async function runOf(id: string, customerId: string): Promise<Run | undefined> {
    const [run] = await rows(sql<Run>`select path, ended_why, step, reason, version from private.sequence_runs
      where sequence_id = ${id} and customer_id = ${customerId} order by entered_at desc limit 1`)
    return run
  }
  const way = (run: Run | undefined) =>
    run?.path.map(({ step, did, why }) => [step, did, why].filter(Boolean).join(' '))
  const used = async () =>
    (
      await rows(
        sql<{
          used: number
        }>`select used::int from usage_counters where workspace_id = ${admin.workspaceId} and metric = 'campaigns'`,
      )
    )[0]?.used
  async function tag(name = newId().slice(-8)): Promise<string> {
    const id = newId()
    await rows(sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
      values (${id}, ${admin.workspaceId}, ${name}, ${name}, 'ink', ${platform.clock.now()})`)
    return id
  }

  return {
    ...{ rows, headersOf, call, drafted, published, wrote, start, turn, pass, sent, runOf, way, used, tag, caller },
    get platform() {
      return platform
    },
    get app() {
      return app
    },
    get kind() {
      return kind
    },
    get admin() {
      return admin
    },
    get member() {
      return member
    },
    get channel() {
      return channel
    },
  }
}
