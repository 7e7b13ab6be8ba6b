import { z } from 'zod'
import { days } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { customersQuery, notedConsent } from '#shared/contracts/customers.contract.ts'
import { hearJoined } from './hear-joined.ts'
import { hearUnfollow, hearWish } from './hear-wish.ts'
import { listCustomers } from './list-customers.ts'
import { makeCustomer } from './make-customer.ts'
import { noteConsent } from './note-consent.ts'
import { askErasure, eraseCustomer } from './rights/erase-customer.ts'
import {
  askCustomerExport,
  exportCustomer,
  forgetCustomerExports,
  readCustomerExport,
} from './rights/export-customer.ts'
import { rememberRefusal } from './rights/remember-refusal.ts'
import { serveCustomerFiles } from './rights/serve-files.ts'

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
    route('DELETE /api/v1/customers/:id', { who: 'admin', params, status: 202 }, askErasure),
    route('GET /api/v1/customers/:id/export', { who: 'admin', params }, readCustomerExport),
    route('POST /api/v1/customers/:id/export', { who: 'admin', dear: true, params, status: 202 }, askCustomerExport),
  ],
  hears: {
    'contact.made': { 'make customer': makeCustomer },
    'customer.made': { 'remember refusal': rememberRefusal },
    'contact.joined': { 'spread refusals': hearJoined },
    'message.received': { 'hear wish': hearWish },
    'contact.followed': { 'hear unfollow': hearUnfollow },
  },
  jobs: { 'export customer': exportCustomer, 'erase customer': eraseCustomer },
  timers: { 'forget customer exports': { every: days(1), run: forgetCustomerExports } },
  plugin: serveCustomerFiles,
}
