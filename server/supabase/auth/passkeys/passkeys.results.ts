import { z } from 'zod'
import { instant } from '#shared/contracts/endpoint.ts'

export const addedPasskeyResult = z.object({ id: z.guid(), friendly_name: z.string(), created_at: instant })

/** From `credential_id` on: more than the reference says. */
export const passkeyResult = addedPasskeyResult.extend({
  last_used_at: instant.optional(),
  /** By which browsers know it, so that they can be asked to forget it. */
  credential_id: z.string(),
  backup_eligible: z.boolean(),
  backed_up: z.boolean(),
  maker: z.string().optional(),
})

export const passkeyOptionsResult = z.object({
  challenge_id: z.guid(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  /** As WebAuthn has them in JSON. */
  options: z.record(z.string(), z.unknown()),
})

export type AddedPasskeyAnswer = z.output<typeof addedPasskeyResult>
export type PasskeyAnswer = z.output<typeof passkeyResult>
export type PasskeyOptionsAnswer = z.output<typeof passkeyOptionsResult>
