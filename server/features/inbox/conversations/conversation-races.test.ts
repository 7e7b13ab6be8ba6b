import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type FakeClock, fakeClock, minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeMember } from '#tests/fixtures/shop-owner.ts'
import { untilRowIsAwaited } from '#tests/fixtures/until-row-is-awaited.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { runs } from '#tests/setup/property-runs.ts'
import { assign } from './assign.ts'
import { closeConversation } from './close-conversation.ts'
import { memberTypes, pauseBot, resumeBot } from './pause-bot.ts'
import { reply } from '../messages/reply.ts'

type Row = {
  id: string
  seq: number
  direction: string
  author: string
  status: string
  held_reason: string | null
  written_in_app: boolean
  created_at: Date
  sent_at: Date | null
}
type State = { id: string; status: string; bot_status: string; waiting_since: Date | null }

const acts = ['write', 'reply', 'echo', 'type', 'pause', 'resume', 'close', 'wait a little', 'wait long'] as const
type Act = (typeof acts)[number]
type Step = { act: Act; atOnce: boolean }

const steps = fc.array(fc.record({ act: fc.constantFrom(...acts), atOnce: fc.boolean() }), {
  minLength: 3,
  maxLength: 12,
})

function tickingClock(): FakeClock {
  const clock = fakeClock()
  return {
    now() {
      clock.advance(1)
      return clock.now()
    },
    advance: ms => clock.advance(ms),
  }
}

test('of two members who take a conversation at once the later is told who has it', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  const { workspaceId, admin } = workspace
  const kind = scriptedKind()
  const { accountId } = await connectScripted(platform, workspace, kind)
  const content = { text: 'còn hàng không', attachments: [], time: platform.clock.now() }
  await deliver(platform, kind, accountId, [{ kind: 'message.in', userId: 'u1', externalId: 'm1', ...content }])
  await platform.jobs.drain()
  const { personId } = await makeMember(platform, { ...admin, headers: { authorization: '' } })
  const taken = Promise.withResolvers<string>()
  const release = Promise.withResolvers<void>()
  const first = platform.db.asService(workspaceId, async tx => {
    const { rows } = await sql<{ id: string }>`update conversations set assignee_id = ${admin.personId}
      where workspace_id = ${workspaceId} returning id`.execute(tx)
    taken.resolve(rows[0]?.id ?? '')
    await release.promise
  })
  const second = assign(platform, admin, { id: await taken.promise, person_id: personId, instead_of: null })
  await untilRowIsAwaited(platform, second)
  release.resolve()
  await first
  await assert.rejects(second, { code: 'inbox.changed_meanwhile', details: { by: admin.personId } })
})

test('whatever people do while the bot answers: never two replies, nothing lost, order kept, nobody forgotten', async t => {
  const platform = await testPlatform({ clock: tickingClock() })
  t.after(() => platform.close())
  const workspace = await makeWorkspace(platform)
  await platform.db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
  const kind = scriptedKind()
  const { accountId } = await connectScripted(platform, workspace, kind)
  const read = async <R>(query: ReturnType<typeof sql<R>>) =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows

  async function play(user: string, script: Step[]): Promise<void> {
    const written = { in: 0, echo: 0 }
    const receive = async (event: 'message.in' | 'message.echo.human') => {
      const externalId = `${user} ${newId()}`
      const content = { userId: user, externalId, time: platform.clock.now(), text: 'còn hàng không', attachments: [] }
      await deliver(platform, kind, accountId, [{ kind: event, ...content }])
    }
    const conversation = async () =>
      (
        await read(
          sql<State>`select v.id, v.status, v.bot_status, v.waiting_since from conversations v join contacts c on c.id = v.contact_id
            where c.external_id = ${user} order by v.created_at desc, v.id desc limit 1`,
        )
      )[0]
    const doIt = async (act: Act): Promise<void> => {
      if (act === 'wait a little' || act === 'wait long')
        return platform.clock.advance(act === 'wait long' ? minutes(31) : seconds(2))
      if (act === 'write' || act === 'echo') {
        written[act === 'write' ? 'in' : 'echo'] += 1
        return receive(act === 'write' ? 'message.in' : 'message.echo.human')
      }
      const now = await conversation()
      if (!now) return
      const place = { id: now.id }
      const whole = {
        reply: () => reply(platform, workspace.admin, { ...place, text: 'dạ còn ạ' }),
        type: () => memberTypes(platform, workspace.admin, place),
        pause: () => pauseBot(platform, workspace.admin, { ...place, minutes: 10 }),
        resume: () => resumeBot(platform, workspace.admin, place),
        close: () => closeConversation(platform, workspace.admin, place),
      }
      await whole[act]().catch((error: { code?: string }) => {
        if (error.code !== 'inbox.conversation_closed') throw error
      })
    }
    const work = () => platform.jobs.drain()
    await receive('message.in')
    written.in += 1
    await work()
    for (const { act, atOnce } of script) {
      if (atOnce) {
        platform.clock.advance(seconds(3))
        await Promise.all([work(), doIt(act)])
      } else await doIt(act)
      await work()
    }
    platform.clock.advance(seconds(70))
    await work()
    platform.clock.advance(seconds(11))
    await work()
    await judge(user, written, await conversation(), script)
  }

  async function judge(
    user: string,
    written: { in: number; echo: number },
    last: State | undefined,
    script: Step[],
  ): Promise<void> {
    const rows = await read(sql<
      Row & { conversation_id: string }
    >`select m.* from messages m join conversations v on v.id = m.conversation_id
      join contacts c on c.id = v.contact_id where c.external_id = ${user} order by v.created_at, v.id, m.seq`)
    assert.equal(rows.filter(row => row.direction === 'in').length, written.in, 'every message is there')
    assert.equal(rows.filter(row => row.written_in_app).length, written.echo, 'every echo is there')
    for (const messages of Map.groupBy(rows, row => row.conversation_id).values()) {
      assert.deepEqual(
        messages.map(row => row.seq),
        messages.map((_, index) => index + 1),
      )
      judgeReplies(messages)
      const out = messages.filter(row => row.direction === 'out' && !row.written_in_app && row.status === 'sent')
      const sent = kind.calls.map(call => call.messageId).filter(id => out.some(row => row.id === id))
      assert.deepEqual(
        sent,
        out.map(row => row.id),
        'in order, each once',
      )
      for (const row of messages) assert.ok(['stored', 'sent', 'held'].includes(row.status), row.status)
    }
    const end = rows.at(-1)
    if (last?.status !== 'open' || end?.direction !== 'in' || script.some(step => step.act === 'resume')) return
    assert.equal(last.bot_status, 'off', 'the bot owes an answer')
    assert.notEqual(last.waiting_since, null, 'a customer whom nobody answers is seen to wait')
  }

  /** Silent after a person until the customer writes again; one answer per burst. */
  function judgeReplies(messages: Row[]): void {
    let person = false
    let bot: Row | undefined
    for (const row of messages) {
      if (row.direction === 'in') {
        person = false
        bot = undefined
      } else if (row.author === 'member') {
        person = true
        if (bot?.sent_at) assert.ok(bot.sent_at < row.created_at, 'the bot’s reply left after a person had spoken')
      } else if (row.status === 'sent') {
        assert.ok(!person, 'the bot spoke after a person')
        assert.equal(bot, undefined, 'the bot answered twice')
        bot = row
      } else assert.equal(row.held_reason, 'taken_over')
    }
  }

  let users = 0
  await fc.assert(
    fc.asyncProperty(steps, script => play(`user${users++}`, script)),
    runs(12),
  )
})
