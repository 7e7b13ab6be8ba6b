import { z } from 'zod'

/** Members neither see nor add bank, identity and card numbers. */
export const customerDetailKinds = ['phone', 'landline', 'email', 'address'] as const
export type CustomerDetailKind = (typeof customerDetailKinds)[number]

/** All or nothing. */
export const changedCustomer = z.object({
  name: z.string().trim().max(200).optional(),
  add: z
    .array(z.object({ kind: z.enum(customerDetailKinds), value: z.string().trim().min(1).max(300) }))
    .max(20)
    .default([]),
  remove: z.array(z.uuid()).max(50).default([]),
  /** 409 if there is a newer version. */
  version: z.number().int().positive().optional(),
})
