import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { signInOwner, signUpOwner, type ShopOwner } from '#dev/shop-client.ts'
import { readAnonKey } from '#tests/fixtures/anon-key.ts'
import { makeHome, startServer } from '#tests/setup/server-process.ts'

type Row = { title: string; status: string; answer: string; live_version: number | null }

const account = { email: 'kill@mocan.example', password: 'gốm Bát Tràng nung lửa', name: 'Nguyễn Thu Hạnh' }
const fee = 'Phí giao hàng nội thành?'
const others = Array.from({ length: 24 }, (_, n) => `Mẫu chén số ${n} giá bao nhiêu?`)

test(
  'killed again and again while many pairs are tried, only the one that makes an answer worse waits, and the old one answers all along',
  { timeout: 240_000 },
  async () => {
    const home = await makeHome({ HUMAN_CHECK: 'off', AUTH_RATE_LIMITS: 'off' })
    let server = await startServer(home)
    try {
      const anonKey = await readAnonKey(home)
      let owner: ShopOwner = await signUpOwner(server.url, anonKey, join(home.dataDir, 'mail'), account)
      await owner.act('POST', '/sources/pairs', { question: fee, answer: 'Phí giao hàng nội thành 20.000đ.' })
      for (let n = 0; n < 20; n++)
        await owner.act('POST', '/regression-cases', {
          question: `phí giao hàng nội thành${' ạ'.repeat(n)}`,
          expected: '20.000đ',
        })
      const rows = (): Promise<Row[]> => owner.rows<Row>('sources?select=*&kind=eq.pair&status=neq.removed')
      const answerNow = async (): Promise<string> =>
        (await owner.act<{ reply: string }>('POST', '/bot/ask', { text: fee })).reply

      const lines = others.map((question, n) => `${question},Mẫu số ${n} giá ${n + 10}.000đ.`)
      lines.splice(11, 0, `${fee},Phí giao hàng nội thành 25.000đ.`)
      await importPairs(server.url, owner, ['question,answer', ...lines].join('\n'))
      for (const delay of [0, 60, 150]) {
        await wait(delay)
        await server.kill()
        server = await startServer(home)
        const again = await signInOwner(server.url, anonKey, account)
        assert.ok(again)
        owner = again
        assert.match(await answerNow(), /20\.000đ/)
      }
      await until(async () => (await rows()).every(row => row.status !== 'processing'))
      const end = await rows()
      assert.deepEqual(
        end.filter(row => row.status === 'waiting').map(row => [row.title, row.live_version]),
        [[fee, 1]],
      )
      assert.equal(end.filter(row => row.status === 'processed' && row.live_version !== null).length, others.length)
      assert.match(await answerNow(), /20\.000đ/)
    } finally {
      await server.stop()
      await home.remove()
    }
  },
)

async function importPairs(url: string, owner: ShopOwner, csv: string): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([csv], { type: 'text/csv' }), 'pairs.csv')
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const answer = await fetch(`${url}/api/v1/sources/pairs/import?how=all`, { method: 'POST', headers, body })
  assert.equal(answer.status, 200)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await holds()) return
    await wait(100)
  }
  throw new Error('It never came.')
}
