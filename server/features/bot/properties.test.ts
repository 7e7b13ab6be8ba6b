import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { makeLog } from '#platform/log.ts'
import { minutes, seconds } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import { brokenAnswers, startModelSimulator } from '#tests/drivers/model-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWidget, openChat } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { ask } from './messages/ask.ts'

const policy = (fee: string) => `# Chính sách giao hàng
## Phí giao hàng
Nội thành Hà Nội: phí ship ${fee}, giao trong 2 ngày.
## Giờ mở cửa
Mở cửa từ 8h đến 21h hằng ngày.
`

type Reply = { act: string; reply: string; path: string; confidence: number }
const askBot = async (platform: TestPlatform, shop: TestWorkspace, text: string): Promise<Reply> =>
  (await ask(platform, shop.admin, { text, history: [] })) as Reply

describe('what always holds', () => {
  for (const mode of ['embedded', 'provider'] as const)
    test(`fifty at once, two shops with the same documents and other prices: none says the other’s (${mode})`, async () => {
      const simulator = await startModelSimulator()
      const settings = {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'tiny',
        LLM_BASE_URL: `${simulator.address}/v1`,
        EMBEDDING_MODEL: 'tiny',
        EMBEDDING_BASE_URL: `${simulator.address}/v1`,
      }
      const platform = await testPlatform(mode === 'provider' ? { settings } : {})
      const shops: [TestWorkspace, string][] = []
      for (const fee of ['20.000đ', '45.000đ']) {
        const shop = await makeWorkspace(platform)
        await teach(platform, shop.workspaceId, 'Chính sách', policy(fee))
        shops.push([shop, fee])
      }
      platform.clock.advance(seconds(2))
      await platform.jobs.drain()
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          const [shop, fee] = shops[i % 2]!
          return { fee, ...(await askBot(platform, shop, `phí ship nội thành bao nhiêu ${'ạ '.repeat(i)}`)) }
        }),
      )
      for (const { fee, reply } of answers) {
        assert.ok(reply.includes(fee), reply)
        assert.ok(!reply.includes(fee === '20.000đ' ? '45.000' : '20.000'), reply)
      }
      if (mode === 'provider') assert.ok(answers.some(({ path }) => path === 'provider'))
      await platform.close()
      await simulator.close()
    })

  test('no digit of what customers write stands in any log, whatever fails', async () => {
    const simulator = await startModelSimulator()
    const written: string[] = []
    const platform = await testPlatform({
      log: makeLog('trace', { write: line => void written.push(line) }),
      settings: {
        LLM_PROVIDER: 'openai-compatible',
        LLM_MODEL: 'tiny',
        LLM_BASE_URL: `${simulator.address}/v1`,
        LLM_FIRST_TOKEN_SECONDS: '0.2',
        LLM_SECONDS: '0.4',
        EMBEDDING_MODEL: 'tiny',
        EMBEDDING_BASE_URL: `${simulator.address}/v1`,
      },
    })
    const app = await testApp(platform)
    const shop = await makeWorkspace(platform)
    const widget = (await makeWidget(platform, shop)).account_id
    await teach(platform, shop.workspaceId, 'Chính sách', policy('20.000đ'))
    const text =
      'phí ship bao nhiêu? em là Nguyễn Thị Hoa, sdt 0912 345 678, mail hoa.nguyen@example.com, cccd 079123456789, stk 19034567890123 Techcombank, giao về 12 Nguyễn Trãi, quận 1'
    for (const fault of [
      undefined,
      ...brokenAnswers.filter(one => !['endless stream', 'endless text'].includes(one)),
    ]) {
      simulator.fault = fault
      simulator.vectorFault = fault === undefined ? undefined : '500'
      platform.clock.advance(minutes(2))
      const visitor = await openChat(app, widget)
      assert.equal((await visitor.send(text)).status, 201)
      await visitor.read('0912345678')
      platform.clock.advance(seconds(5))
      await platform.jobs.drain()
    }
    await app.inject({ url: '/widget/v1/messages?after=0912345678' })
    await assert.rejects(
      platform.db.asService(shop.workspaceId, tx =>
        sql`insert into messages (id, text) values (${text}, ${text})`.execute(tx),
      ),
      error => {
        platform.log.error({ error, job: { payload: { note: text } } }, `A job failed: ${text}`)
        return true
      },
    )
    const sent = JSON.stringify(simulator.calls.map(({ body }) => body)) + JSON.stringify(simulator.vectorCalls)
    const log = written.join('')
    assert.ok(written.length > 0 && simulator.calls.length > 5)
    for (const raw of ['345 678', '912345678', '0912345678', '079123456789', '19034567890123', 'hoa.nguyen@']) {
      assert.ok(!log.includes(raw), `${raw} in a log`)
      assert.ok(!sent.includes(raw), `${raw} at the provider’s`)
    }
    for (const raw of ['Nguyễn Thị Hoa', '12 Nguyễn Trãi']) assert.ok(!sent.includes(raw), `${raw} at the provider’s`)
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql<{
        text: string
      }>`select distinct text from messages where workspace_id = ${shop.workspaceId} and author = 'contact'`.execute(
        tx,
      ),
    )
    assert.deepEqual(rows, [{ text }], 'what was written is stored as it was written')
    await app.close()
    await platform.close()
    await simulator.close()
  })
})
