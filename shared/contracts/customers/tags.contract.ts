import { z } from 'zod'
import { tagColours } from '../../rules/tag-colours.ts'

const name = z.string().trim().min(1).max(40)

export const newTag = z.object({ name, colour: z.enum(tagColours).default('ink') })
export const changedTag = z.object({ name: name.optional(), colour: z.enum(tagColours).optional() })

/** What is put on a conversation and taken off it: ids of tags, or names; a name that there is not becomes a tag. */
export const taggedConversation = z.object({
  add: z.array(name).max(20).default([]),
  remove: z.array(name).max(20).default([]),
})

export const mergedTag = z.object({ into: z.uuid() })
