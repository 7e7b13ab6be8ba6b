import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { claimTrial } from '#features/billing/plans/claim-trial.ts'
import { readIdentity, readIdentitySecret, turnIdentitySecret } from '#features/channels/website/website-identity.ts'
import { days, hours } from '#platform/clock.ts'
import { signLink } from '#platform/files/file-links.ts'
import { newId } from '#platform/ids.ts'
import { makePlatform, type Platform } from '#platform/platform.ts'
import { makeRoleKey, readKeys, renewJwtSecret } from '#platform/secrets/keys.ts'
import { makeSecretBox } from '#platform/secrets/secret-box.ts'
import { lastingKey } from '#platform/secrets/lasting-keys.ts'
import { lockFolder } from '#platform/sql/lock.ts'
import { keyRole } from '#supabase/api-key.ts'
import { readLink } from '#supabase/storage/links/storage-links.ts'
import { runCommand } from '#server/run-command.ts'
import { testPlatform } from '#server/testing.ts'
import { makeWidget } from '#tests/fixtures/visitor.ts'
import { makeWorkspace } from '#tests/fixtures/workspace.ts'
import { saveLasting } from './save-lasting.ts'

async function open(t: TestContext, settings: Record<string, string> = {}) {
  const platform = await testPlatform({ settings })
  t.after(() => platform.close())
  return platform
}

/** What programs, pages and visitors hold that JWT_SECRET signed, and whether it is still taken. */
async function holdings(platform: Platform) {
  const { anonKey, serviceRoleKey } = platform.tokens
  const visitor = platform.tokens.seal('visitor', { w: 'w', c: 'c' }, days(180))
  const link = await signLink(platform, { url: 'a/b.png', scope: 'download' }, 40 * 24 * 3600)
  return async (where: Platform = platform): Promise<string[]> => {
    const role = (apikey: string) => keyRole(where, { headers: { apikey }, query: {} } as never)
    const isLink = readLink(where, link, { url: 'a/b.png', scope: 'download' }).then(
      () => 'link',
      () => '',
    )
    const taken = [
      await role(anonKey),
      await role(serviceRoleKey),
      where.tokens.unseal('visitor', visitor) ? 'visitor' : '',
      await isLink,
    ]
    return taken.flatMap(one => (one ? [one] : []))
  }
}

const all = ['anon', 'service_role', 'visitor', 'link']

test('programs’ keys are new, and the ones before are taken for their days: nobody is signed out', async t => {
  const platform = await open(t)
  const person = {
    sub: newId(),
    session_id: newId(),
    email: 'a@shop.example',
    aal: 'aal1',
    role: 'authenticated' as const,
  }
  const { token } = await platform.tokens.signAccess(person)
  const before = await holdings(platform)
  const oldKey = platform.tokens.anonKey
  const said = await runCommand(platform, ['rotate-keys', 'programs', '--one-machine'])
  assert.match(said, /^There are new keys for programs.* so do those before them until 20/)
  assert.notEqual(platform.tokens.anonKey, oldKey)
  const fresh = await holdings(platform)
  assert.deepEqual([await before(), await fresh()], [all, all])
  assert.equal((await platform.tokens.verify(token))?.sub, person.sub, 'people’s tokens are signed by another key')
  // A process that runs on the same folder, and one that starts later.
  const other = await makePlatform(
    platform.config,
    platform.db.engine,
    await readKeys(platform.config.dataDir, platform.config),
    platform.clock,
    platform.log,
  )
  assert.deepEqual([await before(other), await fresh(other)], [all, all])
  platform.clock.advance(days(29))
  assert.deepEqual(await before(), all)
  platform.clock.advance(days(1))
  assert.deepEqual([await before(), await before(other)], [[], []])
  assert.deepEqual(await fresh(), all)
})

test('a key that leaked ends at once, and older ones end when it is said', async t => {
  const platform = await open(t)
  const run = (...words: string[]) => runCommand(platform, ['rotate-keys', 'programs', '--one-machine', ...words])
  const leaked = await holdings(platform)
  assert.match(await run('--days', '0'), /those before them do not any more/)
  assert.deepEqual(await leaked(), [])
  const second = await holdings(platform)
  await run()
  assert.deepEqual(await second(), all)
  // Those of an earlier overlap end with it.
  assert.match(await run('--days', '0'), /those before them do not any more/)
  assert.deepEqual(await second(), [])
  assert.match(await run('--end'), /no older keys/)
  const third = await holdings(platform)
  await run()
  assert.match(await run('--end'), /open nothing any more/)
  assert.deepEqual(await third(), [])
  assert.match(await run('--end'), /no older keys/)
  for (const words of [['--days'], ['--days', '366'], ['--days', '-1'], ['now']])
    await assert.rejects(run(...words), /--days is|npm run sen/)
})

test('no turn ends a key before its date unasked, and all three kinds are turned or none', async t => {
  const platform = await open(t)
  const { dataDir } = platform.config
  const run = (where: Platform, ...words: string[]) => runCommand(where, ['rotate-keys', ...words, '--one-machine'])
  const first = await holdings(platform)
  for (const days of ['20', '10']) await run(platform, 'programs', '--days', days)
  const stored = readFileSync(join(dataDir, 'keys.json'), 'utf8')
  await assert.rejects(run(platform, 'programs'), /taken until 20\S+ and 20\S+, and no more than two/)
  await assert.rejects(run(platform, 'all'), /no more than two/)
  const given = { ...platform, config: { ...platform.config, JWT_KEYS_FILE: 'keys.jwks' } }
  platform.clock.advance(days(10))
  await assert.rejects(run(given, 'all'), /those of keys.jwks/)
  assert.equal(readFileSync(join(dataDir, 'keys.json'), 'utf8'), stored)
  assert.deepEqual(await first(), all)
  await run(platform, 'programs', '--days', '1')
  assert.deepEqual(await first(), all)
})

test('what shops and years hang on outlives JWT_SECRET: identity secrets, trials taken, the word at Zalo', async t => {
  const platform = await open(t, { ZALO_APP_ID: '1', ZALO_APP_SECRET: 's', ZALO_PKCE_MODE: 'static' })
  const { db, clock } = platform
  const { admin } = await makeWorkspace(platform)
  const { workspaceId } = admin
  await db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
  const widget = await makeWidget(platform, { workspaceId, channelId: '', admin })
  const quiet = await makeWidget(platform, { workspaceId, channelId: '', admin })
  // As an earlier version had shown it, which stored nothing.
  const derived = platform.tokens.secretFor(`widget identity ${quiet.id}`)
  const { secret } = await readIdentitySecret(platform, admin, { id: widget.id })
  const sign = (key: string) =>
    new SignJWT({ sub: 'khach-7' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(clock.now().getTime() / 1000) + 600)
      .sign(new TextEncoder().encode(key))
  const isKnown = async (channelId: string, key: string) => {
    const jwt = await sign(key)
    return (await db.asService(null, tx => readIdentity(platform, tx, { workspaceId, channelId }, jwt))) !== undefined
  }
  const claim = () => db.asService(null, tx => claimTrial(platform, tx, admin.personId))
  const word = () => db.asService(null, tx => lastingKey({ ...platform }, tx, 'zalo consent'))
  await db.asService(null, tx => sql`delete from private.trials_taken`.execute(tx))
  assert.equal(await claim(), true)
  const atZalo = platform.tokens.secretFor('zalo consent')
  for (const days of ['5', '0']) {
    await runCommand(platform, ['rotate-keys', 'programs', '--one-machine', '--days', days])
    assert.deepEqual([await isKnown(widget.id, secret), await isKnown(quiet.id, derived)], [true, true])
    assert.deepEqual([await claim(), await word()], [false, atZalo])
    await db.asService(null, tx => sql`delete from private.trials_taken where mark like 'person %'`.execute(tx))
    assert.equal(await claim(), false, 'the address is known by its mark alone')
  }
  assert.equal((await readIdentitySecret(platform, admin, { id: quiet.id })).secret, derived)
  // What leaked with JWT_SECRET ends when the shop turns its own, which derives from nothing.
  const turned = await turnIdentitySecret(platform, admin, { id: quiet.id, at_once: false })
  assert.notEqual(turned.secret, platform.tokens.secretFor(`widget identity ${quiet.id} 1`))
  assert.deepEqual([await isKnown(quiet.id, derived), await isKnown(quiet.id, turned.secret)], [true, true])
  clock.advance(hours(24 * 30))
  assert.deepEqual([await isKnown(quiet.id, derived), await isKnown(quiet.id, turned.secret)], [false, true])
  const again = await turnIdentitySecret(platform, admin, { id: quiet.id, at_once: true })
  assert.deepEqual([await isKnown(quiet.id, turned.secret), await isKnown(quiet.id, again.secret)], [false, true])
  await saveLasting(platform)
  assert.equal((await readIdentitySecret(platform, admin, { id: quiet.id })).secret, again.secret)
})

test('while a key for encryption is missing, nothing that it locked is written over', async t => {
  const platform = await open(t)
  const { db } = platform
  const { admin } = await makeWorkspace(platform)
  const { workspaceId } = admin
  await db.asService(null, tx => sql`update usage_counters set hard_limit = null`.execute(tx))
  const widget = await makeWidget(platform, { workspaceId, channelId: '', admin })
  const derived = (await readIdentitySecret(platform, admin, { id: widget.id })).secret
  const { secret } = await turnIdentitySecret(platform, admin, { id: widget.id, at_once: true })
  await saveLasting(platform)
  const read = (where: Platform) => db.asService(null, tx => lastingKey(where, tx, 'trials taken'))
  await runCommand(platform, ['rotate-keys', 'programs', '--one-machine', '--days', '0'])
  const trials = await read({ ...platform })
  const stored = async () =>
    (
      await db.asService(null, tx =>
        sql`select locked from private.lasting_keys union all select locked from private.secrets order by locked`.execute(
          tx,
        ),
      )
    ).rows
  const before = await stored()
  const without = {
    ...platform,
    secrets: makeSecretBox(() => [Buffer.alloc(32, 7).toString('base64')]),
    log: { ...platform.log, warn: t.mock.fn() },
  }
  const isKnown = async (where: Platform, key: string) => {
    const jwt = await new SignJWT({ sub: 'khach-7' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(platform.clock.now().getTime() / 1000) + 600)
      .sign(new TextEncoder().encode(key))
    return (
      (await db.asService(null, tx => readIdentity(where, tx, { workspaceId, channelId: widget.id }, jwt))) !==
      undefined
    )
  }
  assert.notEqual(await read(without), trials)
  assert.match(String(without.log.warn.mock.calls[0]?.arguments[1]), /does not open/)
  await assert.rejects(readIdentitySecret(without, admin, { id: widget.id }), { code: 'channel.identity_unreadable' })
  await saveLasting(without)
  assert.deepEqual([await isKnown(without, secret), await isKnown(without, derived)], [false, false])
  const again = platform.tokens.secretFor(`widget identity ${widget.id} 1`)
  assert.equal(await isKnown(without, again), false, 'what derives from JWT_SECRET stands for no stored one')
  assert.deepEqual(await stored(), before)
  assert.equal(await read({ ...platform }), trials)
  assert.equal((await readIdentitySecret(platform, admin, { id: widget.id })).secret, secret)
  // Turned meanwhile, with an overlap: the one before counts again when its key is back.
  const turned = await turnIdentitySecret(without, admin, { id: widget.id, at_once: false })
  assert.deepEqual([await isKnown(without, turned.secret), await isKnown(without, secret)], [true, false])
  assert.equal(await isKnown(platform, secret), true)
})

test('with a JWT_SECRET of one’s own, processes change it one after the other', async t => {
  const [first, second] = ['first secret '.repeat(4), 'second secret '.repeat(4)]
  const platform = await open(t, { JWT_SECRET: first })
  const process = async (JWT_SECRET: string, JWT_SECRET_ALSO: string) => {
    const config = { ...platform.config, JWT_SECRET, JWT_SECRET_ALSO }
    return makePlatform(
      config,
      platform.db.engine,
      await readKeys(config.dataDir, config),
      platform.clock,
      platform.log,
    )
  }
  const stages = [
    await process(first, ''),
    await process(first, second),
    await process(second, first),
    await process(second, ''),
  ]
  const held = await Promise.all(stages.map(stage => holdings(stage)))
  // Neighbours run beside each other; what only the first and only the last know is foreign to the other.
  for (const [at, taken] of held.entries()) {
    for (const stage of stages.slice(Math.max(0, at - 1), at + 2)) assert.deepEqual(await taken(stage), all)
  }
  assert.deepEqual([await held[0]?.(stages[3]), await held[3]?.(stages[0])], [[], []])
  await assert.rejects(runCommand(platform, ['rotate-keys', 'programs']), /JWT_SECRET_ALSO=new/)
  await assert.rejects(open(t, { JWT_SECRET_ALSO: second }), /needs JWT_SECRET/)
})

test('of two that change keys at once one is refused, in this process or in another; one that was killed locks nobody out', async t => {
  const platform = await open(t)
  const { dataDir } = platform.config
  const kinds = ['signing', 'programs', 'encryption', 'all']
  const both = await Promise.allSettled(
    kinds.map(kind => runCommand(platform, ['rotate-keys', kind, ...(kind === 'signing' ? [] : ['--one-machine'])])),
  )
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const one of both)
    if (one.status === 'rejected') assert.match(String(one.reason), /being changed by process \d+/)
  const lock = pathToFileURL(join(import.meta.dirname, '../platform/sql/lock.ts')).href
  const program = `const { tryLockFile } = await import(${JSON.stringify(lock)})
    console.log(typeof tryLockFile(${JSON.stringify(dataDir)}, 'keys.lock')); setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [answer] = (await once(other.stdout, 'data')) as [Buffer]
  assert.equal(answer.toString().trim(), 'function')
  const stored = readFileSync(join(dataDir, 'keys.json'), 'utf8')
  await assert.rejects(runCommand(platform, ['rotate-keys']), new RegExp(`by process ${other.pid}`))
  assert.equal(readFileSync(join(dataDir, 'keys.json'), 'utf8'), stored)
  other.kill('SIGKILL')
  await once(other, 'close')
  assert.match(await runCommand(platform, ['rotate-keys']), /signs within five seconds/)
  assert.match(
    await runCommand(platform, ['rotate-keys', 'all', '--one-machine']),
    /^Locked anew.*\n.*programs.*\n.*signs/,
  )
})

test('keys are locked between hosts for as long as it is renewed; a server starts after another host was killed', async t => {
  const platform = await open(t)
  const { dataDir } = platform.config
  const file = join(dataDir, 'keys.lock')
  const age = (minutes: number) => {
    const { mtimeMs } = statSync(file)
    utimesSync(file, mtimeMs / 1000 - minutes * 60, mtimeMs / 1000 - minutes * 60)
  }
  writeFileSync(file, '7 7 another-host')
  await assert.rejects(runCommand(platform, ['rotate-keys']), /changed by process 7 on another-host/)
  age(9)
  await assert.rejects(runCommand(platform, ['rotate-keys']), /on another-host/)
  age(2)
  assert.match(await runCommand(platform, ['rotate-keys']), /signs within five seconds/)
  assert.equal(existsSync(file), false)
  writeFileSync(join(dataDir, 'sen.lock'), '7 7 another-host')
  const unlock = await lockFolder(dataDir)
  assert.match(readFileSync(join(dataDir, 'sen.lock'), 'utf8'), new RegExp(`^${process.pid} `))
  unlock()
})

test('a file of keys that cannot be read is logged once, without what is in it', async t => {
  const platform = await open(t)
  const { dataDir } = platform.config
  const error = t.mock.fn()
  const keys = await readKeys(dataDir, platform.config, { ...platform.log, error })
  const now = platform.clock.now()
  const before = keys.jwtSecrets(now)
  const file = join(dataDir, 'keys.json')
  const good = readFileSync(file, 'utf8')
  writeFileSync(file, good.replace('"jwtSecret"', 'jwtSecret'))
  for (let more = 0; more < 3; more++) assert.deepEqual(keys.jwtSecrets(now), before)
  assert.equal(error.mock.callCount(), 1)
  const [fields] = error.mock.calls[0]?.arguments ?? []
  assert.equal(String((fields as { error: Error }).error.message), `${file} is not JSON.`)
  writeFileSync(file, good)
  renewJwtSecret(dataDir, now, now)
  assert.notDeepEqual(keys.jwtSecrets(now), before)
})

test('two processes that begin in an empty folder have the same keys; a role’s key is what jose makes', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-keys-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const none = {
    JWT_SECRET: '',
    JWT_SECRET_ALSO: '',
    JWT_KEYS_FILE: '',
    SECRETS_KEY: '',
    ANON_KEY: '',
    SERVICE_ROLE_KEY: '',
  }
  const keys = await Promise.all([1, 2, 3].map(() => readKeys(folder, none)))
  const now = new Date(0)
  assert.equal(new Set(keys.map(one => one.jwtSecrets(now)[0])).size, 1)
  assert.equal(new Set(keys.map(one => one.secrets()[0])).size, 1)
  const secret = 'ít nhất ba mươi hai ký tự, có dấu'
  const made = await new SignJWT({ role: 'anon', iss: 'sen' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(1_767_225_600)
    .setExpirationTime(2_082_758_400)
    .sign(new TextEncoder().encode(secret))
  assert.equal(makeRoleKey('anon', secret), made)
})
