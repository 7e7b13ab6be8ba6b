import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Clock, after } from '../clock.ts'

export type Seal = {
  /** Signed, not encrypted: put nothing secret in it. A text sealed for one purpose is invalid for another. */
  seal(purpose: string, fact: Record<string, unknown>, lifeMs: number): string
  /** @returns undefined when not ours, changed, for another purpose, or expired */
  unseal(purpose: string, text: string): Record<string, unknown> | undefined
  /** A stable secret per purpose, derived rather than stored. 32 bytes, base64url. */
  secretFor(purpose: string): string
}

const maxLength = 4096

/** @param secret of full entropy */
export function makeSeal(secret: string, clock: Clock): Seal {
  const keys = new Map<string, KeyObject>()

  function derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', secret, 'sen seal', purpose, 32))
  }

  function sign(purpose: string, body: string): Buffer {
    const key = keys.get(purpose) ?? createSecretKey(derive(`seal ${purpose}`))
    keys.set(purpose, key)
    return createHmac('sha256', key).update(body).digest()
  }

  return {
    secretFor: purpose => derive(`secret ${purpose}`).toString('base64url'),
    seal(purpose, fact, lifeMs) {
      const until = after(clock.now(), lifeMs).getTime()
      const body = Buffer.from(JSON.stringify({ ...fact, until })).toString('base64url')
      return `${body}.${sign(purpose, body).toString('base64url')}`
    },
    unseal(purpose, text) {
      const [body = '', signature = '', ...more] = text.length > maxLength ? [] : text.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(purpose, body)
      if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const { until, ...fact } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
      return typeof until === 'number' && until > clock.now().getTime() ? fact : undefined
    },
  }
}
