import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { closeConversation } from '#features/inbox/conversations/close-conversation.ts'
import { memberTypes, pauseBot, resumeBot } from '#features/inbox/conversations/pause-bot.ts'
import { reply } from '#features/inbox/messages/reply.ts'
import { setBotStatus } from '#features/workspaces/pause-all.ts'
import { seconds } from '#platform/clock.ts'
import type { Database } from '#platform/sql/database.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { teach } from '#tests/fixtures/teach.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { answer } from './answer.ts'

const policy = `# Chính sách giao hàng
## Phí giao hàng
Nội thành Hà Nội: phí ship 20.000đ. Các tỉnh thành khác: phí ship 32.000đ.
## Thời gian giao hàng
Nội thành giao trong 1–2 ngày làm việc.
`

describe('the bot', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let visitor: string
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())
  beforeEach(async () => {
    shop = await makeWorkspace(platform)
    await teach(platform, shop.workspaceId, 'Chính sách giao hàng', policy)
    visitor = newId()
  })

  async function write(text: string): Promise<string> {
    const id = await customerWrites(platform, shop, visitor, text)
    await platform.jobs.drain()
    return id
  }
  async function wait(ms: number): Promise<void> {
    platform.clock.advance(ms)
    await platform.jobs.drain()
  }
  const thread = async (id: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          author: string
          text: string
        }>`select author, text from messages where conversation_id = ${id} order by seq`.execute(tx),
      )
    ).rows
  const authors = async (id: string) => (await thread(id)).map(message => message.author).join(' ')
  const answers = async (id: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          act: string
          message_ids: string[]
          citations: { quote: string; start: number; end: number; source_id: string; page: number | null }[]
          reply_id: string
        }>`
          select act, message_ids, citations, reply_id from answers where conversation_id = ${id} order by up_to_seq`.execute(
          tx,
        ),
      )
    ).rows
  const conversation = async (id: string) =>
    (
      await platform.db.asService(null, tx =>
        sql<{
          bot_status: string
          waiting_since: Date | null
        }>`select bot_status, waiting_since from conversations where id = ${id}`.execute(tx),
      )
    ).rows[0]

  test('answers after the reply delay, from the shop’s own document, with the exact place', async () => {
    const id = await write('phi ship noi thanh bn v shop')
    await wait(799)
    assert.equal(await authors(id), 'contact')
    await wait(1)
    assert.equal(await authors(id), 'contact bot')
    assert.match((await thread(id))[1]?.text ?? '', /20\.000đ/)
    const [answer] = await answers(id)
    const [citation] = answer?.citations ?? []
    assert.equal(answer?.act, 'answer')
    assert.equal(policy.slice(citation?.start, citation?.end), citation?.quote)
  })

  test('says on which page of a file its quote stands', async () => {
    const pages = JSON.stringify([
      { number: 1, start: 0 },
      { number: 2, start: policy.indexOf('## Phí giao hàng') },
      { number: 3, start: policy.indexOf('## Thời gian') },
    ])
    await platform.db.asService(shop.workspaceId, tx =>
      sql`update private.source_texts set pages = ${pages}::jsonb where workspace_id = ${shop.workspaceId}`.execute(tx),
    )
    const id = await write('phí ship nội thành bao nhiêu ạ')
    await wait(800)
    assert.equal((await answers(id))[0]?.citations[0]?.page, 2)
  })

  test('answers a burst once, and links the answer to all of its messages', async () => {
    const id = await write('shop ơi')
    await wait(500)
    await write('cho em hỏi')
    await wait(500)
    await write('phí ship bao nhiêu ạ')
    await wait(800)
    assert.equal(await authors(id), 'contact contact contact bot')
    assert.equal((await answers(id))[0]?.message_ids.length, 3)
  })

  test('answers who wrote more than can be read at once, and all of it counts as answered', async () => {
    const id = await write('phí ship bao nhiêu ạ')
    await wait(800)
    await platform.db.asService(shop.workspaceId, tx =>
      sql`insert into messages (id, workspace_id, conversation_id, channel_id, seq, direction, author, text, status, created_at)
        select gen_random_uuid(), workspace_id, id, channel_id, last_seq + n, 'in', 'contact', 'shop ơi ' || n, 'stored', ${platform.clock.now()}
        from conversations, generate_series(1, 70) n where id = ${id}`.execute(tx),
    )
    await platform.db.asService(shop.workspaceId, tx =>
      sql`update conversations set last_seq = last_seq + 70 where id = ${id}`.execute(tx),
    )
    await write('phí ship bao nhiêu ạ')
    await wait(800)
    const [, second] = await answers(id)
    assert.equal(new Set(second?.message_ids).size, 71)
    assert.match(await authors(id), /contact bot$/)
  })

  test('says that it does not know, offers a person, and puts the chat among those who wait', async () => {
    const id = await write('shop có bán vé máy bay đi Singapore không?')
    await wait(800)
    assert.equal((await answers(id))[0]?.act, 'abstain')
    assert.ok((await conversation(id))?.waiting_since)
  })

  test('of several questions those it cannot answer are left to a person, each by itself on the list, once', async () => {
    const id = await write('phí ship nội thành bao nhiêu? có bán vé máy bay đi Singapore không?')
    await wait(800)
    assert.equal((await answers(id))[0]?.act, 'answer')
    assert.match((await thread(id))[1]?.text ?? '', /20\.000đ/)
    assert.ok((await conversation(id))?.waiting_since)
    await write('có bán vé máy bay đi Singapore không?')
    await wait(800)
    const { rows } = await platform.db.asService(shop.workspaceId, tx =>
      sql`select question, asked_count from unanswered_questions where workspace_id = ${shop.workspaceId}`.execute(tx),
    )
    assert.deepEqual(rows, [{ question: 'có bán vé máy bay đi Singapore không?', asked_count: 2 }])
  })

  test('hands over when a person is asked for, and stays silent until a member resumes', async () => {
    const id = await write('cho mình gặp nhân viên với')
    await wait(800)
    assert.equal((await answers(id))[0]?.act, 'handoff')
    assert.equal((await conversation(id))?.bot_status, 'off')
    await write('phí ship bao nhiêu')
    await wait(seconds(60))
    assert.equal(await authors(id), 'contact bot contact')
    await resumeBot(platform, shop.admin, { id })
    await write('phí ship nội thành bao nhiêu vậy ạ')
    await wait(800)
    assert.equal((await authors(id)).split(' ').at(-1), 'bot')
  })

  test('falls silent the moment a member types, and answers when the member does not go on', async () => {
    const id = await write('phí ship bao nhiêu')
    await memberTypes(platform, shop.admin, { id })
    await wait(800)
    assert.equal(await authors(id), 'contact')
    await wait(seconds(60))
    assert.equal(await authors(id), 'contact bot')
  })

  test('says nothing more when a member has answered meanwhile', async () => {
    const id = await write('phí ship bao nhiêu')
    await reply(platform, shop.admin, { id, text: 'Dạ 20k ạ' })
    await wait(seconds(5))
    assert.equal(await authors(id), 'contact member')
  })

  test('is silent while paused, in one chat or everywhere, and the customer counts as waiting', async () => {
    const id = await write('chào shop')
    await pauseBot(platform, shop.admin, { id })
    await write('phí ship bao nhiêu')
    await wait(seconds(5))
    assert.equal(await authors(id), 'contact contact')
    assert.ok((await conversation(id))?.waiting_since)
    await closeConversation(platform, shop.admin, { id })
    await setBotStatus(platform, shop.admin, 'off')
    await write('phí ship bao nhiêu')
    await wait(seconds(5))
    assert.equal(await authors(id), 'contact contact contact')
    await setBotStatus(platform, shop.admin, 'on')
    await write('alo, phí ship bao nhiêu ạ')
    await wait(800)
    assert.equal((await authors(id)).split(' ').at(-1), 'bot')
  })

  test('takes its time for a message after long silence, so that the next line still belongs to it', async () => {
    const id = await write('alo shop')
    await platform.db.asService(null, tx =>
      sql`update workspaces set bot_status = 'off' where id = ${shop.workspaceId}`.execute(tx),
    )
    await wait(seconds(60))
    await setBotStatus(platform, shop.admin, 'on')
    await write('cho em hỏi')
    await wait(500)
    await write('ship bn v shop')
    await wait(800)
    assert.equal(await authors(id), 'contact contact contact bot')
  })

  test('paused in the moment in which it wanted to speak, it leaves the customer among those who wait', async () => {
    const id = await write('ship bn v shop')
    platform.clock.advance(800)
    let reads = 0
    const db: Database = {
      ...platform.db,
      async readAsService(statement) {
        const rows = await platform.db.readAsService(statement)
        if (++reads === 1) await pauseBot(platform, shop.admin, { id })
        return rows
      },
    }
    await answer({ ...platform, db }, { workspace_id: shop.workspaceId, conversation_id: id })
    assert.equal(await authors(id), 'contact')
    assert.notEqual((await conversation(id))?.waiting_since, null)
  })

  test('waits while the customer goes on typing, but not for ever', async () => {
    const id = await write('phí ship')
    const types = () =>
      platform.db.asService(null, tx =>
        sql`update conversations set contact_typing_at = ${platform.clock.now()} where id = ${id}`.execute(tx),
      )
    await wait(500)
    await types()
    for (let waited = 500; waited < 3700; waited += 400) {
      await wait(400)
      await types()
    }
    assert.equal(await authors(id), 'contact')
    await wait(800)
    assert.equal(await authors(id), 'contact bot')
  })

  test('stops at the limit: tells the customer once, and lets the team know', async () => {
    await platform.db.asService(null, tx =>
      sql`update usage_counters set used = hard_limit where workspace_id = ${shop.workspaceId} and metric = 'messages'`.execute(
        tx,
      ),
    )
    const id = await write('phí ship bao nhiêu')
    await wait(800)
    await write('alo')
    await wait(800)
    assert.equal(await authors(id), 'contact bot contact')
    assert.doesNotMatch((await thread(id))[1]?.text ?? '', /20\.000/)
    assert.ok((await conversation(id))?.waiting_since)
    await reply(platform, shop.admin, { id, text: 'Dạ 20k ạ' })
    await resumeBot(platform, shop.admin, { id })
    await write('còn đi tỉnh thì sao ạ')
    await wait(800)
    assert.equal(await authors(id), 'contact bot contact member contact bot', 'told again once somebody has spoken')
  })

  test('never quotes what was removed, nor another shop’s', async () => {
    const other = await makeWorkspace(platform)
    await teach(platform, other.workspaceId, 'Chính sách giao hàng', policy.replaceAll('20.000đ', '99.000đ'))
    await platform.db.asService(shop.workspaceId, async tx => {
      await sql`delete from passages where workspace_id = ${shop.workspaceId}`.execute(tx)
      await sql`update workspaces set knowledge_version = knowledge_version + 1 where id = ${shop.workspaceId}`.execute(
        tx,
      )
    })
    const id = await write('phí ship bao nhiêu')
    await wait(800)
    assert.equal((await answers(id))[0]?.act, 'abstain')
    assert.doesNotMatch((await thread(id))[1]?.text ?? '', /\d/)
  })
})
