// One user's queries once blocked everybody for 20 s.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { currentTime, withinTimeOf } from '#platform/http/caller-time.ts'
import { systemClock } from '#platform/clock.ts'
import { errorText } from '#shared/errors.ts'
import { programForTests } from '#tests/setup/program.ts'
import { makeMember, type Owner, signIn } from '#tests/fixtures/shop-owner.ts'
import { makeWidget, openChat, type TestVisitor } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { teachManyPassages } from './many-passages.ts'

const attackers = 10
/** The promise is 250 ms, measured by `npm run bench -- halting`; beside other tests only a rough bound holds. */
const maxMs = 1500
const calmTimes = 4

describe('ten callers who do their worst', () => {
  const program = programForTests({ clock: systemClock, listen: true })
  let owner: Owner
  const callers: Owner[] = []
  const visitors: TestVisitor[] = []

  before(async () => {
    const { platform, app } = program
    const workspace = await makeWorkspace(platform)
    const { personId, email } = workspace.admin
    owner = { personId, workspaceId: workspace.workspaceId, headers: await signIn(platform, personId, email) }
    await teachManyPassages(platform, owner)
    while (callers.length < attackers) callers.push(await makeMember(platform, owner))
    const widget = await makeWidget(platform, workspace)
    while (visitors.length < 12) visitors.push(await openChat(app, widget.account_id))
  })

  /** A minute of work within all limits: twenty patterns that nearly match each of 8,000 long rows. */
  const patterns = Array.from({ length: 20 }, (_, at) => `text.like.*${'a'.repeat(170 + at)}b*`)
  const worst = encodeURI(`/rest/v1/passages?select=id&or=(${patterns.join(',')})`)

  function spendTime(personId: string): void {
    void withinTimeOf(program.platform, personId, async () => currentTime()?.spend(60_000))
  }

  async function ask(caller: Owner, address: string, settings: RequestInit = {}) {
    const headers = { ...caller.headers, apikey: program.platform.tokens.anonKey, 'accept-language': 'vi' }
    const type = settings.body ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(program.origin + address, { ...settings, headers: { ...headers, ...type } })
    return { status: answer.status, after: answer.headers.get('retry-after'), body: (await answer.json()) as unknown }
  }

  async function feel(isOver: () => boolean): Promise<{ health: number; message: number }> {
    const health: number[] = []
    const message: number[] = []
    const timed = async (into: number[], act: () => Promise<unknown>) => {
      const began = performance.now()
      await act()
      into.push(performance.now() - began)
    }
    const pulse = (async () => {
      while (!isOver()) {
        await timed(health, async () => assert.equal((await fetch(`${program.origin}/healthz`)).status, 200))
        await wait(20)
      }
    })()
    for (let sent = 0; !isOver() && sent < visitors.length * 4; sent++) {
      const visitor = visitors[sent % visitors.length]
      await timed(message, async () => assert.equal((await visitor?.send(`Chào shop ${sent}`))?.status, 201))
      await wait(50)
    }
    await pulse
    return { health: p99(health), message: p99(message) }
  }

  test('halt neither /healthz nor the chat box', async () => {
    let over = false
    const calm = wait(2000).then(() => (over = true))
    const floor = await feel(() => over)
    await calm
    over = false
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    const attack = callers.map(async caller => {
      while (!over) answers.push(await ask(caller, worst))
    })
    const end = wait(5000).then(() => {
      over = true
      // Refuses their queued queries, or the test would wait for them.
      for (const { personId } of callers) spendTime(personId)
    })
    const felt = await feel(() => over)
    await Promise.all([...attack, end])
    const codes = new Set(answers.map(({ status, body }) => `${status} ${(body as { code: string }).code}`))
    assert.ok(answers.length >= attackers)
    assert.deepEqual(
      [...codes].filter(code => !['500 57014', '429 request.too_many'].includes(code)),
      [],
    )
    for (const what of ['health', 'message'] as const) {
      const max = Math.max(maxMs, calmTimes * floor[what])
      assert.ok(felt[what] < max, `${what}: ${felt[what]} ms, ${floor[what]} ms when nobody attacks`)
    }
  })

  test('who has spent the time is told when to come back, in the own language; others read on', async () => {
    const [caller] = callers as [Owner]
    spendTime(caller.personId)
    const refused = await ask(caller, '/rest/v1/sources?select=id')
    const { code, message } = refused.body as { code: string; message: string }
    assert.deepEqual([refused.status, code, message], [429, 'request.too_many', errorText('request.too_many', 'vi')])
    assert.ok(Number(refused.after) > 0)
    assert.equal((await ask(owner, '/rest/v1/sources?select=id')).status, 200)
    for (const address of ['conversations', 'facts', 'statistics?from=2026-11-01&to=2026-11-23'])
      assert.equal((await ask(caller, `/api/v1/${address}`)).status, 429, address)
    const list = { method: 'POST', body: JSON.stringify({ prefix: '' }) }
    for (const version of ['list', 'list-v2']) {
      const address = `/storage/v1/object/${version}/files`
      assert.equal((await ask(caller, address, list)).status, 429, address)
      assert.notEqual((await ask(owner, address, list)).status, 429, address)
    }
  })
})

function p99(times: number[]): number {
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.99)] ?? Infinity
}
