import { z } from 'zod'

/** What members may write down of a customer. Bank, identity and card numbers they neither see nor add. */
export const customerDetailKinds = ['phone', 'landline', 'email', 'address'] as const
export type CustomerDetailKind = (typeof customerDetailKinds)[number]

/** `PATCH /api/v1/conversations/:id/customer`: everything at once, or nothing. */
export const changedCustomer = z.object({
  name: z.string().trim().max(200).optional(),
  add: z
    .array(z.object({ kind: z.enum(customerDetailKinds), value: z.string().trim().min(1).max(300) }))
    .max(20)
    .default([]),
  /** ids of details */
  remove: z.array(z.uuid()).max(50).default([]),
  /** The version of the contact that was read before. Where there is a newer one, nothing is changed and the answer is 409. */
  version: z.number().int().positive().optional(),
})
