// Killed while planned, fed and sent: every state is final, nobody gets anything twice, and what counts as sent did arrive.
// `npm run soak -- 0 kill/broadcast 28` kills 28 times more, four at each place, and prints where each kill fell.
import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '#dev/shop-client.ts'
import { openVisitor, type Visitor, type WidgetMessage } from '#dev/visitor-client.ts'
import { type MessengerSimulator, startMessengerSimulator } from '#dev/simulators/messenger/messenger-simulator.ts'
import { startZaloSimulator, type ZaloSimulator } from '#dev/simulators/zalo/zalo-simulator.ts'
import { openEmbedded } from '#platform/embedded/embedded-engine.ts'
import { openPostgresql } from '#platform/sql/postgresql-engine.ts'
import { askRunningServer } from '#server/ask-running-server.ts'
import { liftLimits } from '../setup/lift-limits.ts'
import { type Home, makeHome, startServer } from '../setup/server-process.ts'
import { auditSends, readFacts } from '../fixtures/audit-sends.ts'
import { openShop } from '../fixtures/shop.ts'
import { runs } from '../setup/property-runs.ts'
import { settingsFor, verifyToken } from './channel-customers.ts'
import { addBroadcast, addSequence, aimAt, aims, type Kind, type Run, stepWordsOf, whereItFell } from './kill-aims.ts'

/** More than one: in the soak. */
const { numRuns } = runs(1)
const rounds = numRuns > 1 ? numRuns : 0
const kills = 8
const customers = 20
const visitors = rounds ? 20 : 6
const everybody = 2 * customers + visitors
const firstName = 'Nhắc lịch'
const words = 'Mình ghé lại nhé'
/** A sequence takes its first steps five seconds after a start. */
const lateKills = 3
const stepWords = 'Lịch của mình vẫn giữ'
/** The last in line. */
const refuser = `88000000000000${String(customers - 1).padStart(2, '0')}`
const users = Array.from({ length: customers }, (_, at) => `88000000000000${String(at).padStart(2, '0')}`)

type Recipient = {
  name: string
  kind: Kind
  user_id: string
  state: string
  reason: string | null
  sends: number | null
}

test('a broadcast and a sequence killed again and again reach everybody once', async t => {
  const messenger = await startMessengerSimulator()
  const zalo = await startZaloSimulator()
  const home = await makeHome({
    HUMAN_CHECK: 'off',
    ZALO_REQUESTS_PER_MINUTE: '3000',
    ZALO_FREE_REPLIES: '0',
    ...settingsFor(messenger, zalo),
  })
  t.after(async () => {
    await messenger.close()
    await zalo.close()
    await home.remove()
  })
  // Of two that are under way as the eighth and ninth each is taken for the ninth: more is counted than is billed.
  zalo.world.app.free_replies = 0
  liftLimits(home)
  // Platforms redeliver events until they are accepted.
  for (const deliveries of [messenger.webhooks, zalo.deliveries]) deliveries.patience = 700
  const guests = await everybodyWrites(t, home, messenger, zalo)
  await prepare(home)
  // Slow enough that kills hit messages in flight.
  for (const { faults } of [messenger, zalo])
    faults.add([{ match: { path: '/message' }, on: 'call', times: 0, action: { delay_ms: 250 } }])
  for (let round = 0; round < kills; round++) {
    const server = await startServer(home)
    await wait(randomInt(100, 1200))
    await server.kill()
    if (round === 1) await refuse(messenger, zalo)
  }
  for (let round = 0; round < (rounds ? 0 : lateKills); round++) {
    const server = await startServer(home)
    await wait(randomInt(5000, 6500))
    await server.kill()
  }
  const { steps, broadcasts } = await killInRounds(home)
  for (const { faults } of [messenger, zalo]) faults.reset()
  const server = await startServer(home)
  t.after(() => server.kill())
  const due = (1 + steps.length) * everybody
  await until('all steps to be taken', async () => (await settledSteps(home, server.url)) === due || undefined, 300)
  await until('the broadcasts to be over', async () => (await openNow(home, server.url)) === 0 || undefined, 300)
  const pages = await readPages(home, guests)
  await server.stop()
  const got = (kind: Kind, user: string, words: string) => received({ messenger, zalo, pages }, kind, user, words)
  for (const said of [stepWords, ...steps.map(stepWordsOf)]) await oneStepEach(home, said, got)
  const recipients = await readRecipients(home)
  assert.equal(recipients.length, (1 + broadcasts.length) * everybody)
  const problems = recipients.flatMap(({ name, kind, user_id: user, state, reason, sends }) => {
    const there = got(kind, user, name === firstName ? words : `${name}:`)
    const isFinal = ['sent', 'delivered', 'read', 'unsure'].includes(state)
    const hasRefused = name === firstName && state === 'skipped' && user === refuser && there === 0
    const isRight = hasRefused || (isFinal && (state === 'unsure' ? there <= 1 : there === 1))
    return isRight
      ? []
      : [`${name}, ${kind} ${user}: ${state} ${reason ?? ''}, made ${sends} times, there ${there} times`]
  })
  assert.deepEqual(problems, [])
  for (const kind of ['facebook', 'zalo', 'website'] as const) {
    const unsure = recipients.filter(one => one.kind === kind && one.state === 'unsure').length
    if (rounds) console.log(`${unsure} unsure on ${kind}, of ${recipients.length}`)
    assert.ok(unsure <= 4 * (kills + rounds), `${unsure} unsure on ${kind}`)
  }
  await offline(home, run => heldAgainstEachOther(run, { messenger, zalo, pages }))
})

/** A new broadcast, or sequence, for each kill: it is killed where its turn is, and what falls elsewhere is counted there. */
async function killInRounds(home: Home): Promise<{ steps: number[]; broadcasts: number[] }> {
  const done = { steps: [] as number[], broadcasts: [] as number[] }
  const fell: Record<string, number> = Object.fromEntries(aims.map(aim => [aim, 0]))
  for (let round = 0; round < rounds; round++) {
    const aim = aims[round % aims.length] ?? 'plan'
    const isStep = aim === 'step'
    done[isStep ? 'steps' : 'broadcasts'].push(round)
    const id = await offline(home, run =>
      isStep
        ? addSequence(run, `${stepWordsOf(round)} lịch của mình vẫn giữ`, `Bước ${round}`)
        : addBroadcast(run, round),
    )
    const server = await startServer(home)
    try {
      await aimAt(aim, { url: server.url, headers: await serviceHeaders(home), id })
    } finally {
      await server.kill()
    }
    for (const where of await offline(home, whereItFell)) fell[where] = (fell[where] ?? 0) + 1
  }
  if (rounds) {
    console.log(`${rounds} kills, each wherever it cut something off: ${JSON.stringify(fell)}`)
    if (rounds >= aims.length) for (const aim of aims) assert.ok((fell[aim] ?? 0) > 0, `none in ${aim}`)
  }
  return done
}

/** Then three faults are planted, each of which is found. */
async function heldAgainstEachOther(run: Run, { messenger, zalo, pages }: Platforms): Promise<void> {
  const seen = [...pages].flatMap(([user, list]) =>
    list.map(one => ({ ...one, kind: 'website' as const, user, at: Date.parse(one.created_at), cost: 0 })),
  )
  const website = {
    received: seen.filter(one => one.author !== 'contact').map(one => ({ ...one, of: one.id })),
    wrote: seen.filter(one => one.author === 'contact'),
  }
  const audit = async () => auditSends(await readFacts(run, { messenger, zalo, website }))
  assert.deepEqual(await audit(), [])
  const twice = users[1] ?? ''
  const thread = [...messenger.world.threads.values()].find(({ user }) => user === twice)
  const once = thread?.messages.find(({ text }) => text?.startsWith(stepWords))
  assert.ok(thread && once)
  thread.messages.push({ ...once, mid: `${once.mid}-again` })
  assert.match((await audit()).join('\n'), new RegExp(`^facebook ${twice}: .*: got 2 times, [^\n]*$`))
  thread.messages.pop()
  const sent = zalo.world.messages.find(one => one.src === 0 && one.text.startsWith(words))
  assert.ok(sent)
  await run(`insert into consents (id, workspace_id, customer_id, channel_id, purpose, act, how, event, at)
    select gen_random_uuid(), workspace_id, customer_id, channel_id, 'care', 'withdrawn', 'message', 'planted', to_timestamp(${sent.at / 1000 - 10})
    from contacts c where external_id = '${sent.user_id}' and exists (select from channels h where h.id = c.channel_id and h.kind = 'zalo')`)
  assert.match((await audit()).join('\n'), new RegExp(`^zalo ${sent.user_id}: [^\n]* after refusing$`))
  const [left] = await run<{ user: string }>(`delete from private.broadcast_recipients r using contacts c
    where c.id = r.contact_id and r.message_id = (select message_id from private.broadcast_recipients where state in ('sent', 'delivered', 'read') order by id limit 1)
    returning c.external_id as user`)
  assert.match((await audit()).join('\n'), new RegExp(`^${left?.user} is no recipient of `, 'm'))
}

/** Stopped news, on each channel, while the broadcast is being killed. */
async function refuse(messenger: MessengerSimulator, zalo: ZaloSimulator): Promise<void> {
  const [page = ''] = messenger.world.pages.keys()
  const [oa = ''] = zalo.world.oas.keys()
  await fetch(`${messenger.url}/__sim/user-message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page, user: refuser, text: 'TC' }),
  })
  await zalo.acts.say({ oa, user: refuser, text: 'TC' })
}

type Platforms = { messenger: MessengerSimulator; zalo: ZaloSimulator; pages: Map<string, WidgetMessage[]> }
type Guests = Map<string, Visitor>

/** @returns the website's visitors by their conversation */
async function everybodyWrites(
  t: TestContext,
  home: Home,
  messenger: MessengerSimulator,
  zalo: ZaloSimulator,
): Promise<Guests> {
  const server = await startServer(home)
  t.after(() => server.kill())
  const { owner, page: website } = await openShop(home, server)
  await owner.act('POST', '/bot/pause')
  await messenger.registerWebhook(`${server.url}/hooks/facebook`, verifyToken)
  zalo.deliveries.url = `${server.url}/hooks/zalo`
  const [page = ''] = messenger.world.pages.keys()
  const [oa = ''] = zalo.world.oas.keys()
  const asked = await fetch(`${zalo.url}/__sim/tokens`, { method: 'POST', body: JSON.stringify({ oa }) })
  const pair = (await asked.json()) as { access_token: string; refresh_token: string }
  const add = (kind: string, id: string, ...tokens: string[]) =>
    askRunningServer(home.dataDir, ['add-channel', kind, '--workspace', owner.workspaceId, '--account', id, ...tokens])
  await add('facebook', page, '--token', `page-token-${page}`)
  await add('zalo', oa, '--token', pair.access_token, '--refresh-token', pair.refresh_token)
  for (const user of users) {
    await fetch(`${messenger.url}/__sim/user-message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ page, user, text: 'chào shop' }),
    })
    await zalo.acts.say({ oa, user, text: 'chào shop' })
  }
  const guests: Guests = new Map()
  for (let at = 0; at < visitors; at++) {
    const visitor = await openVisitor(server.url, website)
    guests.set((await visitor.say('chào shop')).conversation_id, visitor)
  }
  const keys = await serviceHeaders(home)
  await until(
    'everybody to be known',
    async () => {
      const contacts = await fetch(`${server.url}/rest/v1/messages?select=id&direction=eq.in`, { headers: keys })
      return ((await contacts.json()) as unknown[]).length === everybody ? true : undefined
    },
    120,
  )
  await server.stop()
  return guests
}

async function serviceHeaders(home: Home): Promise<Record<string, string>> {
  const keys = JSON.parse((await askRunningServer(home.dataDir, ['keys'])) ?? '{}') as { service_role_key: string }
  return { apikey: keys.service_role_key, authorization: `Bearer ${keys.service_role_key}` }
}

/** Nobody waits for a reply, and all conversations are two hours old. */
async function prepare(home: Home): Promise<void> {
  const id = randomUUID()
  await offline(home, async run => {
    await run("update conversations set waiting_since = null, last_message_at = now() - interval '2 hours'")
    await run(`insert into broadcasts (id, workspace_id, name, purpose, routes, content, status, max_cost, deadline, started_at, created_at, changed_at)
      select '${id}', workspace_id, '${firstName}', 'care', '{facebook.response,zalo.consultation,website.chat}', '{"texts": {"vi": "${words}"}, "fallback": "vi"}', 'planning', 0,
        now() + interval '1 day', now(), now(), now() from channels where kind = 'zalo'`)
    await run(`insert into private.jobs (kind, key, lane, payload, run_at, created_at)
      select 'plan broadcast', 'plan:${id}', 'plan ${id}', jsonb_build_object('workspace_id', workspace_id, 'broadcast_id', id), now(), now() from broadcasts`)
    // About orders, which the broadcast's caps do not hold up.
    await addSequence(run, stepWords, 'Nhắc lịch')
  })
}

async function settledSteps(home: Home, url: string): Promise<number> {
  const settled = 'or=(status.in.(sent,delivered,read,failed),and(status.eq.unsure,check_at.is.null))'
  const answer = await fetch(`${url}/rest/v1/messages?select=id&origin=eq.sequence&${settled}`, {
    headers: await serviceHeaders(home),
  })
  return ((await answer.json()) as unknown[]).length
}

/** What each visitor sees, by the contact. */
async function readPages(home: Home, guests: Guests): Promise<Map<string, WidgetMessage[]>> {
  const url = `http://localhost:${home.port}`
  const answer = await fetch(`${url}/rest/v1/conversations?select=id,contacts(external_id)&source=eq.website`, {
    headers: await serviceHeaders(home),
  })
  const pages = new Map<string, WidgetMessage[]>()
  for (const { id, contacts } of (await answer.json()) as { id: string; contacts: { external_id: string } }[])
    pages.set(contacts.external_id, (await guests.get(id)?.read()) ?? [])
  return pages
}

type Got = (kind: Kind, user: string, words: string) => number

/** One message per customer, delivered exactly as often as recorded. */
async function oneStepEach(home: Home, said: string, there: Got): Promise<void> {
  const steps = await offline(home, run =>
    run<
      Pick<Recipient, 'kind' | 'user_id' | 'state'>
    >(`select h.kind, c.external_id as user_id, m.status as state from messages m
      join conversations v on v.id = m.conversation_id join contacts c on c.id = v.contact_id join channels h on h.id = c.channel_id
      where m.origin = 'sequence' and m.text like '${said}%'`),
  )
  assert.equal(new Set(steps.map(({ kind, user_id: user }) => `${kind} ${user}`)).size, everybody)
  const problems = steps.flatMap(({ kind, user_id: user, state }) => {
    const got = there(kind, user, said)
    const isRight = state === 'unsure' ? got <= 1 : ['sent', 'delivered', 'read'].includes(state) && got === 1
    return isRight ? [] : [`${kind} ${user}: step ${state}, there ${got} times`]
  })
  assert.deepEqual(problems, [])
}

async function openNow(home: Home, url: string): Promise<number> {
  const answer = await fetch(`${url}/rest/v1/broadcasts?select=id&status=neq.done`, {
    headers: await serviceHeaders(home),
  })
  return ((await answer.json()) as unknown[]).length
}

function readRecipients(home: Home): Promise<Recipient[]> {
  return offline(home, run =>
    run<Recipient>(`select b.name, h.kind, c.external_id as user_id, r.state, r.reason, m.sends from private.broadcast_recipients r join broadcasts b on b.id = r.broadcast_id left join messages m on m.id = r.message_id
      join contacts c on c.id = r.contact_id join channels h on h.id = r.channel_id`),
  )
}

function received({ messenger, zalo, pages }: Platforms, kind: Kind, user: string, words: string): number {
  const texts = {
    facebook: () =>
      [...messenger.world.threads.values()]
        .filter(thread => thread.user === user)
        .flatMap(thread => thread.messages.filter(one => one.from === thread.page).map(one => one.text)),
    zalo: () => zalo.world.messages.filter(one => one.user_id === user && one.src === 0).map(one => one.text),
    website: () => (pages.get(user) ?? []).filter(one => one.author !== 'contact').map(one => one.text),
  }[kind]()
  return texts.filter(text => text?.startsWith(words)).length
}

async function offline<T>(home: Home, act: (run: Run) => Promise<T>): Promise<T> {
  const url = home.settings['DATABASE_URL']
  const engine = url ? await openPostgresql(url, () => {}) : await openEmbedded(join(home.dataDir, 'database'))
  const session = await engine.acquire()
  try {
    await session.query('set role service_role', [])
    return await act(async <R>(statement: string) => (await session.query(statement, [])).rows as R[])
  } finally {
    engine.release(session, true)
    await engine.close()
  }
}
