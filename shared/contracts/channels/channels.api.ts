import { z } from 'zod'
import { channelStatuses } from '../../words.ts'
import type { ApiPart } from '../endpoint.ts'
import { byId, instant, nothing } from '../endpoint.ts'
import { pageToCheck } from './page-check.contract.ts'
import { pageCheck } from './page-check.results.ts'
import { hostedPage } from './hosted-page.results.ts'
import { hostedSlug } from './hosted-page.contract.ts'
import { greetingAudiences, greetingRule, greetingTurns } from './greetings.contract.ts'
import { template, templateAccount } from '../campaigns/templates.results.ts'
import { newTemplate } from '../campaigns/templates.contract.ts'

const maxDomains = 50

export const websiteBody = z.object({
  domains: z.array(z.string().max(2000)).max(maxDomains).default([]),
  name: z.string().trim().min(1).max(80).optional(),
})

export const domainsBody = z.object({ domains: z.array(z.string().max(2000)).max(maxDomains) })

// plus a minute of clock skew

export const turnBody = z.object({ at_once: z.boolean().default(false) })

/** `channel_id`: reconnects it. */
export const startBody = z.object({ channel_id: z.uuid().optional() })

/** null: never rotated; no old secret valid. */
const identitySecret = z.object({
  secret: z.string(),
  turned_at: instant.nullable(),
  old_until: instant.nullable(),
})

export const channelsApi = {
  'POST /api/v1/channels/websites': {
    summary: 'Connects a website and creates its chat widget.',
    body: websiteBody,
    result: z.object({
      id: z.uuid(),
      kind: z.literal('website'),
      account_id: z.string(),
      name: z.string(),
      status: z.enum(channelStatuses),
      domains: z.array(z.string()),
      snippet: z.string(),
    }),
  },
  'PUT /api/v1/channels/:id/domains': {
    summary: 'Replaces the domains on which the widget may appear.',
    params: byId,
    body: domainsBody,
    result: z.object({
      id: z.uuid(),
      domains: z.array(z.string()),
    }),
  },
  'GET /api/v1/channels/:id/identity-secret': {
    summary: "Returns the secret with which the shop's server signs visitor identities; the audit log records it.",
    params: byId,
    result: identitySecret,
  },
  'POST /api/v1/channels/:id/identity-secret/turn': {
    summary: 'Rotates the identity secret; the old one stays valid for a while unless it is ended at once.',
    params: byId,
    body: turnBody,
    result: identitySecret,
  },
  'POST /api/v1/channels/:id/check-page': {
    summary: 'Checks why the chat does not appear on a page of the shop.',
    params: byId,
    body: pageToCheck,
    result: pageCheck,
  },
  'POST /api/v1/channels/:id/disconnect': {
    summary: 'Disconnects a channel; its conversations stay.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.literal('disconnected'),
    }),
  },
  'GET /api/v1/hosted-page': { summary: "Returns the shop's hosted chat page.", result: hostedPage },
  'POST /api/v1/hosted-page': { summary: "Opens the shop's hosted chat page.", result: hostedPage },
  'PATCH /api/v1/hosted-page': {
    summary: 'Changes the address of the hosted chat page; earlier addresses redirect to it.',
    body: hostedSlug,
    result: hostedPage,
  },
  'GET /api/v1/greetings': {
    summary: 'Lists the greetings with how often each was shown and opened in the last 30 days.',
    result: z.object({
      greetings: z.array(
        z.object({
          name: z.string(),
          enabled: z.boolean(),
          /** `/san-pham/*` is a prefix; empty: every page. */
          path: z.string(),
          after: z.union([
            z.object({
              seconds: z.number(),
            }),
            z.object({
              scroll: z.number(),
            }),
          ]),
          who: z.enum(greetingAudiences),
          hours: z
            .object({
              from: z.string(),
              until: z.string(),
            })
            .nullable(),
          once: z.enum(greetingTurns),
          vi: z.string(),
          en: z.string(),
          id: z.uuid(),
          shown: z.number(),
          opened: z.number(),
        }),
      ),
    }),
  },
  'POST /api/v1/greetings': {
    summary: 'Adds a greeting.',
    body: greetingRule,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'PUT /api/v1/greetings/:id': {
    summary: 'Changes a greeting.',
    params: byId,
    body: greetingRule,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'DELETE /api/v1/greetings/:id': { summary: 'Deletes a greeting.', params: byId, result: nothing },
  'GET /api/v1/templates': {
    summary: 'Lists message templates of the connected channels, as last synchronised.',
    result: z.object({
      templates: z.array(template),
      accounts: z.array(templateAccount),
      reading: z.boolean(),
    }),
  },
  'POST /api/v1/templates': {
    summary: 'Submits a new message template to the platform for approval.',
    body: newTemplate,
    result: z.object({
      name: z.string(),
    }),
  },
  'POST /api/v1/templates/sync': {
    summary: 'Synchronises the templates with the platforms now.',
    result: z.object({
      reading: z.number(),
    }),
  },
  'POST /api/v1/channels/zalo/start': {
    summary: 'Starts connecting a Zalo Official Account; returns where to send the browser.',
    body: startBody,
    result: z.object({
      url: z.string(),
    }),
  },
} satisfies ApiPart
