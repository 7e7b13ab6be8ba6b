import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { HookRequest } from '../channel.ts'

/** The active one first; a second one during rotation. */
export function appSecrets(config: Pick<Config, 'FACEBOOK_APP_SECRET'>): string[] {
  return config.FACEBOOK_APP_SECRET.split(',')
    .map(secret => secret.trim())
    .filter(Boolean)
}

/** `X-Hub-Signature-256: sha256=<hex>`: HMAC-SHA256 over the raw bytes. The SHA-1 header is ignored. False if in doubt. */
export function verify(config: Config, { body, headers }: HookRequest): boolean {
  const header = headers['x-hub-signature-256']
  const hex = /^sha256=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '')?.[1]
  if (!hex) return false
  const given = Buffer.from(hex, 'hex')
  return appSecrets(config)
    .map(secret => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given))
    .includes(true)
}

/** Must not need the database. */
export function greet(config: Config, query: Record<string, unknown>): { status: number; body: string } {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  const knows = typeof token === 'string' && isSame(token, config.FACEBOOK_VERIFY_TOKEN)
  const isWell = mode === 'subscribe' && knows && typeof challenge === 'string'
  return isWell ? { status: 200, body: challenge } : { status: 403, body: '' }
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'same').update(text).digest()
  return other !== '' && timingSafeEqual(digest(one), digest(other))
}

/** base64url(signature).base64url(payload), signed over the encoded payload; undefined if not signed by Meta. */
export function readSignedRequest(config: Config, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 4096) return undefined
  const [signature = '', payload = '', ...more] = text.split('.')
  if (more.length > 0 || payload === '') return undefined
  const given = Buffer.from(signature, 'base64url')
  const isSigned = appSecrets(config)
    .map(secret => createHmac('sha256', secret).update(payload).digest())
    .map(right => given.length === right.length && timingSafeEqual(given, right))
    .includes(true)
  if (!isSigned) return undefined
  try {
    const { user_id: id, algorithm } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      unknown
    >
    const known = typeof id === 'string' || typeof id === 'number'
    return known && String(algorithm).toUpperCase() === 'HMAC-SHA256' ? String(id) : undefined
  } catch {
    return undefined
  }
}
