import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { exportJWK, importJWK, type JWK, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose'
import { fakeClock, hours, minutes, seconds } from '../clock.ts'
import { newId } from '../ids.ts'
import { makeTokens } from './access-tokens.ts'
import { readKeys, rotateKeys } from './keys.ts'
import { silentLog } from '../log.ts'

describe('access tokens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sen-tokens-'))
  after(() => rmSync(folder, { recursive: true }))
  const none = {
    JWT_SECRET: '',
    JWT_SECRET_ALSO: '',
    JWT_KEYS_FILE: '',
    SECRETS_KEY: '',
    ANON_KEY: '',
    SERVICE_ROLE_KEY: '',
  }
  const settings = { issuer: 'https://sen.example/auth/v1', life: 3600 }
  const person = {
    sub: newId(),
    session_id: newId(),
    email: 'hanh@mocan.vn',
    aal: 'aal1',
    role: 'authenticated',
  } as const
  let folders = 0

  async function open(given: Partial<typeof none> = {}, dataDir = join(folder, String(++folders))) {
    const clock = fakeClock()
    const keys = await readKeys(dataDir, { ...none, ...given })
    return { tokens: await makeTokens(keys, settings, clock, silentLog), clock, keys, dataDir }
  }

  function sign(claims: object, key: Parameters<SignJWT['sign']>[0], header: JWTHeaderParameters, clock = fakeClock()) {
    const now = Math.floor(clock.now().getTime() / 1000)
    return new SignJWT({ iss: settings.issuer, aud: 'authenticated', iat: now, exp: now + 3600, ...claims })
      .setProtectedHeader(header)
      .sign(key)
  }

  async function installationKey(dataDir: string): Promise<JWK> {
    const [key] = (JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as { signing: JWK[] }).signing
    assert.ok(key)
    return key
  }

  test('a person’s token says who it is for an hour; the two keys say a role', async () => {
    const { tokens, clock, dataDir } = await open()
    const { token } = await tokens.signAccess(person)
    assert.equal((await tokens.verify(token))?.sub, person.sub)
    assert.equal((await tokens.verify(tokens.anonKey))?.role, 'anon')
    assert.equal((await tokens.verify(tokens.serviceRoleKey))?.role, 'service_role')
    assert.equal(statSync(join(dataDir, 'keys.json')).mode & 0o777, 0o600)
    clock.advance(hours(1))
    assert.equal(await tokens.verify(token), undefined)
  })

  test('a token that was found good is only itself: one letter more, or claims that somebody changed, are nothing', async () => {
    const { tokens } = await open()
    const { token } = await tokens.signAccess(person)
    const claims = await tokens.verify(token)
    assert.ok(claims)
    assert.throws(() => {
      claims.role = 'service_role'
    }, TypeError)
    assert.equal((await tokens.verify(token))?.role, 'authenticated')
    const [head, body, signature] = token.split('.')
    const other = Buffer.from(JSON.stringify({ ...claims, role: 'service_role', exp: 9_999_999_999 })).toString(
      'base64url',
    )
    for (const forged of [`${token}A`, `${head}.${other}.${signature}`, `${head}.${body}.`, `${head}.${body}`])
      assert.equal(await tokens.verify(forged), undefined)
  })

  test('only what our own keys signed, with their own algorithm, is believed', async () => {
    const { tokens, keys, dataDir } = await open()
    const own = await installationKey(dataDir)
    const kid = own.kid as string
    const signing = await importJWK(own, 'ES256')
    const secret = new TextEncoder().encode(keys.jwtSecrets(fakeClock().now())[0])
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [published] = (await tokens.jwks()).keys
    const publicText = new TextEncoder().encode(JSON.stringify(published).padEnd(64))
    const strange = await exportJWK(stranger.publicKey)
    const es = { alg: 'ES256', kid }
    const tries: Record<string, string> = {
      none: new UnsecuredJWT(person).setExpirationTime('1h').encode(),
      'service, none': new UnsecuredJWT({ role: 'service_role' }).setExpirationTime('1h').encode(),
      'another’s key under our name': await sign(person, stranger.privateKey, es),
      'a key that the token brings': await sign(person, stranger.privateKey, {
        alg: 'ES256',
        kid,
        jwk: strange as never,
      }),
      'a key from an address': await sign(person, stranger.privateKey, {
        alg: 'ES256',
        kid,
        jku: 'https://evil.example',
      }),
      'an unknown name': await sign(person, signing, { alg: 'ES256', kid: 'other' }),
      'no name': await sign(person, signing, { alg: 'ES256' }),
      'a path as name': await sign(person, new Uint8Array(32), { alg: 'HS256', kid: '../../../../dev/null' }),
      'a statement as name': await sign(person, signing, { alg: 'ES256', kid: `${kid}' or '1'='1` }),
      'an inherited name': await sign(person, signing, { alg: 'ES256', kid: '__proto__' }),
      'the public key as secret': await sign({ role: 'service_role' }, publicText, { alg: 'HS256', kid }),
      'a person by the shared secret': await sign(person, secret, { alg: 'HS256' }),
      'the shared secret under our key’s name': await sign(person, secret, { alg: 'HS256', kid }),
      'another algorithm of the secret': await sign({ role: 'service_role' }, secret, { alg: 'HS512' }),
      'an empty secret': await sign({ role: 'service_role' }, new Uint8Array(32), { alg: 'HS256' }),
      'another issuer': await sign({ ...person, iss: 'https://evil.example' }, signing, es),
      'another audience': await sign({ ...person, aud: 'other' }, signing, es),
      'no end': await sign({ ...person, exp: undefined }, signing, es),
      over: await sign({ ...person, exp: 1 }, signing, es),
      'not yet': await sign({ ...person, nbf: 9_000_000_000 }, signing, es),
      'no session': await sign({ ...person, session_id: undefined }, signing, es),
      nobody: await sign({ ...person, sub: undefined }, signing, es),
      'a role of the database': await sign({ ...person, role: 'postgres' }, signing, es),
      'no role': await sign({ ...person, role: undefined }, signing, es),
      'roles as a list': await sign({ ...person, role: ['service_role'] }, signing, es),
      'a program’s key without end': await sign({ role: 'service_role', exp: undefined }, secret, { alg: 'HS256' }),
    }
    for (const [what, token] of Object.entries(tries)) assert.equal(await tokens.verify(token), undefined, what)
    const { token } = await tokens.signAccess(person)
    const [head = '', body = '', signature = ''] = token.split('.')
    const other = Buffer.from(JSON.stringify({ ...person, role: 'service_role', exp: 9e9 })).toString('base64url')
    for (const broken of [
      '',
      '.',
      '..',
      head,
      `${head}.${body}.`,
      `${head}.${other}.${signature}`,
      `${token}.${signature}`,
    ])
      assert.equal(await tokens.verify(broken), undefined, broken)
  })

  test('rotation: the new key signs within seconds, what the older ones signed stays good', async () => {
    const { tokens, clock, dataDir } = await open()
    const { token: before } = await tokens.signAccess(person)
    const name = await rotateKeys(dataDir)
    clock.advance(seconds(5))
    const { token } = await tokens.signAccess(person)
    assert.equal(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid, name)
    assert.ok((await tokens.verify(before)) && (await tokens.verify(token)))
    assert.equal((await tokens.jwks()).keys.length, 2)
    assert.equal((await tokens.verify(tokens.anonKey))?.role, 'anon', 'the programs’ keys stay')
    for (let round = 0; round < 3; round++) await rotateKeys(dataDir)
    clock.advance(minutes(1))
    assert.equal(await tokens.verify(before), undefined, 'three keys are kept')
    assert.equal((await tokens.jwks()).keys.length, 3)
    for (const key of (await tokens.jwks()).keys) assert.ok(!('d' in key) && !('k' in key), 'public halves alone')
  })

  test('JWT_KEYS_FILE: one key signs, all check, and the file is read again when it changes', async () => {
    const path = join(folder, 'given.json')
    const write = (...keys: JWK[]) => writeFileSync(path, JSON.stringify(keys))
    const jwk = async (key: KeyObject, more: JWK): Promise<JWK> => ({ ...(await exportJWK(key)), ...more })
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const ed = generateKeyPairSync('ed25519')
    const checksOnly = await jwk(rsa.privateKey, { kid: 'rsa', alg: 'RS256', key_ops: ['verify'] })
    const signs = await jwk(ed.privateKey, { kid: 'ed', key_ops: ['sign', 'verify'] })
    const shared = { kty: 'oct', kid: 'shared', k: randomBytes(32).toString('base64url'), key_ops: ['verify'] }
    write(checksOnly, signs, shared)
    const { tokens, clock } = await open({ JWT_KEYS_FILE: path })
    const { token } = await tokens.signAccess(person)
    assert.match(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString(), /"EdDSA".*"ed"/)
    assert.ok(await tokens.verify(token))
    assert.deepEqual(
      (await tokens.jwks()).keys.map(key => [key.kid, key.alg, key.d, key.k]),
      [
        ['rsa', 'RS256', undefined, undefined],
        ['ed', 'EdDSA', undefined, undefined],
      ],
    )
    const admin = await sign({ role: 'supabase_admin' }, rsa.privateKey, { alg: 'RS256', kid: 'rsa' })
    assert.equal((await tokens.verify(admin))?.role, 'service_role')
    const confused = [
      await sign(person, rsa.privateKey, { alg: 'PS256', kid: 'rsa' }),
      await sign(person, new TextEncoder().encode(rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()), {
        alg: 'HS256',
        kid: 'rsa',
      }),
      await sign(person, rsa.privateKey, { alg: 'RS256', kid: 'ed' }),
    ]
    for (const token of confused) assert.equal(await tokens.verify(token), undefined)

    writeFileSync(path, '{ broken')
    clock.advance(seconds(6))
    assert.ok(await tokens.verify(token), 'a broken file changes nothing')
    write({ ...checksOnly, key_ops: ['sign'] })
    clock.advance(seconds(6))
    assert.equal(await tokens.verify(token), undefined, 'a key that was taken away checks nothing')
    assert.match(
      Buffer.from((await tokens.signAccess(person)).token.split('.')[0] ?? '', 'base64url').toString(),
      /"RS256"/,
    )
  })

  test('a file of keys that cannot serve is told at start', async () => {
    const path = join(folder, 'wrong.json')
    const small = await exportJWK(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)
    const good = await exportJWK(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
    const cases: [unknown, RegExp][] = [
      ['nothing', /not a JSON array/],
      [{}, /not a JSON array/],
      [[], /no key that signs/],
      [[{ ...good, key_ops: ['verify'] }], /no key that signs/],
      [[{ ...good, alg: 'HS256' }], /ES256/],
      [[small], /2048/],
      [[{ kty: 'oct', k: 'c2hvcnQ' }], /HS256/],
      [[{ ...good, x: 'AAAA' }], /not whole/],
      [
        [
          { ...good, kid: 'a' },
          { ...good, kid: 'a' },
        ],
        /two keys/,
      ],
    ]
    for (const [content, expected] of cases) {
      writeFileSync(path, JSON.stringify(content))
      await assert.rejects(open({ JWT_KEYS_FILE: path }), expected)
    }
    await assert.rejects(open({ JWT_KEYS_FILE: join(folder, 'absent.json') }), /there is no/)
  })
})
