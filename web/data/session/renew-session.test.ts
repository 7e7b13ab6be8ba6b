import assert from 'node:assert/strict'
import { mock, test, type TestContext } from 'node:test'
import { standInForPage } from '#tests/setup/page-globals.ts'
import { client } from '#web/data/client.ts'
import { renewSession } from './renew-session.ts'

const minute = 60_000

function stage(t: TestContext, { leftMs = minute, status = 200, meanwhile = () => {} } = {}) {
  const { local } = standInForPage(t)
  const store = (token: string, ms: number) =>
    local.set('sen-session', JSON.stringify({ refresh_token: token, expires_at: (Date.now() + ms) / 1000 }))
  store('old', leftMs)
  const sent: string[] = []
  mock.method(globalThis, 'fetch', async (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { refresh_token: string }).refresh_token)
    meanwhile()
    if (status === 0) throw new TypeError('fetch failed')
    return Response.json({ access_token: 'a', refresh_token: 'new' }, { status })
  })
  const done: string[] = []
  const { auth } = client()
  mock.method(auth, 'setSession', async ({ refresh_token: token }: { refresh_token: string }) => {
    done.push(token)
    store(token, 60 * minute)
  })
  mock.method(auth, 'signOut', async ({ scope }: { scope: string }) => void done.push(`out ${scope}`))
  return { local, sent, done }
}

test('a session that is nearly over is renewed once, whoever asks at the same time', async t => {
  const { sent, done } = stage(t)
  await Promise.all([renewSession(), renewSession()])
  assert.deepEqual([sent, done], [['old'], ['new']])
})

test('one that still lasts is left alone, and so is a browser without one', async t => {
  const { sent, local } = stage(t, { leftMs: 2 * minute })
  await renewSession()
  local.clear()
  await renewSession()
  assert.deepEqual(sent, [])
})

test('a refused one is over here; a server that does not answer ends nothing', async t => {
  for (const [status, expected] of [
    [400, ['out local']],
    [403, ['out local']],
    [429, []],
    [503, []],
    [0, []],
  ] as const) {
    const { done } = stage(t, { status })
    await renewSession()
    assert.deepEqual(done, expected, String(status))
  }
})

test('who signed in or out meanwhile is not undone', async t => {
  for (const status of [200, 400]) {
    const { done, local } = stage(t, { status, meanwhile: () => local.set('sen-session', 'null') })
    await renewSession()
    assert.deepEqual(done, [])
  }
})
