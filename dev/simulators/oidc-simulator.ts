// An OpenID Connect issuer from the specification: code flow with PKCE, id tokens, published keys. Signs everybody in as `person`.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

export type SimulatedPerson = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
  picture?: string
  hd?: string
}

export type OidcFault =
  | 'denied'
  | 'wrong nonce'
  | 'wrong audience'
  | 'other party'
  | 'wrong issuer'
  | 'expired'
  | 'not signed'
  | 'signed with the secret'
  | 'foreign key'
  | 'error'
  | 'silent'
  | 'endless'

export type OidcSimulator = {
  issuer: string
  clientId: string
  clientSecret: string
  person: SimulatedPerson
  fault: OidcFault | undefined
  asked: URLSearchParams
  keysFetched: number
  /** Leaves the email out of the id token; only the userinfo endpoint has it. */
  quiet: boolean
  /** Said in the discovery document instead. */
  describes: Record<string, unknown>
  /** Names itself on the way back (RFC 9207). */
  names: string | undefined
  /** Calls of the code, which are costly for the other side. */
  traded: number
  rotateKey(): Promise<void>
  close(): Promise<void>
}

type Grant = {
  person: SimulatedPerson
  fault: OidcFault | undefined
  redirectUri: string
  challenge: string
  nonce: string
}
type Key = { kid: string; privateKey: CryptoKey; publicKey: CryptoKey }

export async function startOidcSimulator(port = 0): Promise<OidcSimulator> {
  const grants = new Map<string, Grant>()
  const people = new Map<string, SimulatedPerson>()
  let key = await makeKey()
  const foreign = await makeKey()

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const simulator: OidcSimulator = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'sen-client',
    clientSecret: 'sen-client-secret',
    person: { sub: '1001', email: 'lan@shop.example', email_verified: true, name: 'Nguyễn Thị Lan' },
    fault: undefined,
    asked: new URLSearchParams(),
    keysFetched: 0,
    quiet: false,
    describes: {},
    names: undefined,
    traded: 0,
    async rotateKey() {
      key = await makeKey()
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', simulator.issuer)
    const { issuer } = simulator
    if (url.pathname === '/.well-known/openid-configuration') {
      return json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        ...simulator.describes,
      })
    }
    if (url.pathname === '/authorize') return authorize(url, response)
    if (url.pathname === '/token') return trade(await readForm(request), response)
    if (url.pathname === '/keys') {
      simulator.keysFetched += 1
      return json(response, 200, {
        keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256', use: 'sig' }],
      })
    }
    if (url.pathname === '/userinfo') {
      const person = people.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
      return json(response, person ? 200 : 401, person ?? { error: 'invalid_token' })
    }
    return json(response, 404, { error: 'not_found' })
  }

  function authorize(url: URL, response: ServerResponse): void {
    const query = url.searchParams
    simulator.asked = query
    const isWell = query.get('client_id') === simulator.clientId && query.get('response_type') === 'code'
    const scopes = (query.get('scope') ?? '').split(' ')
    if (!isWell || !scopes.includes('openid') || query.get('code_challenge_method') !== 'S256') {
      return json(response, 400, { error: 'invalid_request' })
    }
    const redirectUri = query.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (simulator.names !== undefined) back.searchParams.set('iss', simulator.names)
    if (simulator.fault === 'denied') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user denied the request')
    } else {
      const code = randomUUID()
      const { person, fault } = simulator
      const challenge = query.get('code_challenge') ?? ''
      grants.set(code, { person, fault, redirectUri, challenge, nonce: query.get('nonce') ?? '' })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  async function trade(form: URLSearchParams, response: ServerResponse): Promise<void> {
    simulator.traded += 1
    const grant = grants.get(form.get('code') ?? '')
    if (grant?.fault === 'silent') return
    if (grant?.fault === 'error') return json(response, 500, { error: 'server_error' })
    if (grant?.fault === 'endless') return json(response, 200, { access_token: 'x'.repeat(2_000_000) })
    grants.delete(form.get('code') ?? '')
    const isClient =
      form.get('client_id') === simulator.clientId && form.get('client_secret') === simulator.clientSecret
    const fits = grant?.challenge === sha256(form.get('code_verifier') ?? '')
    if (!grant || !isClient || !fits || form.get('redirect_uri') !== grant.redirectUri) {
      return json(response, 400, { error: 'invalid_grant' })
    }
    const accessToken = randomUUID()
    people.set(accessToken, grant.person)
    return json(response, 200, {
      access_token: accessToken,
      refresh_token: `refresh-${accessToken}`,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: await idToken(grant),
    })
  }

  async function idToken({ person, fault, nonce }: Grant): Promise<string> {
    const { issuer, clientId } = simulator
    const now = Math.floor(Date.now() / 1000) - (fault === 'expired' ? 7200 : 0)
    const { email: _email, ...withoutAddress } = person
    const claims: JWTPayload = {
      ...(simulator.quiet ? withoutAddress : person),
      iss: fault === 'wrong issuer' ? 'https://elsewhere.example' : issuer,
      aud: fault === 'wrong audience' ? 'another-client' : fault === 'other party' ? [clientId, 'another'] : clientId,
      ...(fault === 'other party' ? { azp: 'another' } : {}),
      nonce: fault === 'wrong nonce' ? 'of another request' : nonce,
      iat: now,
      exp: now + 3600,
    }
    if (fault === 'not signed') return new UnsecuredJWT(claims).encode()
    if (fault === 'signed with the secret') {
      const secret = new TextEncoder().encode(simulator.clientSecret.padEnd(32, '.'))
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(secret)
    }
    const { privateKey } = fault === 'foreign key' ? foreign : key
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(privateKey)
  }

  return simulator
}

async function makeKey(): Promise<Key> {
  return { kid: randomUUID(), ...(await generateKeyPair('RS256', { extractable: true })) }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return new URLSearchParams(body)
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
