import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { byId, instant, nothing } from './endpoint.ts'

export const missedQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,20}-\d{1,19}$/)
    .optional(),
})

export const recoveryCode = z.object({ code: z.string().default('') })

const listedSession = z.object({
  id: z.uuid(),
  device: z.object({
    browser: z.string().nullable(),
    system: z.string().nullable(),
    kind: z.enum(['phone', 'computer', 'tablet', 'program']),
  }),
  /** Masked: enough to recognise your own network. */
  address: z.string().nullable(),
  signed_in_at: instant,
  /** The last token renewal: within the hour for an active session. */
  seen_at: instant,
  current: z.boolean(),
})

export const sessionsApi = {
  'GET /api/v1/changes': {
    summary: 'Returns the row changes that a live connection missed since a cursor, up to 500 at a time.',
    query: missedQuery,
    result: z.object({
      changes: z.array(
        z.object({
          cursor: z.string(),
          table: z.string(),
          type: z.enum(['DELETE', 'INSERT', 'UPDATE']),
          /** A row of that table, with the columns that `shared/rows.ts` names. */
          record: z.record(z.string(), z.unknown()),
        }),
      ),
      cursor: z.string(),
    }),
  },
  'GET /api/v1/account/password': {
    summary: "Says whether the caller's account has a password.",
    result: z.object({
      has_password: z.boolean(),
    }),
  },
  'GET /api/v1/account/sessions': {
    summary: 'Lists the places where the caller is signed in.',
    result: z.object({ sessions: z.array(listedSession) }),
  },
  'GET /api/v1/members/:id/sessions': {
    summary: 'Lists the places from which a member of the shop is signed in.',
    params: byId,
    result: z.object({ sessions: z.array(listedSession) }),
  },
  'DELETE /api/v1/account/sessions/:id': {
    summary: "Signs one of the caller's other sessions out.",
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /auth/v1/factors/recovery-codes': {
    summary: "Makes the caller's recovery codes anew; the older ones end.",
    result: z.object({ codes: z.array(z.string()) }),
  },
  'POST /auth/v1/factors/recovery-codes/verify': {
    summary: 'Spends a recovery code, which removes the second step of the caller.',
    body: recoveryCode,
    result: nothing,
  },
} satisfies ApiPart
