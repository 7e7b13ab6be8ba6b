import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { type FakeClock, fakeClock, hours } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { type Listening, startListening } from '../listening.ts'

describe('accounts: record, lock, deletion', () => {
  const password = 'hoa sen trắng'
  let server: Listening
  let admin: SupabaseClient

  before(async () => {
    server = await startListening<FakeClock>(fakeClock(new Date().toISOString()), {
      AUTH_RATE_LIMITS: 'off',
      AUTH_DOUBLE_EMAIL_CHANGE: 'off',
    })
    admin = createClient(server.url, server.platform.tokens.serviceRoleKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
  })
  after(() => server.close())

  let people = 0

  type Person = { supabase: SupabaseClient; id: string; email: string; workspaceId: string }

  async function newPerson(): Promise<Person> {
    const email = `account${++people}@shop.example`
    const supabase = server.client()
    await supabase.auth.signUp({ email, password, options: { data: { full_name: 'Nguyễn Thu Hạnh' } } })
    await server.platform.jobs.drain()
    const token_hash = newestEmail(server.platform, email).link.searchParams.get('token') ?? ''
    const { data } = await supabase.auth.verifyOtp({ type: 'signup', token_hash })
    await server.platform.jobs.drain()
    const { data: workspace } = await supabase.from('workspaces').select('id').single()
    return { supabase, id: data.user?.id ?? '', email, workspaceId: String(workspace?.['id']) }
  }

  function service<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> {
    return server.platform.db.asService(null, async tx => (await statement.execute(tx)).rows)
  }

  async function join(person: Person, workspaceId: string): Promise<void> {
    await service(sql`insert into members (id, workspace_id, person_id, email, role, status, joined_at)
    values (${newId()}, ${workspaceId}, ${person.id}, ${person.email}, 'member', 'active', ${server.platform.clock.now()})`)
  }

  test('an admin reads who signed in, who failed, and what changed; a member does not', async () => {
    const owner = await newPerson()
    const member = await newPerson()
    await join(member, owner.workspaceId)
    await server.client().auth.signInWithPassword({ email: owner.email, password: 'sai rồi' })
    await server.client().auth.signInWithPassword({ email: 'nobody@shop.example', password: 'sai rồi' })
    await server.client().auth.signInWithPassword({ email: owner.email, password })
    await owner.supabase.auth.updateUser({ password: 'hoa sen hồng', current_password: password })
    await server.platform.jobs.drain()
    const mine = owner.supabase
      .from('audit_log')
      .select('action, actor, target, ip')
      .eq('workspace_id', owner.workspaceId)
    const { data } = await mine.order('action')
    const ownerActions = data?.filter(row => row['target'] === owner.id) ?? []
    // The first sign-in may precede the workspace that would log it.
    assert.deepEqual(
      [...new Set(ownerActions.map(row => String(row['action'])))],
      ['person.password-changed', 'person.sign-in-failed', 'person.signed-in'],
    )
    for (const row of ownerActions) assert.deepEqual([row['actor'], row['ip']], [owner.id, '127.0.0.1'])
    const seen = await member.supabase.from('audit_log').select('action').eq('workspace_id', owner.workspaceId)
    assert.deepEqual(seen.data, [])
  })

  test('a locked account is out everywhere; unlocked, it signs in anew', async () => {
    const { supabase, id, email } = await newPerson()
    const refresh_token = (await supabase.auth.getSession()).data.session?.refresh_token ?? ''
    await admin.auth.admin.updateUserById(id, { ban_duration: '24h' })
    await server.platform.jobs.drain()
    const status = async () =>
      (await service<{ status: string }>(sql`select status from people where id = ${id}`))[0]?.status
    assert.equal(await status(), 'locked')
    assert.deepEqual((await supabase.auth.getUser()).error?.code, 'user_banned')
    assert.deepEqual((await supabase.from('people').select('id')).status, 401)
    assert.equal((await server.client().auth.refreshSession({ refresh_token })).error?.code, 'user_banned')
    assert.equal((await server.client().auth.signInWithPassword({ email, password })).error?.code, 'user_banned')
    await admin.auth.admin.updateUserById(id, { ban_duration: 'none' })
    await server.platform.jobs.drain()
    assert.equal(await status(), 'active')
    assert.equal(
      (await server.client().auth.refreshSession({ refresh_token })).error?.code,
      'refresh_token_already_used',
    )
    assert.equal((await server.client().auth.signInWithPassword({ email, password })).error, null)

    await admin.auth.admin.updateUserById(id, { ban_duration: '1h' })
    await server.platform.jobs.drain()
    assert.equal(await status(), 'locked')
    server.platform.clock.advance(hours(1))
    await server.platform.jobs.drain()
    assert.equal(await status(), 'active', 'the time is over')
  })

  test('a deleted account leaves its workspaces, and none of them without an admin', async () => {
    const owner = await newPerson()
    const first = await newPerson()
    const second = await newPerson()
    await join(first, owner.workspaceId)
    server.platform.clock.advance(1000)
    await join(second, owner.workspaceId)
    const { access_token } = (await owner.supabase.auth.getSession()).data.session ?? {}
    assert.equal((await admin.auth.admin.deleteUser(owner.id)).error, null)
    await server.platform.jobs.drain()
    assert.equal((await server.client().auth.getUser(access_token ?? '')).error?.code, 'user_not_found')
    assert.deepEqual(await service(sql`select 1 from people where id = ${owner.id}`), [])
    const members = await service<{ person_id: string; role: string }>(
      sql`select person_id, role from members where workspace_id = ${owner.workspaceId} order by joined_at`,
    )
    assert.deepEqual(members, [
      { person_id: first.id, role: 'admin' },
      { person_id: second.id, role: 'member' },
    ])
    const { data } = await first.supabase.from('audit_log').select('action').eq('workspace_id', owner.workspaceId)
    assert.ok(data?.some(row => row['action'] === 'member.became-admin'))

    await admin.auth.admin.deleteUser(second.id, true)
    await server.platform.jobs.drain()
    const [left] = await service<{ count: number; gone: boolean }>(sql`select
      (select count(*)::int from members where workspace_id = ${second.workspaceId}) as count,
      (select deleted_at is not null from workspaces where id = ${second.workspaceId}) as gone`)
    assert.deepEqual(left, { count: 0, gone: true }, 'where nobody is left, the workspace is deleted')
  })

  test('another address is known to the workspaces, and an invitation for it is not a second member', async () => {
    const { supabase, id, workspaceId } = await newPerson()
    const email = `moved${people}@shop.example`
    await service(sql`insert into members (id, workspace_id, email, role, status, invited_at)
    values (${newId()}, ${workspaceId}, ${email}, 'member', 'pending', ${server.platform.clock.now()})`)
    assert.equal((await supabase.auth.updateUser({ email })).error, null)
    await server.platform.jobs.drain()
    const token_hash = newestEmail(server.platform, email).link.searchParams.get('token') ?? ''
    assert.equal((await supabase.auth.verifyOtp({ type: 'email_change', token_hash })).error, null)
    await server.platform.jobs.drain()
    const { data } = await supabase.from('members').select('person_id, email, name')
    assert.deepEqual(data, [{ person_id: id, email, name: 'Nguyễn Thu Hạnh' }])
  })
})
