import { createHmac, timingSafeEqual } from 'node:crypto'
import { seconds } from '#platform/clock.ts'
import type { HookRequest } from '../hook.ts'

/** Not configurable: 0 would disable the check. */
const drift = seconds(300)

/** `Stripe-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>`. `secrets`: comma-separated during rotation. */
export function isFromStripe(secrets: string, { headers, raw }: HookRequest, now: Date): boolean {
  const header = String(headers['stripe-signature'] ?? '')
  const parts = header.split(',').map(part => part.trim().split('=', 2) as [string, string | undefined])
  const times = parts.flatMap(([name, value]) => (name === 't' && value !== undefined ? [value] : []))
  const given = parts.flatMap(([name, value]) =>
    name === 'v1' && value !== undefined && /^[0-9a-f]{64}$/i.test(value) ? [Buffer.from(value, 'hex')] : [],
  )
  const [time] = times
  if (times.length !== 1 || time === undefined || !/^\d{1,12}$/.test(time) || given.length === 0) return false
  // Stripe's timestamps are whole seconds.
  const age = Math.floor(now.getTime() / 1000) * 1000 - seconds(Number(time))
  if (Math.abs(age) > drift) return false
  const keys = secrets.split(',').map(secret => secret.trim())
  return keys.some(key => {
    if (key === '') return false
    const right = createHmac('sha256', key).update(`${time}.`).update(raw).digest()
    return given.some(one => timingSafeEqual(right, one))
  })
}
