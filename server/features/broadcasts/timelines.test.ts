// Random days of a shop: people write, agree, refuse, subscribe, broadcasts start, pause and go on, people enter sequences, a channel is lost. Who reads what left the house
// shares no code with what decided it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { connectScripted, deliver, scriptedKind, type ScriptedKind } from '#tests/scripted-kind.ts'
import { addConsent } from '#features/customers/consent-ledger.ts'
import { hours, minutes } from '#platform/clock.ts'
import { Failure } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { broadcastDraft } from '#shared/contracts/broadcasts.contract.ts'
import { runs } from '#tests/property-runs.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/workspace.ts'
import { pauseBroadcast, resumeBroadcast } from './change-state.ts'
import { makeBroadcast } from './drafts.ts'
import { previewBroadcast } from './preview-broadcast.ts'
import { makeSequence } from './sequences/edit-sequences.ts'
import { enterSequence } from './sequences/enter-sequence.ts'
import { publishSequence } from './sequences/publish.ts'
import { runSequences } from './sequences/run-sequences.ts'
import { startBroadcast } from './start.ts'

const step = minutes(10)
const people = ['u0', 'u1', 'u2', 'u3']
const kinds = ['promotion', 'promotion', 'care'] as const
/** Two sequences: a follow-up and a promotion hours later, and the other way round; each message bears its number. */
const ways = [
  ['care', 'promotion'],
  ['promotion', 'care'],
] as const
const promotions = [0, 1, 4, 5]

type Act =
  | { is: 'writes' | 'agrees' | 'refuses' | 'subscribes' | 'stops'; who: string }
  | { is: 'enters'; who: string; which: number }
  | { is: 'starts' | 'pauses' | 'resumes'; which: number }
  | { is: 'lost' | 'found' }
type Timed = { wait: number; act: Act }

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constantFrom('writes', 'agrees', 'agrees', 'refuses', 'subscribes', 'stops'),
      who: fc.constantFrom(...people),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ is: fc.constantFrom('starts', 'starts', 'pauses', 'resumes'), which: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('enters' as const),
      who: fc.constantFrom(...people),
      which: fc.constantFrom(3, 5),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constantFrom('lost', 'found') }) },
)
const timeline: fc.Arbitrary<Timed[]> = fc.array(fc.record({ wait: fc.integer({ min: 1, max: 12 }), act }), {
  minLength: 8,
  maxLength: 30,
})

/** What happened, as somebody at the window writes it down. */
type Noted = { at: number; turn: number; act: Act }
type Left = { at: number; turn: number; who: string; text: string; paid: boolean }

let platform: TestPlatform
let kind: ScriptedKind
before(async () => {
  platform = await testPlatform()
  await rows(sql`update plans set active_sequences = 5 where code = 'trial'`)
  kind = scriptedKind('facebook')
  kind.marketing = { makeCampaign: async () => ({ is: 'made', externalId: newId() }), readEstimate: async () => {} }
})
after(() => platform.close())

const rows = async <T>(statement: ReturnType<typeof sql<T>>) =>
  (await platform.db.asService(null, tx => statement.execute(tx))).rows

async function live(days: Timed[]): Promise<{ notes: Noted[]; left: Left[] }> {
  const workspace = await makeWorkspace(platform)
  const { workspaceId } = workspace
  const channel = await connectScripted(platform, workspace, kind)
  kind.calls.length = 0
  const [notes, left]: [Noted[], Left[]] = [[], []]
  const send = kind.send
  kind.send = async (_platform, _channel, sending) => {
    const { content, to } = sending
    const text = content.type === 'text' ? content.text : ''
    left.push({ at: now(), turn: turn++, who: to.userId, text, paid: sending.marketing !== undefined })
    return { outcome: 'sent', externalId: newId() }
  }
  let turn = 0
  const ids: string[] = []
  await rows(sql`insert into private.ad_accounts (workspace_id, channel_id, account_id, name, estimate, linked_by, linked_at)
    values (${workspaceId}, ${channel.id}, '88', 'Quảng cáo', 300, ${workspace.admin.personId}, ${platform.clock.now()})`)
  for (const purpose of kinds) {
    const content = { texts: { vi: `Tin ${ids.length}` } }
    const routes = ['facebook.response', 'facebook.marketing']
    const draft = broadcastDraft.parse({ name: 'Tin', purpose, content, routes, max_each: 300 })
    ids.push((await makeBroadcast(platform, workspace.admin, draft)).id)
  }
  for (const [at, [first, second]] of ways.entries()) {
    const say = (number: number, purpose: 'care' | 'promotion') => ({
      ...{ id: `s${number}`, is: 'message' as const, purpose, texts: { vi: `Tin ${number}` }, fallback: 'vi' as const },
      ...{ within_hours: 20, otherwise: 'skip' as const },
    })
    const wait = { id: 'w', is: 'wait' as const, minutes: 180, at: null, weekdays: [] }
    const steps = [say(3 + at * 2, first), wait, say(4 + at * 2, second)]
    const plan = { trigger: { on: 'hand' as const }, goal: null, again_after_days: null, steps }
    const { id } = await makeSequence(platform, workspace.admin, { name: 'Chuỗi', plan })
    await publishSequence(platform, workspace.admin, { id, inside: 'finish', confirmed: true })
    ids[3 + at * 2] = id
  }
  // One of them was here the day before, agreed and subscribed: what reaches them is paid for.
  for (const is of ['writes', 'agrees', 'subscribes'] as const) {
    const done = { is, who: 'u3' }
    if (await happen(workspace, channel, ids, done)) notes.push({ at: now(), turn: turn++, act: done })
    await settle(workspaceId)
  }
  platform.clock.advance(hours(25))
  try {
    for (const { wait, act: done } of days) {
      await pass(wait * step)
      if (await happen(workspace, channel, ids, done)) notes.push({ at: now(), turn: turn++, act: done })
      await settle(workspaceId)
    }
    await pass(hours(2))
  } finally {
    kind.send = send
  }
  await rows(sql`update broadcasts set status = 'cancelled' where workspace_id = ${workspaceId}`)
  await rows(sql`update sequences set status = 'ended' where workspace_id = ${workspaceId}`)
  return { notes, left }
}

const now = () => platform.clock.now().getTime()

async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += step) {
    platform.clock.advance(step)
    await look()
  }
}

/** What is made in one look has left, and its run knows, by the end of it. */
async function look(): Promise<void> {
  await platform.jobs.drain()
  await runSequences(platform)
  await platform.jobs.drain()
}

/** The bot's turn is none of this: nobody is kept waiting. */
async function settle(workspaceId: string): Promise<void> {
  await platform.jobs.drain()
  await rows(sql`delete from private.jobs where key like 'answer:%'`)
  await rows(sql`update conversations set waiting_since = null where workspace_id = ${workspaceId}`)
  await platform.jobs.drain()
}

/** @returns whether it happened: what is not started cannot be paused */
async function happen(workspace: TestWorkspace, channel: { id: string; accountId: string }, ids: string[], done: Act) {
  const { workspaceId, admin } = workspace
  const id = 'which' in done ? (ids[done.which] ?? '') : ''
  try {
    switch (done.is) {
      case 'writes':
      case 'refuses': {
        const text = done.is === 'refuses' ? 'TC' : 'còn hàng không shop'
        const said = { text, attachments: [], time: platform.clock.now() }
        await deliver(platform, kind, channel.accountId, [
          { kind: 'message.in', userId: done.who, externalId: newId(), ...said },
        ])
        return true
      }
      case 'subscribes':
      case 'stops':
        await deliver(platform, kind, channel.accountId, [
          {
            ...{ kind: 'subscription', userId: done.who, time: platform.clock.now() },
            ...{ subscribes: done.is === 'subscribes', token: `key of ${done.who}` },
          },
        ])
        return true
      case 'agrees':
        return await agree(workspaceId, channel.id, done.who)
      case 'enters':
        return await enter(workspaceId, channel.id, done.who, id)
      case 'starts': {
        const { preview_id } = await previewBroadcast(platform, admin, { id, confirmed: false })
        await startBroadcast(platform, admin, { id, preview_id, max_cost: 100_000 })
        return true
      }
      case 'pauses':
        await pauseBroadcast(platform, admin, { id })
        return true
      case 'resumes':
        await resumeBroadcast(platform, admin, { id })
        return true
      case 'lost':
      case 'found':
        await rows(
          sql`update channels set status = ${done.is === 'lost' ? 'needs_reconnect' : 'connected'} where id = ${channel.id}`,
        )
        return true
    }
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

async function agree(workspaceId: string, channelId: string, who: string): Promise<boolean> {
  const [contact] = await rows(
    sql<{
      customer_id: string
    }>`select customer_id from contacts where channel_id = ${channelId} and external_id = ${who}`,
  )
  if (!contact) return false
  await platform.db.asService(workspaceId, tx =>
    addConsent(platform, tx, {
      ...{ workspaceId, customerId: contact.customer_id, channelIds: [channelId], purposes: ['promotion', 'care'] },
      ...{ act: 'given', how: 'message', words: 'Vâng', event: newId() },
    }),
  )
  return true
}

/** Only once ever: whoever comes again is not let in, and that is no new beginning. */
async function enter(workspaceId: string, channelId: string, who: string, sequenceId: string): Promise<boolean> {
  const [contact] = await rows(
    sql<{
      customer_id: string
    }>`select customer_id from contacts k where channel_id = ${channelId} and external_id = ${who} and not exists (
      select from private.sequence_runs r where r.sequence_id = ${sequenceId} and r.customer_id = k.customer_id)`,
  )
  if (!contact) return false
  const entering = { workspaceId, sequenceId, customerId: contact.customer_id, by: 'button' as const }
  return platform.db.asService(workspaceId, async tx => (await enterSequence(platform, tx, entering)) !== undefined)
}

/** Agreeing is a tap, and entering is the shop's. */
const wrotes: Act['is'][] = ['writes', 'refuses']
const wishes: Act['is'][] = ['agrees', 'refuses', 'stops']

/** The auditor: everything that left, held against what had happened by then. */
function audit(notes: Noted[], left: Left[]): void {
  const campaigns = left.flatMap(one => {
    const number = /Tin (\d)/.exec(one.text)?.[1]
    return number === undefined
      ? []
      : [{ ...one, which: Number(number), promotion: promotions.includes(Number(number)) }]
  })
  const wrote = (who: string, turn: number) =>
    notes.filter(one => 'who' in one.act && one.act.who === who && wrotes.includes(one.act.is) && one.turn < turn)
  for (const one of campaigns) {
    const story = `${new Date(one.at).toISOString()} ${one.who} got ${one.text}`
    const said = notes.filter(note => 'who' in note.act && note.act.who === one.who && note.turn < one.turn)
    const wish = said.findLast(({ act: { is } }) => wishes.includes(is))?.act.is
    assert.ok(wish !== 'refuses' && wish !== 'stops', `${story} after refusing`)
    if (one.promotion) assert.equal(wish, 'agrees', `${story} without consent`)
    const last = wrote(one.who, one.turn).at(-1)?.at ?? 0
    const key = said.findLast(({ act: { is } }) => is === 'subscribes' || is === 'stops')?.act.is
    if (one.paid) assert.equal(key, 'subscribes', `${story} without having subscribed`)
    assert.equal(one.paid, one.at >= last + hours(24), `${story} outside the window, or paid for inside of it`)
    assert.ok(one.at >= last + hours(1), `${story} in the middle of a talk`)
    assert.match(one.text, one.promotion ? /^\[QC\] .*TC/s : /TC/, story)
    const hour = new Date(one.at + hours(7)).getUTCHours()
    assert.ok(!one.promotion || (hour >= 8 && hour < 21), `${story} at ${hour} o'clock`)
    const others = campaigns.filter(other => other !== one && other.who === one.who)
    assert.ok(!others.some(other => other.which === one.which), `${story} twice`)
    const near = others.filter(other => other.promotion === one.promotion && Math.abs(other.at - one.at) < hours(24))
    assert.deepEqual(near, [], `${story} twice in a day`)
    const state = notes.findLast(({ act: { is, ...of }, turn }) => {
      return turn < one.turn && (is === 'pauses' || is === 'resumes') && 'which' in of && of.which === one.which
    })
    assert.notEqual(state?.act.is, 'pauses', `${story} while paused`)
    const line = notes.findLast(({ act: { is }, turn }) => turn < one.turn && (is === 'lost' || is === 'found'))
    assert.notEqual(line?.act.is, 'lost', `${story} without a channel`)
  }
  noIdleCaution(notes, campaigns)
}

/** Whom nothing forbids for more than an hour after a start, in which nothing else happens, has got it. */
function noIdleCaution(notes: Noted[], got: { at: number; who: string; which: number; promotion: boolean }[]): void {
  for (const { at, act: started } of notes) {
    if (started.is !== 'starts' && started.is !== 'enters') continue
    const end = at + hours(1) + 2 * step
    if (notes.some(note => note.at > at && note.at <= end)) continue
    const [from, to] = [at, end].map(time => new Date(time + hours(7)).getUTCHours()) as [number, number]
    const promotion = promotions.includes(started.which)
    if (promotion && (from < 8 || to >= 21 || to < from)) continue
    const before = notes.filter(note => note.at <= at)
    if (before.findLast(({ act: { is } }) => is === 'lost' || is === 'found')?.act.is === 'lost') continue
    for (const who of started.is === 'enters' ? [started.who] : people) {
      const said = before.filter(note => 'who' in note.act && note.act.who === who)
      const wish = said.findLast(({ act: { is } }) => wishes.includes(is))?.act.is
      const last = said.findLast(({ act: { is } }) => wrotes.includes(is))?.at ?? 0
      const lately = got.some(
        one => one.who === who && one.promotion === promotion && one.at > at - hours(24) && one.which !== started.which,
      )
      const allowed =
        (promotion ? wish === 'agrees' : wish !== 'refuses' && wish !== 'stops') &&
        last > end - hours(24) &&
        last < at - hours(1) &&
        !lately
      if (allowed)
        assert.ok(
          got.some(one => one.who === who && one.which === started.which),
          `${who} did not get ${started.which}`,
        )
    }
  }
}

test('nothing leaves that a stranger at the window would forbid, and nobody who may get it is forgotten', async () => {
  let [sent, bySequence, paid] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(timeline, async days => {
      const { notes, left } = await live(days)
      sent += left.filter(one => /Tin \d/.test(one.text)).length
      bySequence += left.filter(one => /Tin [3-6]/.test(one.text)).length
      paid += left.filter(one => one.paid).length
      audit(notes, left)
    }),
    runs(12),
  )
  const said = `${sent} were sent at all, ${bySequence} of them by sequences, ${paid} to subscriptions`
  assert.ok(sent > 3 && bySequence > 3 && paid > 0, said)
})
