import { z } from 'zod'
import { botSettings } from './bot/bot-settings.contract.ts'
import type { HostedPage } from './channels/hosted-page.contract.ts'

/** What a shop does: its examples and sample price list follow. */
export const trades = ['spa', 'fashion', 'food', 'stay', 'class', 'craft', 'other'] as const
export type Trade = (typeof trades)[number]

export const lastStep = 4

/**
 * `GET /api/v1/first-steps`, and the answer of each step. `step` null: all are done. `version` goes with the next change: who saw an
 * older one gets 409 `first_steps.changed`, and nothing is changed.
 */
export type FirstSteps = {
  step: number | null
  version: number
  later: boolean
  name: string
  trade: Trade | null
  /** the bot's picture, its key in the bucket 'avatars' */
  avatar: string | null
  page: HostedPage
}

const version = z.number().int().min(0)

/** `PUT /api/v1/first-steps/shop`. */
export const shopStep = z.object({
  version,
  name: z.string().trim().min(1).max(80),
  trade: z.enum(trades).nullable(),
  avatar: botSettings.shape.avatar,
})

/** `PUT /api/v1/first-steps/step`: goes on, or back. */
export const chosenStep = z.object({ version, step: z.number().int().min(1).max(lastStep) })

/** `POST /api/v1/first-steps/finish`: the bot is on, and the shop's own chat page open where it is wanted. */
export const finished = z.object({ version, page: z.boolean() })

/** `PUT /api/v1/first-steps/later`. */
export const putOff = z.object({ later: z.boolean() })
