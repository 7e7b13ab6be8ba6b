import { z } from 'zod'
import { botSettings } from './bot/bot-settings.contract.ts'

/** Decides examples and the sample price list. */
export const trades = ['spa', 'fashion', 'food', 'stay', 'class', 'craft', 'other'] as const
export type Trade = (typeof trades)[number]

export const lastStep = 4

const version = z.number().int().min(0)

export const shopStep = z.object({
  version,
  name: z.string().trim().min(1).max(80),
  trade: z.enum(trades).nullable(),
  avatar: botSettings.shape.avatar,
})

export const chosenStep = z.object({ version, step: z.number().int().min(1).max(lastStep) })

/** Switches the bot on, and the chat page if wanted. */
export const finished = z.object({ version, page: z.boolean() })

export const putOff = z.object({ later: z.boolean() })
