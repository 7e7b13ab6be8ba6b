import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { until } from '#dev/shop-client.ts'
import { openVisitor } from '#dev/visitor-client.ts'
import { openShop } from '../fixtures/shop.ts'
import { liftLimits } from '../setup/lift-limits.ts'
import { makeHome, startServer } from '../setup/server-process.ts'
import { type Acknowledged, judge } from './judge.ts'

test('a full disk: messages are put off, readiness says so; with room again all goes on by itself, nothing lost or twice', async () => {
  const loaded = pathToFileURL(join(import.meta.dirname, '../setup/full-disk.ts')).href
  const home = await makeHome({ HUMAN_CHECK: 'off' }, { empty: Boolean(process.env['TEST_DATABASE_URL']) })
  const flag = join(home.dataDir, 'disk-is-full')
  Object.assign(home.settings, { NODE_OPTIONS: `--import ${loaded}`, FULL_DISK: flag })
  liftLimits(home)
  const server = await startServer(home)
  const acknowledged: Acknowledged[] = []
  try {
    const { page } = await openShop(home, server)
    const { token } = await openVisitor(server.url, page)
    const say = async (clientId: string, text: string): Promise<Response> => {
      const answer = await fetch(`${server.url}/widget/v1/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: page.origin, authorization: `Bearer ${token}` },
        body: JSON.stringify({ client_id: clientId, text }),
      })
      if (answer.ok)
        acknowledged.push({ id: ((await answer.json()) as { id: string }).id, clientId, text, visitor: token })
      return answer
    }
    const readiness = async () => {
      const answer = await fetch(`${server.url}/readyz`)
      return `${answer.status} ${((await answer.json()) as { status: string }).status}`
    }
    assert.equal((await say(randomUUID(), 'phí ship đi Hà Nội bao nhiêu ạ?')).status, 201)
    assert.equal(await readiness(), '200 ready')

    writeFileSync(flag, '')
    let refused: { clientId: string; text: string } | undefined
    // Pages have some room left.
    for (let tries = 0; tries < 8 && !refused; tries++) {
      const message = { clientId: randomUUID(), text: `câu ${tries}: ${'đường dài, '.repeat(180)}hết` }
      const answer = await say(message.clientId, message.text)
      if (answer.ok) continue
      refused = message
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
      assert.equal(await readiness(), '503 disk full')
    }
    assert.ok(refused, 'the disk was full, and everything was taken')

    rmSync(flag)
    await until('the program to be ready', async () => ((await readiness()) === '200 ready' ? true : undefined), 15)
    assert.equal((await say(refused.clientId, refused.text)).status, 201)
    assert.equal((await server.stop()).code, 0)
    const { problems, stored } = await judge(home, acknowledged, [])
    // The bot waits up to ten seconds before it answers; kill.test.ts sees to that.
    const messageProblems = problems.filter(problem => !/^left undone: answer|was answered 0 times$/.test(problem))
    assert.deepEqual([messageProblems, stored], [[], acknowledged.length])
  } finally {
    await server.kill()
    await home.remove()
  }
})
