import { z } from 'zod'
import { tagColours } from '../../rules/tag-colours.ts'

const name = z.string().trim().min(1).max(40)

export const newTag = z.object({ name, colour: z.enum(tagColours).default('ink') })
export const changedTag = z.object({ name: name.optional(), colour: z.enum(tagColours).optional() })

/** Tag ids, or names; unknown names are created. */
export const taggedConversation = z.object({
  add: z.array(name).max(20).default([]),
  remove: z.array(name).max(20).default([]),
})

export const mergedTag = z.object({ into: z.uuid() })
