import { z } from 'zod'
import { botSettings } from './bot/bot-settings.contract.ts'

/** What a shop does: its examples and sample price list follow. */
export const trades = ['spa', 'fashion', 'food', 'stay', 'class', 'craft', 'other'] as const
export type Trade = (typeof trades)[number]

export const lastStep = 4

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
