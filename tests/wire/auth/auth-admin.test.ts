import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { systemClock } from '#platform/clock.ts'
import { newestEmail } from '#tests/drivers/mailbox.ts'
import { programForTests } from '#tests/setup/program.ts'

describe('supabase.auth.admin', () => {
  const password = 'hoa sen trắng'
  const program = programForTests({ clock: systemClock, settings: { AUTH_RATE_LIMITS: 'off' }, listen: true })
  let admin: SupabaseClient['auth']['admin']
  beforeEach(() => {
    admin = client(program.platform.tokens.serviceRoleKey).auth.admin
  })

  function client(key = program.platform.tokens.anonKey): SupabaseClient {
    return createClient(program.origin, key, { auth: { autoRefreshToken: false, persistSession: false } })
  }

  test('createUser, getUserById, updateUserById, deleteUser', async () => {
    const email = 'tu@shop.example'
    const made = await admin.createUser({ email, password, email_confirm: true, user_metadata: { full_name: 'Tú' } })
    assert.equal(made.error, null)
    const id = made.data.user?.id ?? ''
    const person = client()
    assert.equal((await person.auth.signInWithPassword({ email, password })).error, null)
    assert.equal((await admin.getUserById(id)).data.user?.email, email)
    const twice = await admin.createUser({ email })
    assert.deepEqual([twice.error?.status, twice.error?.code], [422, 'email_exists'])
    const changed = await admin.updateUserById(id, { app_metadata: { level: 2 }, ban_duration: '24h' })
    assert.equal(changed.data.user?.app_metadata['level'], 2)
    assert.equal((await person.auth.getUser()).error?.code, 'user_banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    assert.equal((await person.auth.getUser()).data.user, null, 'the sessions from before are over')
    assert.equal((await admin.deleteUser(id)).error, null)
    const gone = await admin.getUserById(id)
    assert.deepEqual([gone.error?.status, gone.error?.code], [404, 'user_not_found'])
    const unknown = await admin.deleteUser(randomUUID())
    assert.equal(unknown.error?.code, 'user_not_found')
  })

  test('listUsers pages', async () => {
    for (const name of ['a', 'b', 'c']) await admin.createUser({ email: `list-${name}@shop.example` })
    const { data, error } = await admin.listUsers({ page: 1, perPage: 1 })
    assert.equal(error, null)
    assert.equal(data.users.length, 1)
    assert.partialDeepStrictEqual(data, { nextPage: 2, total: 3, aud: 'authenticated' })
    assert.equal((await admin.listUsers({ page: 9, perPage: 1 })).data.users.length, 0)
  })

  test('inviteUserByEmail', async () => {
    const email = 'guest@shop.example'
    const { data, error } = await admin.inviteUserByEmail(email, { data: { full_name: 'Khách' } })
    assert.equal(error, null)
    assert.ok(data.user?.invited_at)
    await program.platform.jobs.drain()
    const token_hash = newestEmail(program.platform, email).link.searchParams.get('token') ?? ''
    const taken = await client().auth.verifyOtp({ type: 'invite', token_hash })
    assert.equal(taken.data.user?.user_metadata['full_name'], 'Khách')
  })

  test('generateLink gives what a mail would hold', async () => {
    const email = 'link@shop.example'
    const { data, error } = await admin.generateLink({ type: 'signup', email, password })
    assert.equal(error, null)
    assert.equal(data.user?.email, email)
    assert.equal(data.properties?.verification_type, 'signup')
    assert.ok(data.properties)
    const { hashed_token: token_hash, email_otp: token } = data.properties
    assert.match(token, /^\d{6}$/)
    assert.equal((await client().auth.verifyOtp({ type: 'signup', token_hash })).error, null)
    const magic = await admin.generateLink({ type: 'magiclink', email })
    const digits = magic.data.properties?.email_otp ?? ''
    assert.equal((await client().auth.verifyOtp({ type: 'email', email, token: digits })).error, null)
    const unknown = await admin.generateLink({ type: 'recovery', email: 'nobody@shop.example' })
    assert.deepEqual([unknown.error?.status, unknown.error?.code], [404, 'user_not_found'])
  })

  test('nobody else administers', async () => {
    const { error } = await client().auth.admin.listUsers()
    assert.deepEqual([error?.status, error?.code], [403, 'not_admin'])
    await assert.rejects(async () => admin.getUserById('me'), 'the client itself refuses what is no id')
  })
})
