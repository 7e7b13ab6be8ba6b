import { madeApiKey } from './api-keys.results.ts'
import { newApiKey } from './api-keys.contract.ts'
import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { botStatuses, memberStatuses, roles } from '../words.ts'
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

/** Diacritics are ignored. */
export const meant = z.string().refine(word => ['xoa', 'delete'].includes(fold(word).trim()))

export const deleteAccountBody = z.object({
  word: meant,
  /** Those that nobody else could manage, to be deleted too. */
  delete_workspaces: z.array(z.uuid()).max(50).default([]),
})

export const closeBody = z.object({ word: meant })

/** Why a session may not enter a shop. */
export const shutOutReasons = [
  ...(['address', 'session_ended', 'session_age', 'session_idle', 'second_step', 'sso', 'other_shop'] as const),
] as const
export type ShutOut = (typeof shutOutReasons)[number]

export const maxNetworks = 50

const hours = z.number().int().min(1).max(8760).nullable()

export const accessRulesBody = z.object({
  second_step: z.boolean(),
  max_session_hours: hours,
  max_idle_hours: hours,
  /** Addresses or CIDR; none: from everywhere. */
  addresses: z.array(z.string().trim().min(2).max(50)).max(maxNetworks),
})

export const endSessionsBody = z.object({
  /** Without one: all that this person has now. */
  session_id: z.uuid().optional(),
})

const accessRules = z.object({
  second_step: z.boolean(),
  max_session_hours: z.number().nullable(),
  max_idle_hours: z.number().nullable(),
  addresses: z.array(z.string()),
})

const pending = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  invited_at: instant,
})

export const workspacesApi = {
  'POST /api/v1/bot/pause': {
    summary: 'Switches the bot of the shop off.',
    result: z.object({
      bot_status: z.enum(botStatuses),
    }),
  },
  'POST /api/v1/bot/resume': {
    summary: 'Switches the bot of the shop on.',
    result: z.object({
      bot_status: z.enum(botStatuses),
    }),
  },
  'POST /api/v1/workspaces': {
    summary: 'Creates another shop; the caller becomes its admin.',
    body: workspaceBody,
    result: z.object({
      id: z.uuid(),
      name: z.string(),
    }),
  },
  'POST /api/v1/members/invite': {
    summary: 'Invites a person to the team by email.',
    body: inviteBody,
    result: pending,
  },
  'POST /api/v1/members/:id/invite-again': {
    summary: 'Sends a new invitation; the old link ends.',
    params: byId,
    result: pending,
  },
  'POST /api/v1/members/:id/role': {
    summary: 'Changes the role of a member.',
    params: byId,
    body: roleBody,
    result: z.object({
      id: z.uuid(),
      role: z.enum(roles),
    }),
  },
  'DELETE /api/v1/members/:id': {
    summary: 'Removes a member or an invitation; members may remove themselves.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/invitations/read': {
    summary: 'Returns what an invitation is for.',
    body: invitationBody,
    result: z.object({
      workspace: z.string(),
      inviter: z.string(),
      role: z.enum(roles),
      email: z.string(),
    }),
  },
  'POST /api/v1/invitations/accept': {
    summary: "Accepts an invitation sent to the caller's address.",
    body: invitationBody,
    result: z.object({
      workspace_id: z.uuid(),
    }),
  },
  'PATCH /api/v1/account': {
    summary: "Changes the caller's name, phone number or language.",
    body: personChange,
    result: nothing,
  },
  'GET /api/v1/account/deletion': {
    summary: "Returns which shops the deletion of the caller's account would leave without an admin.",
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
  'DELETE /api/v1/account': {
    summary: "Deletes the caller's account for good.",
    body: deleteAccountBody,
    result: nothing,
  },
  'POST /api/v1/api-keys': { summary: 'Creates an API key; it is shown once.', body: newApiKey, result: madeApiKey },
  'DELETE /api/v1/api-keys/:id': { summary: 'Revokes an API key.', params: byId, result: nothing },
  'GET /api/v1/access-rules': {
    summary: 'Returns what the shop requires of the sessions of its members.',
    result: z.object({
      rules: accessRules,
      /** The caller's own, as the rules read it. */
      client_address: z.string().nullable(),
      /** Active members who have not set up a second step. */
      without_second_step: z.array(z.uuid()),
    }),
  },
  'PUT /api/v1/access-rules': {
    summary:
      'Changes what the shop requires of the sessions of its members; refused where it would shut the caller out.',
    body: accessRulesBody,
    result: z.object({ rules: accessRules }),
  },
  'GET /api/v1/account/shut-out': {
    summary: "Lists the caller's shops whose access rules this session does not meet.",
    result: z.object({
      shops: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          reason: z.enum(shutOutReasons),
          address: z.string().nullable(),
        }),
      ),
    }),
  },
  'POST /api/v1/members/:id/end-sessions': {
    summary: 'Ends one or all sessions of a member for this shop; the member may sign in again.',
    params: byId,
    body: endSessionsBody,
    result: z.object({ id: z.uuid() }),
  },
  'PATCH /api/v1/workspace': {
    summary: 'Renames the shop.',
    body: workspaceBody,
    result: z.object({
      id: z.uuid(),
      name: z.string(),
    }),
  },
  'DELETE /api/v1/workspace': {
    summary: 'Deletes the shop for all of its members.',
    body: closeBody,
    result: z.object({
      id: z.uuid(),
    }),
  },
} satisfies ApiPart
