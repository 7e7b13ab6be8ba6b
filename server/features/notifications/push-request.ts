import { createECDH } from 'node:crypto'
import ece from 'http_ece'
import { importJWK, SignJWT } from 'jose'
import { hours, seconds } from '#platform/clock.ts'
import type { OutsideRequest } from '#platform/outside/outside.ts'
import type { Platform } from '#platform/platform.ts'
import { pushKeys } from './push-keys.ts'

/** Keys in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

export type Push = {
  message: object
  /** Seconds the service keeps it for an offline browser. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** Replaces a waiting push of this name; at most 32 base64url characters. */
  topic: string
}

const tokenLife = hours(12)

/** Encrypted by RFC 8291, signed by RFC 8292. */
export async function pushRequest(platform: Platform, to: PushTarget, push: Push): Promise<OutsideRequest> {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  const body = ece.encrypt(Buffer.from(JSON.stringify(push.message)), {
    version: 'aes128gcm',
    privateKey: sender,
    dh: to.p256dh,
    authSecret: to.auth,
  })
  return {
    url: to.endpoint,
    method: 'POST',
    headers: {
      authorization: await vapid(platform, new URL(to.endpoint).origin),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(Math.max(0, Math.floor(push.ttl))),
      urgency: push.urgency,
      topic: push.topic,
    },
    body,
    maxBytes: 16_384,
    timeoutMs: seconds(15),
  }
}

async function vapid(platform: Platform, audience: string): Promise<string> {
  const { publicKey, privateKey } = await pushKeys(platform)
  const now = platform.clock.now().getTime()
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(audience)
    .setSubject(contactOf(platform))
    .setExpirationTime(Math.floor((now + tokenLife) / 1000))
    .sign(await importJWK(privateKey, 'ES256'))
  return `vapid t=${token}, k=${publicKey}`
}

function contactOf({ config }: Platform): string {
  if (!config.SUPPORT_EMAIL && config.publicUrl.startsWith('https:')) return config.publicUrl
  // Services refuse any scheme but these two.
  return `mailto:${config.SUPPORT_EMAIL || config.mailFrom.replace(/^.*<([^>]*)>\s*$/s, '$1')}`
}

/** The point must lie on the curve. */
export function areUsableKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  const keyPair = createECDH('prime256v1')
  keyPair.generateKeys()
  try {
    keyPair.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
