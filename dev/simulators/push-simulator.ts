// A push service and its browsers, written from RFC 8030 (delivery), 8188 and 8291 (encryption) and 8292 (VAPID).
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto'
import { jwtVerify } from 'jose'
import {
  type ChannelSimulator,
  type SimulatedAnswer,
  type SimulatedCall,
  startChannelSimulator,
} from './channel-simulator.ts'

export type SimulatedSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** `text`: decrypted; undefined if the browser could not read it. */
export type ArrivedPush = {
  endpoint: string
  text: string | undefined
  ttl: number
  urgency: string
  topic: string | undefined
  sender: { aud: string; sub: string; exp: number }
}

export type PushSimulator = ChannelSimulator & {
  /** @param key the sender's public key, the only one accepted from then on */
  subscribe(key?: string): SimulatedSubscription
  expire(endpoint: string): void
  arrived: ArrivedPush[]
}

type UserAgent = { ecdh: ECDH; auth: Buffer; key: string | undefined; gone: boolean }

const maxBytes = 4096
const day = 86_400_000
const urgencies = new Set(['very-low', 'low', 'normal', 'high'])

export async function startPushSimulator(port = 0, startAt?: number): Promise<PushSimulator> {
  const agents = new Map<string, UserAgent>()
  const arrived: ArrivedPush[] = []
  let address = ''

  function subscribe(key?: string): SimulatedSubscription {
    const ecdh = createECDH('prime256v1')
    const agent = { ecdh, auth: randomBytes(16), key, gone: false }
    const endpoint = `${address}/push/${randomUUID()}`
    const p256dh = ecdh.generateKeys().toString('base64url')
    agents.set(endpoint, agent)
    return { endpoint, keys: { p256dh, auth: agent.auth.toString('base64url') } }
  }

  function expire(endpoint: string): void {
    const agent = agents.get(endpoint)
    if (!agent) throw new Error('Nobody subscribed there.')
    agent.gone = true
  }

  const simulator = await startChannelSimulator({ port, startAt }, ({ url, clock, faults }) => {
    address = url
    return {
      async answer(call) {
        const endpoint = url + call.path
        const agent = agents.get(endpoint)
        if (call.method !== 'POST' || !agent) return plain(404)
        if (agent.gone) return plain(410)
        const sender = await senderOf(call, agent, url, clock.now())
        if (typeof sender === 'number') return plain(sender)
        const refused = refusalOf(call)
        if (refused) return plain(refused)
        const { ttl, urgency = 'normal', topic } = call.headers
        if (faults.forDelivery({ path: call.path }).includes('drop')) return created(endpoint)
        arrived.push({ endpoint, text: read(call.raw, agent), ttl: Number(ttl), urgency, topic, sender })
        return created(endpoint)
      },
      refuse: fault => (fault === 'rate_limit' ? { ...plain(429), headers: { 'retry-after': '120' } } : plain(500)),
      userOf: call => call.path,
      control: {
        'POST subscribe': body => subscribe(typeof body['key'] === 'string' ? body['key'] : undefined),
        'POST expire': body => expire(String(body['endpoint'])),
        'GET arrived': () => ({ arrived }),
      },
      reset() {
        arrived.length = 0
        agents.clear()
      },
      settled: async () => {},
    }
  })
  return Object.assign(simulator, { subscribe, expire, arrived })
}

function plain(status: number): SimulatedAnswer {
  return { status, body: '' }
}

function created(endpoint: string): SimulatedAnswer {
  return { status: 201, body: '', headers: { location: `${endpoint}/${randomUUID()}` } }
}

function refusalOf({ headers, raw }: SimulatedCall): number | undefined {
  if (!/^\d+$/.test(headers['ttl'] ?? '')) return 400
  if (headers['content-encoding'] !== 'aes128gcm') return 415
  if (headers['urgency'] !== undefined && !urgencies.has(headers['urgency'])) return 400
  if (headers['topic'] !== undefined && !/^[\w-]{1,32}$/.test(headers['topic'])) return 400
  return raw.length > maxBytes ? 413 : undefined
}

/** RFC 8292: a token of at most a day for this service, signed by the accompanying key, which the browser must know. */
async function senderOf(
  { headers }: SimulatedCall,
  agent: UserAgent,
  origin: string,
  now: number,
): Promise<ArrivedPush['sender'] | number> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? []
  if (!token || !key) return 401
  if (agent.key !== undefined && agent.key !== key) return 403
  try {
    const { payload } = await jwtVerify(token, publicKeyOf(key), {
      algorithms: ['ES256'],
      audience: origin,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'sub'],
    })
    const { exp = 0, sub = '' } = payload
    if (exp * 1000 > now + day || !/^(mailto:.+@|https:)/.test(sub)) return 403
    return { aud: origin, sub, exp }
  } catch {
    return 403
  }
}

function publicKeyOf(point: string) {
  const bytes = Buffer.from(point, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) throw new Error('Not a point in the long form.')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map(half => half.toString('base64url'))
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
}

/** RFC 8291, 3.4, for a push's single record. Undefined if unreadable. */
function read(body: Buffer, { ecdh, auth }: UserAgent): string | undefined {
  try {
    const salt = body.subarray(0, 16)
    const length = body.readUInt8(20)
    const sender = body.subarray(21, 21 + length)
    const sealed = body.subarray(21 + length)
    if (sealed.length > body.readUInt32BE(16)) return undefined
    const context = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
    const secret = hkdf(ecdh.computeSecret(sender), auth, context, 32)
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const open = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 }).setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
    const end = padded.lastIndexOf(2)
    return padded.subarray(end + 1).every(byte => byte === 0) ? padded.subarray(0, end).toString() : undefined
  } catch {
    return undefined
  }
}

function hkdf(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
