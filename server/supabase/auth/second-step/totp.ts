import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { seconds } from '#platform/clock.ts'

const stepMs = seconds(30)
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 20 random bytes as 32 characters of base32 (RFC 4648). */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), byte => alphabet[byte % 32]).join('')
}

export function totpAddress(secret: string, issuer: string, account: string): string {
  const plain = issuer.replaceAll(':', ' ')
  const query = `secret=${secret}&issuer=${encodeURIComponent(plain)}&algorithm=SHA1&digits=${digits}&period=30`
  return `otpauth://totp/${encodeURIComponent(plain)}:${encodeURIComponent(account)}?${query}`
}

/** RFC 6238. */
export function totpDigits(secret: string, at: Date): string {
  return digitsOf(secret, stepAt(at))
}

/** @returns undefined for other digits than now or 30 s either way */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const given = Buffer.from(code)
  const steps = [0, -1, 1].map(apart => stepAt(now) + apart)
  return steps.find(step => {
    const right = Buffer.from(digitsOf(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}

function stepAt(at: Date): number {
  return Math.floor(at.getTime() / stepMs)
}

function digitsOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, character => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
