import type { FastifyRequest } from 'fastify'
import { hashSecret } from '#platform/ids.ts'
import { peerOf } from '#platform/http/peer.ts'
import type { EventCatalogue } from '#shared/event-catalogue.ts'
import { cookieOf, deviceCookie, readReferralCode, referralCookie } from '#shared/rules/money/referral.ts'

export type ReferralSource = NonNullable<EventCatalogue['person.signed-up']['referral']>

/** The form wins over the cookie; an explicit `referral_code: ''` means nobody. */
export function referralSource(request: FastifyRequest, data: Record<string, unknown>): { referral?: ReferralSource } {
  const { cookie } = request.headers
  const typed = data['referral_code']
  const code = readReferralCode(typeof typed === 'string' ? typed : cookieOf(cookie, referralCookie))
  if (!code) return {}
  const device = cookieOf(cookie, deviceCookie)
  return { referral: { code, peer: peerOf(request.ip), device: device ? hashSecret(device) : null } }
}
