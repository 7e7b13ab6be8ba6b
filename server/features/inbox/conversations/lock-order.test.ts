import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { testPlatform } from '#server/testing.ts'
import { removeMember } from '#features/workspaces/change-member.ts'
import { connectScripted, deliver, scriptedKind } from '#tests/fixtures/scripted-kind.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { assign } from './assign.ts'
import { changeCustomer } from '../profile/change-customer.ts'
import { closeConversation, reopenConversation } from './close-conversation.ts'
import { fetchProfile } from '../profile/fetch-profile.ts'
import { markRead } from './mark-read.ts'
import { pauseBot, resumeBot } from './pause-bot.ts'
import { tagConversation } from '../tags/tag-conversation.ts'
import { makeTag, removeTag } from '../tags/tags.ts'

/** Enough for PostgreSQL to deadlock, had rows been locked in different orders. */
const rounds = 12

// The embedded database runs one transaction at a time and cannot deadlock.
describe('what happens to one customer at one moment', () => {
  test('comes one after the other: nobody is sent away because two held each other up', async t => {
    const problems: unknown[] = []
    const collect = (entry: { error?: unknown }) => void (entry.error && problems.push(entry.error))
    const platform = await testPlatform({ log: { ...quiet, warn: collect, error: collect } as never })
    t.after(() => platform.close())
    const workspace = await makeWorkspace(platform)
    const { workspaceId, admin } = workspace
    const kind = scriptedKind()
    const { accountId } = await connectScripted(platform, workspace, kind)
    let fetched = 0
    kind.fetchProfile = async () => ({ name: `Khách ${++fetched}` })
    const message = (text: string) => ({
      userId: 'u1',
      externalId: newId(),
      time: platform.clock.now(),
      text,
      attachments: [],
    })
    const receive = (...events: object[]) => deliver(platform, kind, accountId, events as never)
    const read = async () =>
      (
        await platform.db.asService(null, tx =>
          sql<{ id: string; contact_id: string }>`select id, contact_id from conversations order by id`.execute(tx),
        )
      ).rows
    await receive({ kind: 'message.in', ...message('shop ơi') })
    await platform.jobs.drain()
    const [first] = await read()
    await closeConversation(platform, admin, { id: first?.id ?? '' })
    await platform.db.asService(null, tx =>
      sql`update conversations set last_message_at = last_message_at - interval '3 days'`.execute(tx),
    )
    await receive({ kind: 'message.in', ...message('còn hàng không') })
    await platform.jobs.drain()
    const both = await read()
    assert.equal(both.length, 2)
    const [old = '', now = ''] = both.map(row => row.id)
    const contactId = both[0]?.contact_id ?? ''
    const refused = (error: { code?: string }) => {
      if (error.code !== 'request.conflict' && error.code !== 'request.not_found') problems.push(error)
    }

    for (let round = 0; round < rounds; round++) {
      const tag = await makeTag(platform, admin, { name: `đợt ${round}`, colour: 'ink' })
      for (const id of [now, old]) await tagConversation(platform, admin, { id, add: [tag.id], remove: [] })
      const leaving = await addMember(workspaceId)
      await assign(platform, admin, { id: now, person_id: leaving.personId })
      const phone = `09${10_000_000 + round}`
      await receive(
        { kind: 'thread', userId: 'u1', owner: round % 2 ? 'us' : 'other', time: platform.clock.now() },
        { kind: 'message.in', ...message(`gọi em ${phone}`), contactFields: { round }, standby: round % 2 === 0 },
        { kind: 'message.echo.human', ...message('dạ shop đây') },
        { kind: 'user_info', userId: 'u1', name: `Chị ${round}`, phone, time: platform.clock.now() },
      )
      const acts = [
        () => platform.jobs.drain(),
        () => fetchProfile(platform, { workspace_id: workspaceId, contact_id: contactId }),
        () => rename(old, round),
        () => rename(now, round),
        () => assign(platform, admin, { id: now, person_id: leaving.personId }),
        () => removeMember(platform, admin, { id: leaving.id }),
        () => removeTag(platform, admin, { id: tag.id }),
        () => pauseBot(platform, admin, { id: old }),
        () => resumeBot(platform, admin, { id: now }),
        () => markRead(platform, admin, { id: now, unread: false }),
        () => reopenConversation(platform, admin, { id: old }),
        () => platform.jobs.drain(),
      ]
      await Promise.all(acts.map(act => act().catch(refused)))
      await platform.jobs.drain()
    }
    assert.deepEqual(problems, [])

    function rename(id: string, round: number): Promise<unknown> {
      const add = [{ kind: 'phone' as const, value: `09${20_000_000 + round}` }]
      return changeCustomer(platform, admin, {
        id,
        name: `Chị Hoa ${id === old ? 'cũ' : 'mới'} ${round}`,
        add,
        remove: [],
      })
    }

    async function addMember(workspace: string): Promise<{ id: string; personId: string }> {
      const member = { id: newId(), personId: newId() }
      const email = `${member.personId}@shop.example`
      await platform.db.asService(workspace, async tx => {
        await sql`insert into people (id, email, joined_at) values (${member.personId}, ${email}, ${platform.clock.now()})`.execute(
          tx,
        )
        await sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
          values (${member.id}, ${workspace}, ${member.personId}, ${email}, 'member', 'active', ${platform.clock.now()})`.execute(
          tx,
        )
      })
      return member
    }
  })
})

const quiet = { debug() {}, info() {}, fatal() {}, trace() {} }
