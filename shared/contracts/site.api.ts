import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { deskContactRequest, deskPageViews } from './operator.results.ts'
import { byId, nothing } from './endpoint.ts'
import { contactRequest, pageView } from './site.contract.ts'

export const contactQuery = z.object({ status: z.enum(['open', 'done']).default('open') })

/** What the addresses of the public site take and give. */
export const siteApi = {
  'GET /api/v1/operator/contact-requests': {
    query: contactQuery,
    result: z.object({
      contact_requests: z.array(deskContactRequest),
    }),
  },
  'POST /api/v1/operator/contact-requests/:id/done': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['open', 'done']),
    }),
  },
  'POST /api/v1/operator/contact-requests/:id/reopen': {
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['open', 'done']),
    }),
  },
  'GET /api/v1/operator/page-views': { result: deskPageViews },
  'POST /api/v1/contact-requests': {
    body: contactRequest,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/page-views': { body: pageView, result: nothing },
} satisfies ApiPart
