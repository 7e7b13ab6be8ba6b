import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Clock, after } from '../clock.ts'

export type Seal = {
  /** Signed, not encrypted: put nothing secret in it. A text sealed for one purpose is invalid for another. */
  seal(purpose: string, fact: Record<string, unknown>, lifeMs: number): string
  /** @returns undefined when not ours, changed, for another purpose, or expired */
  unseal(purpose: string, text: string): Record<string, unknown> | undefined
  /** A secret per purpose, derived rather than stored: it ends with JWT_SECRET. 32 bytes, base64url. */
  secretFor(purpose: string): string
  /** The same of older secrets too, the newest first: what one of them signed is good for a while. */
  secretsFor(purpose: string): string[]
}

const maxLength = 4096

/** @param read of full entropy: the first seals, all unseal. Asked each time. */
export function makeSeal(read: () => readonly string[], clock: Clock): Seal {
  const keys = new Map<string, KeyObject>()

  function derive(secret: string, purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', secret, 'sen seal', purpose, 32))
  }

  function sign(secret: string, purpose: string, body: string): Buffer {
    const name = `${purpose} ${secret}`
    const key = keys.get(name) ?? createSecretKey(derive(secret, `seal ${purpose}`))
    keys.set(name, key)
    return createHmac('sha256', key).update(body).digest()
  }

  const first = (): string => read()[0] ?? ''
  const secretsFor = (purpose: string): string[] =>
    read().map(secret => derive(secret, `secret ${purpose}`).toString('base64url'))

  return {
    secretFor: purpose => derive(first(), `secret ${purpose}`).toString('base64url'),
    secretsFor,
    seal(purpose, fact, lifeMs) {
      const until = after(clock.now(), lifeMs).getTime()
      const body = Buffer.from(JSON.stringify({ ...fact, until })).toString('base64url')
      return `${body}.${sign(first(), purpose, body).toString('base64url')}`
    },
    unseal(purpose, text) {
      const [body = '', signature = '', ...more] = text.length > maxLength ? [] : text.split('.')
      const given = Buffer.from(signature, 'base64url')
      const isOurs = (right: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)
      if (more.length > 0 || !read().some(secret => isOurs(sign(secret, purpose, body)))) return undefined
      const { until, ...fact } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
      return typeof until === 'number' && until > clock.now().getTime() ? fact : undefined
    },
  }
}
