import type { Feature } from '#platform/feature.ts'
import { hearJoined } from './hear-joined.ts'
import { hearUnfollow, hearWish } from './hear-wish.ts'
import { makeCustomer } from './make-customer.ts'

export const customersFeature: Feature = {
  name: 'customers',
  hears: {
    'contact.made': { 'make customer': makeCustomer },
    'contact.joined': { 'spread refusals': hearJoined },
    'message.received': { 'hear wish': hearWish },
    'contact.followed': { 'hear unfollow': hearUnfollow },
  },
}
