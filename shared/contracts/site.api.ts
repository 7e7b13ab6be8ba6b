import { z } from 'zod'
import type { ApiPart } from './endpoint.ts'
import { deskContactRequest, deskPageViews } from './operator.results.ts'
import { byId, nothing } from './endpoint.ts'
import { contactRequest, pageView } from './site.contract.ts'

export const contactQuery = z.object({ status: z.enum(['open', 'done']).default('open') })

export const siteApi = {
  'GET /api/v1/operator/contact-requests': {
    summary: 'Lists the messages from the contact page.',
    query: contactQuery,
    result: z.object({
      contact_requests: z.array(deskContactRequest),
    }),
  },
  'POST /api/v1/operator/contact-requests/:id/done': {
    summary: 'Marks a contact request as done.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['open', 'done']),
    }),
  },
  'POST /api/v1/operator/contact-requests/:id/reopen': {
    summary: 'Reopens a contact request.',
    params: byId,
    result: z.object({
      id: z.uuid(),
      status: z.enum(['open', 'done']),
    }),
  },
  'GET /api/v1/operator/page-views': {
    summary: 'Returns the page views of the public site in the last thirty days.',
    result: deskPageViews,
  },
  'POST /api/v1/contact-requests': {
    summary: 'Sends a message from the contact page to the operator.',
    body: contactRequest,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/page-views': { summary: 'Counts a page view of the public site.', body: pageView, result: nothing },
} satisfies ApiPart
