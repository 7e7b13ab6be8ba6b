import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { offeredPages, pickPagesBody, pickedPages } from './facebook.contract.ts'

export const pickQuery = z.object({ pick: z.string().min(1).max(200) })

export const facebookApi = {
  'GET /api/v1/channels/facebook/pages': {
    summary: 'Lists the Facebook pages that can be connected after signing in to Facebook.',
    query: pickQuery,
    result: offeredPages,
  },
  'POST /api/v1/channels/facebook/pages': {
    summary: 'Connects the chosen Facebook pages.',
    body: pickPagesBody,
    result: pickedPages,
  },
  'POST /api/v1/channels/facebook/start': {
    summary: 'Starts connecting Facebook pages; returns where to send the browser.',
    result: z.object({
      url: z.string(),
    }),
  },
} satisfies ApiPart
