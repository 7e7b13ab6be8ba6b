import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ask } from '#features/bot/messages/ask.ts'
import { seconds } from '#platform/clock.ts'
import { testPlatform } from '#server/testing.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { developmentFolder, filesOf, readSets } from './evaluation-sets.ts'

type Reply = { act: string; reply: string; confidence: number; path: string; citations: { quote: string }[] }

it('with model and vectors out of reach for a whole set of questions every answer is the embedded one', async () => {
  const [shop] = readSets(filesOf(developmentFolder)).businesses
  assert.ok(shop)
  const nowhere = 'http://127.0.0.1:9/v1'
  const down = await testPlatform({
    settings: {
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'tiny',
      LLM_BASE_URL: nowhere,
      LLM_FIRST_TOKEN_SECONDS: '0.2',
      LLM_SECONDS: '0.4',
      EMBEDDING_MODEL: 'tiny',
      EMBEDDING_BASE_URL: nowhere,
    },
  })
  const none = await testPlatform()
  const [broken, plain] = await Promise.all(
    [down, none].map(async platform => {
      const workspace = await makeWorkspace(platform)
      for (const { title, text } of shop.docs) await teach(platform, workspace.workspaceId, title, text)
      platform.clock.advance(seconds(2))
      await platform.jobs.drain()
      const answers = []
      for (const { text, history } of shop.questions) {
        const turns = history.map(turn => ({
          role: turn.role === 'bot' ? ('bot' as const) : ('customer' as const),
          text: turn.text,
        }))
        const { act, reply, confidence, path, citations } = (await ask(platform, workspace.admin, {
          text,
          history: turns,
        })) as Reply
        answers.push({ act, reply, confidence, path, quotes: citations.map(({ quote }) => quote) })
      }
      return answers
    }),
  )
  assert.ok(plain!.length > 40)
  assert.deepEqual(broken, plain)
  await Promise.all([down.close(), none.close()])
})
