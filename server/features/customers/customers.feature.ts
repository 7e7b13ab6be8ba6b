import { z } from 'zod'
import { days, hours } from '#platform/clock.ts'
import { type Feature, route } from '#platform/feature.ts'
import { changedField, editedCustomer, newField } from '#shared/contracts/customers/customer-fields.contract.ts'
import {
  customersQuery,
  mergedCustomers,
  notedConsent,
  splitCustomer as splitBody,
} from '#shared/contracts/customers/customers.contract.ts'
import { changedSegment, countedSegment, newSegment } from '#shared/contracts/customers/segments.contract.ts'
import { taggedConversation } from '#shared/contracts/customers/tags.contract.ts'
import { alikeCustomers } from './merging/alike-customers.ts'
import { editCustomer } from './edit-customer.ts'
import { changeField, forgetField, listFields, makeField, removeField } from './fields/customer-fields.ts'
import { newConsentText } from '#shared/contracts/customers/consent-texts.contract.ts'
import { dataRequestsQuery, notedRequest, settledRequest } from '#shared/contracts/customers/data-requests.contract.ts'
import { checkedImport, committedImport } from '#shared/contracts/customers/imports.contract.ts'
import { handleClaim } from './consent/handle-claim.ts'
import { handleJoined } from './consent/handle-joined.ts'
import { handleSubscription } from './consent/handle-subscription.ts'
import { handleTick } from './consent/handle-tick.ts'
import { handleUnfollow, handleWish } from './consent/handle-wish.ts'
import { askCheck, checkImport } from './imports/check-import.ts'
import { askCommit, commitImport } from './imports/commit-import.ts'
import { askUndo, forgetLists, undoImport } from './imports/undo-import.ts'
import { listCustomers } from './list-customers.ts'
import { makeCustomer } from './make-customer.ts'
import { mergeCustomers } from './merging/merge-customers.ts'
import { recordConsent } from './consent/record-consent.ts'
import { recordRequest, settleErased, settleRequest } from './requests/data-requests.ts'
import { listRequests } from './requests/list-requests.ts'
import { notifyDueRequests } from './requests/notify-due.ts'
import { askErasure, eraseCustomer } from './rights/erase-customer.ts'
import {
  askCustomerExport,
  exportCustomer,
  forgetCustomerExports,
  readCustomerExport,
} from './rights/export-customer.ts'
import { keepMarkKeys } from './rights/forgotten-marks.ts'
import { rememberRefusal } from './rights/remember-refusal.ts'
import { removeCustomerFiles } from './remove-customer-files.ts'
import { markCustomerSeen } from './mark-customer-seen.ts'
import { countSegment } from './segments/count-segment.ts'
import { changeSegment, listSegments, makeSegment, removeSegment } from './segments/segments.ts'
import { splitCustomer } from './merging/split-customer.ts'
import { handleTagged, handleTagsMerged, tagCustomer } from './tag-customer.ts'
import { serveCustomerFiles } from './serve-files.ts'
import { listConsentTexts } from './words/list-consent-texts.ts'
import { saveConsentText } from './words/save-consent-text.ts'

const params = z.object({ id: z.uuid() })

export const customersFeature: Feature = {
  name: 'customers',
  routes: [
    route('GET /api/v1/customers', { who: 'member', keys: true, query: customersQuery }, listCustomers),
    route(
      'POST /api/v1/customers/:id/consents',
      { who: 'member', params, body: notedConsent, status: 201 },
      recordConsent,
    ),
    route('DELETE /api/v1/customers/:id', { who: 'admin', params, status: 202 }, askErasure),
    route('GET /api/v1/customers/:id/export', { who: 'admin', params }, readCustomerExport),
    route('POST /api/v1/customers/:id/export', { who: 'admin', dear: true, params, status: 202 }, askCustomerExport),
    route('PATCH /api/v1/customers/:id', { who: 'member', keys: true, params, body: editedCustomer }, editCustomer),
    route(
      'POST /api/v1/customers/:id/tags',
      { who: 'member', keys: true, params, body: taggedConversation },
      tagCustomer,
    ),
    route('GET /api/v1/customers/:id/alike', { who: 'member', params }, alikeCustomers),
    route('POST /api/v1/customers/merge', { who: 'member', body: mergedCustomers }, mergeCustomers),
    route('POST /api/v1/customers/:id/split', { who: 'member', params, body: splitBody }, splitCustomer),
    route('GET /api/v1/customer-fields', { who: 'member', keys: true }, listFields),
    route('POST /api/v1/customer-fields', { who: 'member', status: 201, body: newField }, makeField),
    route('PATCH /api/v1/customer-fields/:id', { who: 'admin', params, body: changedField }, changeField),
    route('DELETE /api/v1/customer-fields/:id', { who: 'admin', params }, removeField),
    route('GET /api/v1/segments', { who: 'member', keys: true }, listSegments),
    route(
      'POST /api/v1/segments',
      { who: 'member', keys: true, dear: true, status: 201, body: newSegment },
      makeSegment,
    ),
    route('POST /api/v1/segments/count', { who: 'member', keys: true, dear: true, body: countedSegment }, countSegment),
    route(
      'PATCH /api/v1/segments/:id',
      { who: 'member', keys: true, dear: true, params, body: changedSegment },
      changeSegment,
    ),
    route('DELETE /api/v1/segments/:id', { who: 'member', keys: true, params }, removeSegment),
    route(
      'POST /api/v1/customers/imports/:id/check',
      { who: 'admin', dear: true, params, body: checkedImport, status: 202 },
      askCheck,
    ),
    route(
      'POST /api/v1/customers/imports/:id/commit',
      { who: 'admin', dear: true, params, body: committedImport, status: 202 },
      askCommit,
    ),
    route('GET /api/v1/consent-texts', { who: 'member' }, listConsentTexts),
    route(
      'POST /api/v1/consent-texts',
      { who: 'admin', dear: true, status: 201, body: newConsentText },
      saveConsentText,
    ),
    route('GET /api/v1/data-requests', { who: 'member', query: dataRequestsQuery }, listRequests),
    route('POST /api/v1/data-requests', { who: 'member', dear: true, status: 201, body: notedRequest }, recordRequest),
    route('PATCH /api/v1/data-requests/:id', { who: 'admin', params, body: settledRequest }, settleRequest),
    route('POST /api/v1/customers/imports/:id/undo', { who: 'admin', dear: true, params, status: 202 }, askUndo),
  ],
  hears: {
    'contact.made': { 'make customer': makeCustomer },
    'customer.made': { 'remember refusal': rememberRefusal },
    'customer.erased': { 'settle requests': settleErased },
    'contact.joined': { 'spread refusals': handleJoined },
    'message.received': { 'hear wish': handleWish, 'see customer': markCustomerSeen },
    'consent.claimed': { 'keep claim': handleClaim },
    'consent.ticked': { 'keep tick': handleTick },
    'conversation.tagged': { 'tag customer': handleTagged },
    'tag.merged': { 'keep the other tag': handleTagsMerged },
    'contact.followed': { 'hear unfollow': handleUnfollow },
    'contact.subscribed': { 'hear subscription': handleSubscription },
  },
  listens: { 'workspace.deleted': { 'remove customer files': removeCustomerFiles } },
  jobs: {
    'export customer': exportCustomer,
    'erase customer': eraseCustomer,
    'check import': checkImport,
    'commit import': commitImport,
    'forget field': forgetField,
    'undo import': undoImport,
  },
  timers: {
    'forget customer exports': { every: days(1), run: forgetCustomerExports },
    'tell due data requests': { every: hours(1), run: notifyDueRequests },
    'keep mark keys': { every: days(1), run: keepMarkKeys },
    'forget customer lists': { every: hours(1), run: forgetLists },
  },
  plugin: serveCustomerFiles,
}
