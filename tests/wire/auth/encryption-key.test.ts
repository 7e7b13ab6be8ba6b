import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { aboutSubscription } from '#features/channels/connections/subscriptions.ts'
import { pushKeys } from '#features/notifications/push-keys.ts'
import { newId } from '#platform/ids.ts'
import { makePlatform } from '#platform/platform.ts'
import { readKeys } from '#platform/secrets/keys.ts'
import { lastingKey } from '#platform/secrets/lasting-keys.ts'
import { readSecret, saveSecret } from '#platform/secrets/stored-secrets.ts'
import { aboutFactor } from '#supabase/auth/second-step/enroll-factor.ts'
import { fillWorkspace } from '#tests/fixtures/full-workspace.ts'
import { makeOwner } from '#tests/fixtures/shop-owner.ts'
import { runCommand } from '#server/run-command.ts'
import { testPlatform } from '#server/testing.ts'

test('rotate-keys encryption locks everything anew, also for a process that runs; nothing is lost', async t => {
  const platform = await testPlatform()
  t.after(() => platform.close())
  const { db, config, clock, log } = platform
  const owner = await makeOwner(platform)
  const { contact, channel } = await fillWorkspace(platform, owner)
  const ws = owner.workspaceId
  const place = (at: number) => ({ workspaceId: ws, owner: 'channel x', name: `token ${at}` })
  const factor = newId()
  const { publicKey } = await pushKeys(platform)
  const trials = await db.asService(null, tx => lastingKey(platform, tx, 'trials taken'))
  await db.asService(ws, async tx => {
    // More than one batch, and one that does not open among the first.
    for (let at = 0; at < 230; at++) await saveSecret(platform, tx, place(at), `của trang ${at}`)
    await sql`update private.secrets set name = 'a moved one' where workspace_id = ${ws} and name = 'token 7'`.execute(
      tx,
    )
    await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
      values (${factor}, ${owner.personId}, 'totp', 'verified', ${platform.secrets.lock('digits', aboutFactor(factor))}, ${clock.now()}, ${clock.now()})`.execute(
      tx,
    )
    await sql`insert into private.subscriptions (workspace_id, contact_id, channel_id, token, status, reported_at)
      values (${ws}, ${contact}, ${channel}, ${platform.secrets.lock('key', aboutSubscription(ws, contact))}, 'live', ${clock.now()})`.execute(
      tx,
    )
  })
  const other = await makePlatform(config, db.engine, await readKeys(config.dataDir, config), clock, log)
  const { current: before } = platform.secrets.keyNames()

  const said = await runCommand(platform, ['rotate-keys', 'encryption', '--one-machine'])

  const { current } = platform.secrets.keyNames()
  assert.notEqual(current, before)
  assert.match(said, new RegExp(`^Locked anew: 233, with the key ${current}. 1 did not open`))
  assert.equal(other.secrets.keyNames().current, current)
  await db.asService(ws, async tx => {
    for (const at of [0, 6, 8, 229]) assert.equal(await readSecret(other, tx, place(at)), `của trang ${at}`)
    const { rows } = await sql<{ secret: string; token: string; locked: string }>`select f.secret, s.token, p.locked
      from auth.mfa_factors f, private.subscriptions s, private.push_keys p where f.id = ${factor} and s.contact_id = ${contact}`.execute(
      tx,
    )
    const [{ secret, token, locked } = assert.fail()] = rows
    assert.equal(other.secrets.open(secret, aboutFactor(factor)), 'digits')
    assert.equal(other.secrets.open(token, aboutSubscription(ws, contact)), 'key')
    for (const text of [secret, token, locked]) assert.ok(text.startsWith(`${current}.`))
  })
  assert.equal((await pushKeys(other)).publicKey, publicKey)
  assert.equal(await db.asService(null, tx => lastingKey(other, tx, 'trials taken')), trials)
  await assert.rejects(runCommand(platform, ['rotate-keys', 'both']), /signing\|encryption/)

  for (let more = 0; more < 3; more++) await runCommand(platform, ['rotate-keys', 'encryption', '--one-machine'])
  assert.equal(await db.asService(ws, tx => readSecret(other, tx, place(0))), 'của trang 0')
  const shared = { ...platform, config: { ...config, DATABASE_URL: 'postgresql://elsewhere' } }
  await assert.rejects(runCommand(shared, ['rotate-keys', 'encryption']), /set SECRETS_KEY/)
})

test('with SECRETS_KEY the operator puts a new key before the older one', async t => {
  const [first, second] = [1, 2].map(fill => Buffer.alloc(32, fill).toString('base64'))
  const platform = await testPlatform({ settings: { SECRETS_KEY: first! } })
  t.after(() => platform.close())
  const { db, clock, log } = platform
  const { workspaceId } = await makeOwner(platform)
  const place = { workspaceId, owner: 'channel x', name: 'token' }
  await db.asService(workspaceId, tx => saveSecret(platform, tx, place, 'của trang'))
  const config = { ...platform.config, SECRETS_KEY: `${second},${first}` }
  const renewed = await makePlatform(config, db.engine, await readKeys(config.dataDir, config), clock, log)
  assert.match(
    await runCommand(renewed, ['rotate-keys', 'encryption']),
    /^Locked anew: 2, .* Nothing is under another key/,
  )
  const alone = { ...config, SECRETS_KEY: second! }
  const without = await makePlatform(alone, db.engine, await readKeys(alone.dataDir, alone), clock, log)
  assert.equal(await db.asService(workspaceId, tx => readSecret(without, tx, place)), 'của trang')
})
