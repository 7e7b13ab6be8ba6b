import { z } from 'zod'
import { languages } from '../../words.ts'

/** What a shop wants to know of each customer, in a field of its own. */
export const fieldKinds = ['text', 'number', 'date', 'choice', 'yes_no'] as const
export type FieldKind = (typeof fieldKinds)[number]
export const maxFields = 30

const name = z.string().trim().min(1).max(40)
const choices = z.array(z.string().trim().min(1).max(60)).max(50)

export const newField = z.object({ name, kind: z.enum(fieldKinds), choices: choices.default([]) })
/** A field's kind stays: what is kept of customers is of that kind. */
export const changedField = z.object({ name: name.optional(), choices: choices.optional() })

/** `PATCH /api/v1/customers/:id`: what is not named stays as it is. */
export const editedCustomer = z.object({
  name: z.string().trim().max(200).optional(),
  language: z.enum(languages).nullable().optional(),
  /** by the fields' ids; null takes a value away */
  fields: z.record(z.uuid(), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])).optional(),
  /** The version that was read before. Where there is a newer one, nothing is changed and the answer is 409. */
  version: z.number().int().positive().optional(),
})
