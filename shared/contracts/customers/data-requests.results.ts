import { z } from 'zod'
import { dataRequestKinds } from './data-requests.contract.ts'
import { languages } from '../../words.ts'
import { instant } from '../endpoint.ts'

export const dataRequest = z.object({
  id: z.uuid(),
  /** null: not a known customer */
  customer_id: z.uuid().nullable(),
  kind: z.enum(dataRequestKinds),
  who: z.string(),
  note: z.string(),
  came_on: z.string(),
  answer_by: z.string(),
  due_on: z.string(),
  answered_at: instant.nullable(),
  done_at: instant.nullable(),
  outcome: z.enum(['refused', 'done']).nullable(),
  why: z.string().nullable(),
  /** member: recorded by the team; else the channel on which they wrote it */
  source: z.enum(['member', 'website', 'facebook', 'zalo']),
  conversation_id: z.uuid().nullable(),
  /** null: by the program, from a message */
  recorded_by: z.string().nullable(),
  settled_by: z.string().nullable(),
  created_at: instant,
  /** A restriction or objection that ended; lifted_by null: by what the customer wrote */
  lifted_at: instant.nullable(),
  lifted_by: z.string().nullable(),
  lifted_why: z.string().nullable(),
  /** SHA-256 of the document about it, by language; null: not finished, or not drawn yet */
  proof: z.partialRecord(z.enum(languages), z.string()).nullable(),
})
export type DataRequest = z.output<typeof dataRequest>
