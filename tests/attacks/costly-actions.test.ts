// What any trial account may do again and again: model calls, file reading, growing lists.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { parts } from '#server/app.ts'
import { askBody } from '#shared/contracts/bot/bot.api.ts'
import { readCsv } from '#features/training/pairs/read-csv.ts'
import { programForTests } from '#tests/setup/program.ts'
import { makeOwner, type Owner } from '#tests/fixtures/shop-owner.ts'

type Answer = { status: number; code: string | undefined; wait: number }

describe('acts that cost much', () => {
  const program = programForTests()
  let owner: Owner
  before(async () => {
    owner = await makeOwner(program.platform)
  })

  async function act(who: Owner, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const url = `/api/v1${path}`
    const answer = await program.app.inject({ method, url, headers: who.headers, ...(body && { payload: body }) })
    const { error } = answer.json<{ error?: { code: string } }>()
    return { status: answer.statusCode, code: error?.code, wait: Number(answer.headers['retry-after'] ?? 0) }
  }

  test('are counted together for a workspace: so many at once, and no other waits for it', async () => {
    const asks = [
      () => act(owner, 'POST', '/bot/ask', { text: 'giá bao nhiêu' }),
      () => act(owner, 'GET', '/exam'),
      () => act(owner, 'POST', `/answers/${newId()}/replay`, {}),
    ]
    const answers: Answer[] = []
    for (let at = 0; at < 60; at++) answers.push(await (asks[at % asks.length] as () => Promise<Answer>)())
    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 20)
    assert.ok(refused.every(({ code, wait }) => code === 'request.too_many' && wait >= 1))
    assert.equal((await act(owner, 'GET', '/bot/settings')).status, 200, 'what costs little goes on')
    assert.equal((await act(await makeOwner(program.platform), 'GET', '/exam')).status, 200)
    program.platform.clock.advance(minutes(1))
    assert.equal((await act(owner, 'GET', '/exam')).status, 200)
  })

  test('all that think, call others, or leave what is kept for long are among them', () => {
    const costly = parts.flatMap(part => part.routes ?? []).filter(route => route.costly)
    const named = costly.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`)
    for (const one of [
      'POST /bot/ask',
      'POST /bot/model/test',
      'POST /bot/search-model/test',
      'POST /answers/:id/replay',
      'POST /passages/find',
      'PUT /bot/settings',
      'GET /exam',
      'GET /facts',
      'PUT /facts/confirmed',
      'POST /sequences/:id/publish',
      'POST /broadcasts/:id/start',
      'POST /broadcasts/:id/retry',
      'POST /consent-texts',
      'POST /data-requests',
    ])
      assert.ok(named.includes(one), one)
  })

  test('nor does one person act without end', async () => {
    const busy = await makeOwner(program.platform)
    let taken = 0
    for (let at = 0; at < 2_100; at += 50) {
      const some = await Promise.all(Array.from({ length: 50 }, () => act(busy, 'GET', '/push-key')))
      taken += some.filter(({ status }) => status === 200).length
    }
    assert.equal(taken, 2_000)
  })

  test('what an act is sent has an end before anybody looks at who sends it, and so has what a question drags along', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(400_000) })
    const headers = { 'content-type': 'application/json' }
    const answer = await program.app.inject({ method: 'POST', url: '/api/v1/tags', headers, payload: large })
    assert.deepEqual(
      [answer.statusCode, answer.json<{ error: { code: string } }>().error.code],
      [413, 'request.too_large'],
    )
    const history = Array.from({ length: 12 }, (_, at) => ({
      role: 'customer' as const,
      text: `${at} `.padEnd(3000, 'x'),
    }))
    assert.deepEqual(
      askBody.parse({ text: 'giá', history }).history.map(({ text }) => text.slice(0, 2)),
      ['10', '11'],
    )
    const short = history.map(turn => ({ ...turn, text: 'dạ' }))
    assert.equal(askBody.parse({ text: 'giá', history: short }).history.length, 12)
  })

  test('a file of many lines leaves room for others while it is read, whatever is in it', async () => {
    const files = {
      pairs: `question,answer\n${Array.from({ length: 2_000 }, (_, at) => `câu ${at},"${'lời đáp '.repeat(150)}"`).join('\n')}`,
      'empty lines': `question,answer\n${' ,\n'.repeat(1_300_000)}`,
      'line breaks': `question,answer\n${'\n'.repeat(4_000_000)}`,
    }
    for (const [what, text] of Object.entries(files)) {
      let turns = 0
      let counting = setImmediate(function count() {
        turns += 1
        counting = setImmediate(count)
      })
      await readCsv(Buffer.from(text)).catch(() => undefined)
      clearImmediate(counting)
      assert.ok(turns > 50, `${what}: ${turns} turns`)
    }
  })

  test('tags and notes have an end', async () => {
    const { platform } = program
    const shop = await makeOwner(platform)
    const { workspaceId } = shop
    await platform.db.asService(workspaceId, tx =>
      sql`insert into tags (id, workspace_id, name, name_folded, colour, created_at)
        select gen_random_uuid(), ${workspaceId}, 'n' || n, 'n' || n, 'ink', now() from generate_series(1, 600) n
        on conflict do nothing`.execute(tx),
    )
    assert.deepEqual((await act(shop, 'POST', '/tags', { name: 'một nữa' })).code, 'inbox.tags_full')
    assert.deepEqual((await act(shop, 'POST', '/tags', { name: 'n7' })).code, 'request.conflict')

    const [channel] = await read(sql<{ id: string }>`select id from channels where workspace_id = ${workspaceId}`)
    const ids = { contact: newId(), conversation: newId() }
    await read(sql`insert into contacts (id, workspace_id, channel_id, external_id, name, fields, last_seen_at, created_at)
      values (${ids.contact}, ${workspaceId}, ${channel?.id}, 'khach', '', '{}', now(), now())`)
    await read(sql`insert into conversations (id, workspace_id, channel_id, contact_id, source, last_message_at, contact_name, created_at)
      values (${ids.conversation}, ${workspaceId}, ${channel?.id}, ${ids.contact}, 'website', now(), '', now())`)
    await read(sql`insert into notes (id, workspace_id, conversation_id, author_id, text, mentions, created_at)
      select gen_random_uuid(), ${workspaceId}, ${ids.conversation}, ${shop.personId}, 'x', '{}', now() from generate_series(1, 1000)`)
    const note = await act(shop, 'POST', `/conversations/${ids.conversation}/notes`, { text: 'một nữa' })
    assert.equal(note.code, 'inbox.notes_full')

    async function read<R>(statement: ReturnType<typeof sql<R>>): Promise<R[]> {
      return (await platform.db.asService(workspaceId, tx => statement.execute(tx))).rows
    }
  })
})
