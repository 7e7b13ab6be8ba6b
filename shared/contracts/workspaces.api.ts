import { madeApiKey } from './api-keys.results.ts'
import { newApiKey } from './api-keys.contract.ts'
import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { roles } from '../words.ts'
import { byId, instant, nothing } from './endpoint.ts'
import { fold } from '../rules/text/fold.ts'

export const workspaceBody = z.object({ name: z.string().trim().min(1).max(80) })

export const inviteBody = z.object({ email: z.email().trim().max(254), role: z.enum(roles) })

export const roleBody = z.object({ role: z.enum(roles) })

export const invitationBody = z.object({ token: z.string().min(20).max(100) })

export const personChange = z.object({
  full_name: z.string().trim().min(1).max(120).optional(),
  phone: z
    .string()
    .trim()
    .max(30)
    .regex(/^[+()\d .-]*$/)
    .optional(),
  language: z.enum(['vi', 'en']).optional(),
})

/** What is typed to say that one means it, without marks: "xoá" or "delete". */
export const meant = z.string().refine(word => ['xoa', 'delete'].includes(fold(word).trim()))

export const deleteAccountBody = z.object({
  word: meant,
  /** Workspaces that nobody else could look after, and that are to go with the account. */
  delete_workspaces: z.array(z.uuid()).max(50).default([]),
})

export const closeBody = z.object({ word: meant })

const pending = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.string(),
  status: z.string(),
  invited_at: instant,
})

/** What the addresses of shops and their members take and give. */
export const workspacesApi = {
  'POST /api/v1/bot/pause': {
    result: z.object({
      bot_status: z.string(),
    }),
  },
  'POST /api/v1/bot/resume': {
    result: z.object({
      bot_status: z.string(),
    }),
  },
  'POST /api/v1/workspaces': {
    body: workspaceBody,
    result: z.object({
      id: z.uuid(),
      name: z.string(),
    }),
  },
  'POST /api/v1/members/invite': { body: inviteBody, result: pending },
  'POST /api/v1/members/:id/invite-again': { params: byId, result: pending },
  'POST /api/v1/members/:id/role': {
    params: byId,
    body: roleBody,
    result: z.object({
      id: z.uuid(),
      role: z.enum(roles),
    }),
  },
  'DELETE /api/v1/members/:id': {
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/invitations/read': {
    body: invitationBody,
    result: z.object({
      workspace: z.string(),
      inviter: z.string(),
      role: z.enum(roles),
      email: z.string(),
    }),
  },
  'POST /api/v1/invitations/accept': {
    body: invitationBody,
    result: z.object({
      workspace_id: z.uuid(),
    }),
  },
  'PATCH /api/v1/account': { body: personChange, result: nothing },
  'GET /api/v1/account/deletion': {
    result: z.object({
      workspaces: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          kind: z.enum(['shop', 'house']),
          others: z.number(),
        }),
      ),
    }),
  },
  'DELETE /api/v1/account': { body: deleteAccountBody, result: nothing },
  'POST /api/v1/api-keys': { body: newApiKey, result: madeApiKey },
  'DELETE /api/v1/api-keys/:id': { params: byId, result: nothing },
  'PATCH /api/v1/workspace': {
    body: workspaceBody,
    result: z.object({
      id: z.uuid(),
      name: z.string(),
    }),
  },
  'DELETE /api/v1/workspace': {
    body: closeBody,
    result: z.object({
      id: z.uuid(),
    }),
  },
} satisfies ApiPart
