import { z } from 'zod'
import { type Feature, route } from '#platform/feature.ts'
import { customersQuery, notedConsent } from '#shared/contracts/customers.contract.ts'
import { hearJoined } from './hear-joined.ts'
import { hearUnfollow, hearWish } from './hear-wish.ts'
import { listCustomers } from './list-customers.ts'
import { makeCustomer } from './make-customer.ts'
import { noteConsent } from './note-consent.ts'

const params = z.object({ id: z.uuid() })

export const customersFeature: Feature = {
  name: 'customers',
  routes: [
    route('GET /api/v1/customers', { who: 'member', query: customersQuery }, listCustomers),
    route(
      'POST /api/v1/customers/:id/consents',
      { who: 'member', params, body: notedConsent, status: 201 },
      noteConsent,
    ),
  ],
  hears: {
    'contact.made': { 'make customer': makeCustomer },
    'contact.joined': { 'spread refusals': hearJoined },
    'message.received': { 'hear wish': hearWish },
    'contact.followed': { 'hear unfollow': hearUnfollow },
  },
}
