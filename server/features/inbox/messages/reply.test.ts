import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { minutes, seconds } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { customerWrites } from '#tests/fixtures/customer-writes.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { closeConversation } from '../conversations/close-conversation.ts'
import { endPauses } from '../conversations/end-pauses.ts'
import { pauseBot, resumeBot } from '../conversations/pause-bot.ts'
import { reply } from './reply.ts'

describe('a member’s reply', () => {
  let platform: TestPlatform
  let shop: TestWorkspace
  let id: string
  before(async () => {
    platform = await testPlatform()
    shop = await makeWorkspace(platform)
  })
  beforeEach(async () => {
    id = await customerWrites(platform, shop, newId(), 'cho em hỏi')
  })
  after(() => platform.close())

  const bot = async () =>
    (
      await platform.db.asService(null, tx =>
        sql<{ bot_status: string; bot_off_by: string | null; bot_off_until: Date | null; waiting_since: Date | null }>`
          select bot_status, bot_off_by, bot_off_until, waiting_since from conversations where id = ${id}`.execute(tx),
      )
    ).rows[0]

  async function addColleague(): Promise<string> {
    const personId = newId()
    await platform.db.asService(null, async tx => {
      await sql`insert into people (id, email, full_name, joined_at) values (${personId}, ${`${personId}@shop.example`}, 'Minh', now())`.execute(
        tx,
      )
      await sql`insert into members (id, workspace_id, person_id, email, name, role, status) values (${newId()}, ${shop.workspaceId},
        ${personId}, ${`${personId}@shop.example`}, 'Minh', 'member', 'active')`.execute(tx)
    })
    return personId
  }

  test('goes out once for one client id, though sent twice at once', async () => {
    const client_id = newId()
    const [one, two] = await Promise.all(
      [1, 2].map(() => reply(platform, shop.admin, { id, text: 'Dạ em đây', client_id })),
    )
    assert.equal(one?.id, two?.id)
    const { rows } = await platform.db.asService(null, tx =>
      sql`select 1 from messages where conversation_id = ${id} and author = 'member'`.execute(tx),
    )
    assert.equal(rows.length, 1)
  })

  test('is by whom the conversation becomes, and silences the bot once; a colleague’s takes it from nobody', async () => {
    const colleague = await addColleague()
    await reply(platform, shop.admin, { id, text: 'Dạ em đây' })
    await reply(platform, { ...shop.admin, personId: colleague }, { id, text: 'Em Minh ạ' })
    const { rows } = await platform.db.asService(null, tx =>
      sql`select assignee_id, (select count(*)::int from private.events e where e.name = 'bot.paused'
        and e.payload ->> 'conversation_id' = ${id}) as paused from conversations where id = ${id}`.execute(tx),
    )
    assert.deepEqual(rows, [{ assignee_id: shop.admin.personId, paused: 1 }])
  })

  test('does not go into a closed conversation', async () => {
    await closeConversation(platform, shop.admin, { id })
    await assert.rejects(reply(platform, shop.admin, { id, text: 'Dạ em đây' }), {
      code: 'inbox.conversation_closed',
    })
  })

  test('silences the bot for half an hour after the last one, and then it is on again', async () => {
    await reply(platform, shop.admin, { id, text: 'Dạ em đây' })
    platform.clock.advance(minutes(20))
    await reply(platform, shop.admin, { id, text: 'Anh/chị cần gì ạ' })
    platform.clock.advance(minutes(20))
    await endPauses(platform)
    assert.equal((await bot())?.bot_status, 'off')
    platform.clock.advance(minutes(10))
    await endPauses(platform)
    assert.deepEqual(await bot(), { bot_status: 'on', bot_off_by: null, bot_off_until: null, waiting_since: null })
  })

  test('is the channel’s last one, noted twice a minute', async () => {
    const lastOut = async () => {
      const { rows } = await platform.db.asService(null, tx =>
        sql<{ last_out_at: Date | null }>`select last_out_at from channels where id = ${shop.channelId}`.execute(tx),
      )
      return rows[0]?.last_out_at
    }
    platform.clock.advance(minutes(1))
    const first = platform.clock.now()
    await reply(platform, shop.admin, { id, text: 'Dạ em đây' })
    platform.clock.advance(seconds(20))
    await reply(platform, shop.admin, { id, text: 'Anh/chị cần gì ạ' })
    assert.deepEqual(await lastOut(), first)
    platform.clock.advance(seconds(20))
    await reply(platform, shop.admin, { id, text: 'Em nghe ạ' })
    assert.deepEqual(await lastOut(), platform.clock.now())
  })

  test('leaves a pause by hand as it is: until somebody resumes', async () => {
    await pauseBot(platform, shop.admin, { id })
    await reply(platform, shop.admin, { id, text: 'Dạ em đây' })
    assert.equal((await bot())?.bot_off_until, null)
    await resumeBot(platform, shop.admin, { id })
    assert.equal((await bot())?.bot_status, 'on')
  })

  test('is refused while a place of a canned reply is open; other braces are the shop’s own', async () => {
    for (const text of ['Chào {{customer_name}} ạ', '{{ shop_name }}', 'Em là {{member_name}}'])
      await assert.rejects(reply(platform, shop.admin, { id, text }), { code: 'inbox.variable_open' })
    const sent = await reply(platform, shop.admin, { id, text: 'Mã của mình là {{A1}} ạ' })
    assert.equal(sent.text, 'Mã của mình là {{A1}} ạ')
  })

  test('is refused when empty or too long, in both languages', async () => {
    await assert.rejects(reply(platform, shop.admin, { id, text: ' \n ' }), { code: 'inbox.message_empty' })
    await assert.rejects(reply(platform, shop.admin, { id, text: 'ạ'.repeat(2001) }), {
      code: 'inbox.message_too_long',
    })
  })

  test('to a conversation of another workspace finds nothing', async () => {
    const other = await makeWorkspace(platform)
    await assert.rejects(reply(platform, other.admin, { id, text: 'x' }), { code: 'request.not_found' })
    await assert.rejects(pauseBot(platform, other.admin, { id }), { code: 'request.not_found' })
  })
})
