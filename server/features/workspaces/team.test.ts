import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Caller } from '#platform/http/caller.ts'
import { days, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { testPlatform, type TestPlatform } from '#server/testing.ts'
import { readMailbox } from '#tests/drivers/mailbox.ts'
import { untilRowIsAwaited } from '#tests/fixtures/until-row-is-awaited.ts'
import { makeWorkspace, type TestWorkspace } from '#tests/fixtures/workspace.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { changeRole, removeMember } from './change-member.ts'
import { closeWorkspace } from './close-workspace.ts'
import { forgetPerson } from './forget-person.ts'
import { inviteAgain, inviteMember } from './invite-member.ts'
import { openAnother } from './open-another.ts'
import { setBotStatus } from './pause-all.ts'
import { readCaller } from './read-caller.ts'
import { renameWorkspace } from './rename-workspace.ts'
import { updatePerson } from './update-person.ts'
import { openWorkspace } from './open-workspace.ts'

describe('a team', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await testPlatform()
  })
  after(() => platform.close())

  const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
    (await platform.db.asService(null, tx => query.execute(tx))).rows

  const seats = async ({ workspaceId }: TestWorkspace): Promise<number | undefined> =>
    (
      await rows(
        sql<{
          used: number
        }>`select used from usage_counters where workspace_id = ${workspaceId} and metric = 'members'`,
      )
    )[0]?.used

  async function confirm(email: string): Promise<Caller> {
    const personId = newId()
    await openWorkspace(platform, {
      person_id: personId,
      email,
      full_name: 'Trần Hoàng Minh',
      language: 'vi',
      invitation: false,
    })
    const claims = { role: 'authenticated' as const, sub: personId }
    return { personId, email, workspaceId: '', role: 'member', claims, language: 'vi' }
  }

  const membersOf = ({ workspaceId }: TestWorkspace) =>
    rows(
      sql<{ id: string; email: string; role: string; status: string; person_id: string | null }>`
        select id, email, role, status, person_id from members where workspace_id = ${workspaceId} order by email`,
    )

  async function linkTo(email: string): Promise<string> {
    await platform.jobs.drain()
    const mail = readMailbox(platform).findLast(one => one.to === email)
    return new URL(/https?:\/\/\S+invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('invitation')!
  }

  const address = () => `${newId()}@mocan.example`

  test('is joined by who signs up with an invited address, who then opens no workspace of their own', async () => {
    const shop = await makeWorkspace(platform)
    const email = address()
    const invited = await inviteMember(platform, shop.admin, { email: email.toUpperCase(), role: 'member' })
    assert.equal(invited.status, 'pending')
    assert.equal(await seats(shop), 2)
    const minh = await confirm(email)
    const member = (await membersOf(shop)).find(one => one.id === invited.id)
    assert.deepEqual([member?.status, member?.person_id, member?.role], ['active', minh.personId, 'member'])
    await assert.rejects(inviteAgain(platform, shop.admin, { id: invited.id }), { code: 'request.not_found' })
    const mine = await rows(sql`select id from members where person_id = ${minh.personId}`)
    assert.equal(mine.length, 1)
  })

  test('is joined by link with the address that was invited, once, and by nobody else', async () => {
    const shop = await makeWorkspace(platform)
    const [email, other] = [address(), address()]
    const [minh, stranger] = [await confirm(email), await confirm(other)]
    await inviteMember(platform, shop.admin, { email, role: 'admin' })
    const token = await linkTo(email)
    assert.deepEqual(await readInvitation(platform, undefined, { token }), {
      workspace: 'Cửa hàng của Nguyễn Thu Hạnh',
      inviter: 'Nguyễn Thu Hạnh',
      role: 'admin',
      email,
    })
    const isOther = { code: 'team.invitation_other_address' }
    await assert.rejects(acceptInvitation(platform, stranger, { token }), isOther)
    await rows(sql`update people set email_verified = false where id = ${minh.personId}`)
    await assert.rejects(acceptInvitation(platform, minh, { token }), isOther, 'whoever only says that it is theirs')
    await rows(sql`update people set email_verified = true where id = ${minh.personId}`)
    const both = await Promise.allSettled([1, 2].map(() => acceptInvitation(platform, minh, { token })))
    assert.ok(both.some(one => one.status === 'fulfilled'))
    assert.equal((await membersOf(shop)).filter(one => one.person_id === minh.personId).length, 1)
    await assert.rejects(acceptInvitation(platform, minh, { token }), { code: 'team.invitation_over' })
  })

  test('is joined by nobody when it is closed or the invitation is over, and by one person once', async () => {
    const [closed, late, shop] = [
      await makeWorkspace(platform),
      await makeWorkspace(platform),
      await makeWorkspace(platform),
    ]
    const [email, other] = [address(), address()]
    await inviteMember(platform, late.admin, { email, role: 'member' })
    platform.clock.advance(days(7))
    await inviteMember(platform, closed.admin, { email, role: 'member' })
    const token = await linkTo(email)
    await inviteMember(platform, shop.admin, { email, role: 'member' })
    await rows(sql`update workspaces set deleted_at = ${platform.clock.now()} where id = ${closed.workspaceId}`)
    await assert.rejects(readInvitation(platform, undefined, { token }), { code: 'team.invitation_over' })
    const minh = await confirm(email)
    await rows(sql`update usage_counters set hard_limit = null where workspace_id = ${shop.workspaceId}`)
    await inviteMember(platform, shop.admin, { email: other, role: 'admin' })
    await rows(sql`update people set email = ${other} where id = ${minh.personId}`)
    await acceptInvitation(platform, minh, { token: await linkTo(other) })
    const joined = await rows(sql`select workspace_id, role from members where person_id = ${minh.personId}`)
    assert.deepEqual(joined, [{ workspace_id: shop.workspaceId, role: 'member' }])
  })

  test('links end after seven days, with a newer link, and with the invitation; a withdrawn seat is free again', async () => {
    const shop = await makeWorkspace(platform)
    const email = address()
    const { id } = await inviteMember(platform, shop.admin, { email, role: 'member' })
    await assert.rejects(inviteMember(platform, shop.admin, { email, role: 'member' }), {
      code: 'team.already_invited',
    })
    const first = await linkTo(email)
    await assert.rejects(inviteAgain(platform, shop.admin, { id }), { code: 'team.mailed_just_now' })
    platform.clock.advance(minutes(2))
    await inviteAgain(platform, shop.admin, { id })
    await assert.rejects(readInvitation(platform, undefined, { token: first }), { code: 'team.invitation_over' })
    const second = await linkTo(email)
    await readInvitation(platform, undefined, { token: second })
    platform.clock.advance(days(7))
    await assert.rejects(readInvitation(platform, undefined, { token: second }), { code: 'team.invitation_over' })
    await inviteAgain(platform, shop.admin, { id })
    const third = await linkTo(email)
    await removeMember(platform, shop.admin, { id })
    await assert.rejects(readInvitation(platform, undefined, { token: third }), { code: 'team.invitation_over' })
    assert.equal(await seats(shop), 1)
  })

  test('takes no more people than its plan has seats, however many are invited at once', async () => {
    const shop = await makeWorkspace(platform)
    const limit = await rows(
      sql<{
        hard_limit: number
      }>`select hard_limit from usage_counters where workspace_id = ${shop.workspaceId} and metric = 'members'`,
    )
    const max = limit[0]!.hard_limit
    const asked = await Promise.allSettled(
      Array.from({ length: max + 3 }, () => inviteMember(platform, shop.admin, { email: address(), role: 'member' })),
    )
    assert.equal(asked.filter(one => one.status === 'fulfilled').length, max - 1)
    assert.equal((await membersOf(shop)).length, max)
    for (const one of asked)
      if (one.status === 'rejected') assert.equal((one.reason as { code: string }).code, 'usage.members_reached')
  })

  test('always keeps an admin, also when two leave at once', async () => {
    const shop = await makeWorkspace(platform)
    const email = address()
    const minh = await confirm(email)
    const invited = await inviteMember(platform, shop.admin, { email, role: 'admin' })
    const [hanh] = (await membersOf(shop)).filter(one => one.status === 'active')
    await assert.rejects(changeRole(platform, shop.admin, { id: hanh!.id, role: 'member' }), {
      code: 'team.last_admin',
    })
    await acceptInvitation(platform, minh, { token: await linkTo(email) })
    const asMinh: Caller = { ...minh, workspaceId: shop.workspaceId, role: 'admin' }
    const leaving = await Promise.allSettled([
      removeMember(platform, shop.admin, { id: hanh!.id }),
      removeMember(platform, asMinh, { id: invited.id }),
    ])
    assert.deepEqual(leaving.map(one => one.status).sort(), ['fulfilled', 'rejected'])
    const left = await membersOf(shop)
    assert.deepEqual(
      left.map(one => [one.role, one.status]),
      [['admin', 'active']],
    )
  })

  test('whoever changes a role waits for who changes one at once, and sees it', async () => {
    const shop = await makeWorkspace(platform)
    const email = address()
    const minh = await confirm(email)
    const { id } = await inviteMember(platform, shop.admin, { email, role: 'admin' })
    await acceptInvitation(platform, minh, { token: await linkTo(email) })
    const [hanh] = (await membersOf(shop)).filter(one => one.id !== id)
    const [isTaken, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = platform.db.asService(shop.workspaceId, async tx => {
      await sql`select from workspaces where id = ${shop.workspaceId} for no key update`.execute(tx)
      isTaken.resolve()
      await isOver.promise
      await sql`update members set role = 'member' where id = ${id}`.execute(tx)
    })
    await isTaken.promise
    const second = Promise.allSettled([changeRole(platform, shop.admin, { id: hanh!.id, role: 'member' })])
    await untilRowIsAwaited(platform, second)
    isOver.resolve()
    await first
    assert.equal((await second)[0].status, 'rejected')
  })

  test('members may leave and remove nobody else; a foreign member is not found', async () => {
    const [shop, foreign] = [await makeWorkspace(platform), await makeWorkspace(platform)]
    const email = address()
    const { id } = await inviteMember(platform, shop.admin, { email, role: 'member' })
    const minh = await confirm(email)
    const asMinh: Caller = { ...minh, workspaceId: shop.workspaceId, role: 'member' }
    const hanh = (await membersOf(shop)).find(one => one.id !== id)!
    await assert.rejects(removeMember(platform, asMinh, { id: hanh.id }), { code: 'auth.admin_needed' })
    await assert.rejects(removeMember(platform, foreign.admin, { id }), { code: 'request.not_found' })
    await assert.rejects(changeRole(platform, foreign.admin, { id, role: 'admin' }), { code: 'request.not_found' })
    await removeMember(platform, asMinh, { id })
    assert.equal(await seats(shop), 1)
  })

  test('a deleted account frees its seat', async () => {
    const shop = await makeWorkspace(platform)
    const email = address()
    await inviteMember(platform, shop.admin, { email, role: 'member' })
    const minh = await confirm(email)
    await forgetPerson(platform, { person_id: minh.personId }, { emptied: 'delete' })
    assert.equal(await seats(shop), 1)
  })

  test('whoever is only invited does not inherit a shop that its last member leaves', async () => {
    const shop = await makeWorkspace(platform)
    await inviteMember(platform, shop.admin, { email: address(), role: 'member' })
    await forgetPerson(platform, { person_id: shop.admin.personId }, { emptied: 'delete' })
    assert.deepEqual(await membersOf(shop), [])
    assert.equal(
      (await rows(sql`select 1 from workspaces where id = ${shop.workspaceId} and deleted_at is null`)).length,
      0,
    )
    const planned = await rows(sql`select from private.jobs where key = ${`erase workspace ${shop.workspaceId}`}`)
    assert.equal(planned.length, 1, 'and its rows go too')
  })

  test('one person may open another workspace, and be in both', async () => {
    const minh = await confirm(address())
    const confirmed = (is: boolean) => rows(sql`update people set email_verified = ${is} where id = ${minh.personId}`)
    await confirmed(false)
    const unconfirmed = { code: 'workspace.address_unconfirmed' }
    await assert.rejects(openAnother(platform, minh, { name: 'Tiệm trà Hoa Nhài' }), unconfirmed)
    await confirmed(true)
    const opened = await openAnother(platform, minh, { name: 'Tiệm trà Hoa Nhài' })
    const mine = await rows(
      sql<{ workspace_id: string }>`select workspace_id from members where person_id = ${minh.personId}`,
    )
    assert.equal(mine.length, 2)
    assert.ok(mine.some(one => one.workspace_id === opened.id))
  })

  test('is called what its admin says', async () => {
    const shop = await makeWorkspace(platform)
    await renameWorkspace(platform, shop.admin, { name: 'Tiệm gốm Mộc An' })
    const [seen] = await rows<{ name: string }>(sql`select name from workspaces where id = ${shop.workspaceId}`)
    assert.equal(seen?.name, 'Tiệm gốm Mộc An')
  })

  const logOf = async ({ workspaceId }: TestWorkspace) =>
    (
      await rows(
        sql<{
          action: string
          actor: string | null
        }>`select action, actor from audit_log where workspace_id = ${workspaceId} order by at, id`,
      )
    ).map(({ action, actor }) => [action, actor])
  const eventsOf = async ({ workspaceId }: TestWorkspace) =>
    (
      await rows(
        sql<{
          name: string
        }>`select name from private.events where workspace_id = ${workspaceId} and name ~ '^(member|bot)' order by id`,
      )
    ).map(({ name }) => name)

  test('who did what to it is written down and told on, each once, however often it is pressed', async () => {
    const shop = await makeWorkspace(platform)
    const email = address()
    const minh = await confirm(email)
    const begun = (await eventsOf(shop)).length
    const { id } = await inviteMember(platform, shop.admin, { email, role: 'member' })
    await acceptInvitation(platform, minh, { token: await linkTo(email) })
    for (let press = 0; press < 2; press++) {
      await changeRole(platform, shop.admin, { id, role: 'admin' })
      await setBotStatus(platform, shop.admin, 'off')
    }
    for (let press = 0; press < 2; press++) await setBotStatus(platform, shop.admin, 'on')
    await renameWorkspace(platform, shop.admin, { name: 'Tiệm gốm' })
    await removeMember(platform, shop.admin, { id })
    const by = shop.admin.personId
    assert.deepEqual(await logOf(shop), [
      ['member.invited', by],
      ['member.joined', minh.personId],
      ['member.changed', by],
      ['bot.all-paused', by],
      ['bot.all-resumed', by],
      ['workspace.renamed', by],
      ['member.removed', by],
    ])
    assert.deepEqual((await eventsOf(shop)).slice(begun), [
      ...['member.invited', 'member.joined', 'member.changed', 'bot.all-paused', 'bot.all-resumed', 'member.removed'],
    ])
  })

  test('whoever is in it already is not invited again; the mails of an hour and the workspaces of a day have an end', async () => {
    const shop = await makeWorkspace(platform)
    const { email } = shop.admin
    await assert.rejects(inviteMember(platform, shop.admin, { email: email.toUpperCase(), role: 'member' }), {
      code: 'team.already_member',
    })
    const again = () => inviteMember(platform, shop.admin, { email, role: 'member' })
    for (let n = 1; n < 30; n++) await assert.rejects(again(), { code: 'team.already_member' })
    await assert.rejects(again(), { code: 'request.too_many' })
    const minh = await confirm(address())
    for (let n = 0; n < 5; n++) await openAnother(platform, minh, { name: `Tiệm ${n}` })
    await assert.rejects(openAnother(platform, minh, { name: 'Tiệm nữa' }), { code: 'request.too_many' })
  })

  test('is deleted once, tells its members alone, and rests at once', async () => {
    const shop = await makeWorkspace(platform)
    const [email, pending] = [address(), address()]
    const minh = await confirm(email)
    await rows(sql`update usage_counters set hard_limit = null where workspace_id = ${shop.workspaceId}`)
    await inviteMember(platform, shop.admin, { email, role: 'member' })
    await acceptInvitation(platform, minh, { token: await linkTo(email) })
    await inviteMember(platform, shop.admin, { email: pending, role: 'member' })
    await platform.jobs.drain()
    const before = readMailbox(platform).length
    const close = () => platform.db.asService(null, tx => closeWorkspace(platform, tx, shop.workspaceId, shop.admin))
    assert.deepEqual([await close(), await close()], [true, false])
    await platform.jobs.drain()
    assert.deepEqual(
      readMailbox(platform)
        .slice(before)
        .map(({ to }) => to),
      [email],
    )
    assert.deepEqual(await membersOf(shop), [])
    const [seen] = await rows(
      sql<object>`select bot_status, deleted_at is not null as gone from workspaces where id = ${shop.workspaceId}`,
    )
    assert.deepEqual(seen, { bot_status: 'off', gone: true })
    const deleted = (await logOf(shop)).filter(([action]) => action === 'workspace.deleted')
    assert.deepEqual(deleted, [['workspace.deleted', shop.admin.personId]])
  })

  test('another name of a person is known in all their teams, another phone changes nothing else', async () => {
    const [shop, other] = [await makeWorkspace(platform), await makeWorkspace(platform)]
    const { personId } = shop.admin
    await updatePerson(platform, shop.admin, { full_name: 'Thu Hạnh' })
    await updatePerson(platform, shop.admin, { phone: '0901234567' })
    await updatePerson(platform, shop.admin, { language: 'en' })
    const [person] = await rows(sql<object>`select full_name, phone, language from people where id = ${personId}`)
    assert.deepEqual(person, { full_name: 'Thu Hạnh', phone: '0901234567', language: 'en' })
    const nameIn = async ({ workspaceId }: TestWorkspace) =>
      (await rows(sql<{ name: string }>`select name from members where workspace_id = ${workspaceId}`))[0]?.name
    assert.deepEqual([await nameIn(shop), await nameIn(other)], ['Thu Hạnh', 'Nguyễn Thu Hạnh'])
  })

  test('which shop somebody means: the named one, else the only one; a deleted, foreign or left one is none', async () => {
    const [shop, other] = [await makeWorkspace(platform), await makeWorkspace(platform)]
    const minh = await confirm(address())
    const ask = (named?: string, who: 'member' | 'admin' = 'member') =>
      readCaller(
        platform,
        { headers: named === undefined ? {} : { 'x-workspace': named } } as unknown as FastifyRequest,
        who,
        minh.claims,
      )
    const own = (await ask()).workspaceId
    await rows(sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
      values (${newId()}, ${shop.workspaceId}, ${minh.personId}, ${minh.email}, 'member', 'active', ${platform.clock.now()})`)
    await assert.rejects(ask(), { code: 'workspace.choose' })
    const named = await ask(shop.workspaceId)
    assert.deepEqual([named.workspaceId, named.role], [shop.workspaceId, 'member'])
    await assert.rejects(ask(shop.workspaceId, 'admin'), { code: 'auth.admin_needed' })
    assert.equal((await ask(own, 'admin')).role, 'admin')
    for (const foreign of [other.workspaceId, 'x']) await assert.rejects(ask(foreign), { code: 'request.not_found' })
    await rows(
      sql`update members set status = 'pending' where workspace_id = ${shop.workspaceId} and person_id = ${minh.personId}`,
    )
    assert.equal((await ask()).workspaceId, own)
    await rows(sql`update workspaces set deleted_at = ${platform.clock.now()} where id = ${own}`)
    await assert.rejects(ask(own), { code: 'request.not_found' })
    await assert.rejects(ask(), { code: 'workspace.none' })
  })
})
