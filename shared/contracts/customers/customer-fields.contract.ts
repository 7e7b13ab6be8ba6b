import { z } from 'zod'
import { languages } from '../../words.ts'

export const fieldKinds = ['text', 'number', 'date', 'choice', 'yes_no'] as const
export type FieldKind = (typeof fieldKinds)[number]
export const maxFields = 30

const name = z.string().trim().min(1).max(40)
const choices = z.array(z.string().trim().min(1).max(60)).max(50)

export const newField = z.object({ name, kind: z.enum(fieldKinds), choices: choices.default([]) })
/** The kind cannot change: stored values have it. */
export const changedField = z.object({ name: name.optional(), choices: choices.optional() })

export const editedCustomer = z.object({
  name: z.string().trim().max(200).optional(),
  language: z.enum(languages).nullable().optional(),
  /** by field id; null removes a value */
  fields: z.record(z.uuid(), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])).optional(),
  /** 409 if there is a newer version. */
  version: z.number().int().positive().optional(),
})
