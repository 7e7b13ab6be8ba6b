import { z } from 'zod'
import { byId, type ApiPart, instant, nothing } from '../endpoint.ts'

export const maxSsoDomains = 20

/** Why a sign-in by a shop's provider ended without a session. On the way back it travels as `sso_…`. */
export const ssoProblems = [
  ...(['off', 'over', 'refused', 'failed'] as const),
  ...(['email_missing', 'unverified', 'domain', 'not_member', 'no_seat', 'other_person', 'locked', 'closed'] as const),
] as const
export type SsoProblem = (typeof ssoProblems)[number]

export const ssoBody = z.object({
  issuer: z.string().trim().min(1).max(500),
  client_id: z.string().trim().min(1).max(500),
  /** Absent: as it was. */
  client_secret: z.string().min(1).max(2000).optional(),
  joins: z.boolean(),
  session_hours: z.number().int().min(1).max(720),
})

export const ssoStateBody = z.object({ enabled: z.boolean(), required: z.boolean() })

export const ssoDomainBody = z.object({ domain: z.string().trim().min(1).max(300) })

export const ssoFindBody = z.object({ email: z.email().trim().max(254) })

const domain = z.object({
  id: z.uuid(),
  domain: z.string(),
  /** Of the TXT record that proves it. */
  record_name: z.string(),
  record_value: z.string(),
  proven_at: instant.nullable(),
  checked_at: instant.nullable(),
  missing_since: instant.nullable(),
})

const trial = z.object({
  at: instant,
  /** null: this person would be let in. */
  problem: z.enum(ssoProblems).nullable(),
  claims: z.record(z.string(), z.string()),
})

const connection = z.object({
  issuer: z.string(),
  client_id: z.string(),
  joins: z.boolean(),
  session_hours: z.number(),
  enabled: z.boolean(),
  required: z.boolean(),
  /** Of these settings; an earlier one does not count. */
  trial: trial.nullable(),
})

export const ssoApi = {
  'GET /api/v1/sso': {
    summary: "Returns the shop's own sign-in provider and its mail domains.",
    result: z.object({
      connection: connection.nullable(),
      /** To register at the provider. */
      return_address: z.string().nullable(),
      domains: z.array(domain),
      /** Sessions opened by the provider change nothing here. */
      may_change: z.boolean(),
    }),
  },
  'PUT /api/v1/sso': {
    summary: "Saves the shop's sign-in provider; another issuer or client is off until it has been tried.",
    body: ssoBody,
    result: z.object({ return_address: z.string() }),
  },
  'PUT /api/v1/sso/state': {
    summary: "Turns sign-in by the shop's provider on or off, and requires it of members with its mail domains.",
    body: ssoStateBody,
    result: nothing,
  },
  'DELETE /api/v1/sso': {
    summary: "Removes the shop's sign-in provider and its mail domains; the sessions that it opened end.",
    result: nothing,
  },
  'POST /api/v1/sso/domains': {
    summary: 'Adds a mail domain, which counts once its TXT record is found.',
    body: ssoDomainBody,
    result: domain,
  },
  'POST /api/v1/sso/domains/:id/check': {
    summary: 'Looks for the TXT record of a mail domain now.',
    params: byId,
    result: domain,
  },
  'DELETE /api/v1/sso/domains/:id': {
    summary: 'Removes a mail domain.',
    params: byId,
    result: nothing,
  },
  'POST /api/v1/sso/trial': {
    summary: "Starts a trial of the shop's provider in this browser, which shows what it says and signs nobody in.",
    result: z.object({ url: z.string() }),
  },
  'POST /api/v1/sso/find': {
    summary: 'Returns where a person with this mail domain signs in by the provider of their shop.',
    body: ssoFindBody,
    result: z.object({ url: z.string() }),
  },
} satisfies ApiPart
