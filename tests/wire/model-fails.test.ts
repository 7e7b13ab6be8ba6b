import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { seconds } from '#platform/clock.ts'
import { testApp, testPlatform, type TestPlatform } from '#server/testing.ts'
import {
  brokenAnswers,
  type ModelFault,
  type ModelSimulator,
  startModelSimulator,
  wrongAnswers,
} from '#tests/drivers/model-driver.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWidget, openChat } from '#tests/fixtures/visitor.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'

/** Not where a reply is expected of the model: on a busy machine that may take longer. */
const haste = { LLM_FIRST_TOKEN_SECONDS: 0.3, LLM_SECONDS: 0.6 }
const protocols = { 'openai-compatible': '/v1', anthropic: '', gemini: '' } as const

for (const [provider, path] of Object.entries(protocols)) {
  describe(`whatever becomes of the model (${provider}), a visitor of the website gets a reply`, () => {
    let platform: TestPlatform
    let app: FastifyInstance
    let simulator: ModelSimulator
    let shop: TestWorkspace
    let widget: string
    before(async () => {
      simulator = await startModelSimulator()
      platform = await testPlatform({
        settings: {
          LLM_PROVIDER: provider,
          LLM_BASE_URL: simulator.address + path,
          LLM_API_KEY: 'installation-key',
          LLM_MODEL: 'tiny',
        },
      })
      app = await testApp(platform)
      shop = await makeWorkspace(platform)
      await teach(platform, shop.workspaceId, 'Phí', 'Phí ship nội thành: 20.000đ. Phí ship các tỉnh khác: 32.000đ.')
      widget = (await makeWidget(platform, shop)).account_id
    })
    after(async () => {
      await app.close()
      await platform.close()
      await simulator.close()
    })

    async function replyTo(text: string): Promise<string[]> {
      const visitor = await openChat(app, widget)
      assert.equal((await visitor.send(text)).status, 201)
      platform.clock.advance(seconds(31)) // the circuit breaker allows one call per half minute
      await platform.jobs.drain()
      const { messages } = await visitor.read()
      return messages.flatMap(message => (message.author === 'bot' ? [message.text] : []))
    }

    test('the model’s own words, where all is well', async () => {
      simulator.fault = undefined
      assert.deepEqual(await replyTo('phí ship nội thành bao nhiêu ạ'), ['Dạ, Phí ship nội thành: 20.000đ ạ.'])
      assert.equal(simulator.calls.length, 1)
    })

    // A model's own doubts: `ask-model.test.ts`.
    const faults: ModelFault[] = [...wrongAnswers, ...brokenAnswers].filter(fault => fault !== 'unsure')
    test(`exactly one, true reply under each of ${faults.length} faults`, async () => {
      Object.assign(platform.config, haste)
      for (const fault of faults) {
        simulator.fault = fault
        const replies = await replyTo('phí ship nội thành bao nhiêu ạ')
        assert.equal(replies.length, 1, fault)
        assert.match(replies[0]!, /20\.000đ/, fault)
        assert.doesNotMatch(replies[0]!, /12\.345|evil|sen-|tháng|0987|miễn phí|<img/, fault)
      }
    })

    test('a server that only takes connections, and none at all', async () => {
      const sockets = new Set<Socket>()
      const silent = createServer(socket => void sockets.add(socket)).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      for (const address of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:9']) {
        Object.assign(platform.config, { LLM_BASE_URL: address })
        assert.match((await replyTo('phí ship tỉnh khác bao nhiêu ạ')).join(), /32\.000đ/)
      }
      Object.assign(platform.config, { LLM_BASE_URL: simulator.address + path })
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
  })
}
