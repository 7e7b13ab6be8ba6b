import { days, hours } from '#platform/clock.ts'
import { describe, type Feature, routesOf } from '#platform/feature.ts'
import { alikeCustomers } from './merging/alike-customers.ts'
import { recordBreach, tickBreachStep } from './breaches/breaches.ts'
import { readCustomerTimeline } from './customer-timeline.ts'
import { editCustomer } from './edit-customer.ts'
import { changeField, forgetField, listFields, makeField, removeField } from './fields/customer-fields.ts'
import { handleClaim } from './consent/handle-claim.ts'
import { handleJoined } from './consent/handle-joined.ts'
import { handleSubscription } from './consent/handle-subscription.ts'
import { handleTick } from './consent/handle-tick.ts'
import { handleOptOut, handleRefusedThere, handleUnfollow } from './consent/handle-opt-out.ts'
import { askCheck, checkImport } from './imports/check-import.ts'
import { askCommit, commitImport } from './imports/commit-import.ts'
import { askUndo, forgetLists, undoImport } from './imports/undo-import.ts'
import { listCustomers } from './list-customers.ts'
import { mergeCustomers } from './merging/merge-customers.ts'
import { recordConsent } from './consent/record-consent.ts'
import { writeRequestProof } from './proofs/request-proof.ts'
import { recordRequest, settleErased, settleRequest } from './requests/data-requests.ts'
import { liftRestriction } from './requests/lift-restriction.ts'
import { listRequests } from './requests/list-requests.ts'
import { openFromMessage } from './requests/open-from-message.ts'
import { notifyDueRequests } from './requests/notify-due.ts'
import { eraseAgain } from './rights/erase-again.ts'
import { applyRetention, planRetention } from './retention/apply-retention.ts'
import { previewRetention, readRetention, saveRetention } from './retention/retention-rules.ts'
import { askErasure, eraseCustomer } from './rights/erase-customer.ts'
import {
  askCustomerExport,
  exportCustomer,
  forgetCustomerExports,
  readCustomerExport,
} from './rights/export-customer.ts'
import { saveMarkKeys } from './rights/forgotten-marks.ts'
import { rememberByDetail, rememberRefusal } from './rights/remember-refusal.ts'
import { removeCustomerFiles } from './remove-customer-files.ts'
import { markCustomerSeen, recordNewCustomer } from './mark-customer-seen.ts'
import { countSegment } from './segments/count-segment.ts'
import { changeSegment, listSegments, makeSegment, removeSegment } from './segments/segments.ts'
import { splitCustomer } from './merging/split-customer.ts'
import { handleTagged, handleTagsMerged, tagCustomer } from './tag-customer.ts'
import { serveCustomerFiles } from './serve-files.ts'
import { listConsentTexts } from './words/list-consent-texts.ts'
import { saveConsentText } from './words/save-consent-text.ts'
import { customersApi } from '#shared/contracts/customers/customers.api.ts'

const route = routesOf(customersApi)

export const customersFeature: Feature = {
  name: 'customers',
  routes: [
    route('GET /api/v1/customers', { who: 'member', keys: true }, listCustomers),
    route('POST /api/v1/customers/:id/consents', { who: 'member', status: 201 }, recordConsent),
    route('DELETE /api/v1/customers/:id', { who: 'admin', status: 202 }, askErasure),
    route('GET /api/v1/customers/:id/export', { who: 'admin' }, readCustomerExport),
    route('POST /api/v1/customers/:id/export', { who: 'admin', costly: true, status: 202 }, askCustomerExport),
    route('PATCH /api/v1/customers/:id', { who: 'member', keys: true }, editCustomer),
    route('POST /api/v1/customers/:id/tags', { who: 'member', keys: true }, tagCustomer),
    route('GET /api/v1/customers/:id/alike', { who: 'member' }, alikeCustomers),
    route('GET /api/v1/customers/:id/timeline', { who: 'member' }, readCustomerTimeline),
    route('POST /api/v1/customers/merge', { who: 'member' }, mergeCustomers),
    route('POST /api/v1/customers/:id/split', { who: 'member' }, splitCustomer),
    route('POST /api/v1/customers/:id/unrestrict', { who: 'admin' }, liftRestriction),
    route('GET /api/v1/customer-fields', { who: 'member', keys: true }, listFields),
    route('POST /api/v1/customer-fields', { who: 'member', status: 201 }, makeField),
    route('PATCH /api/v1/customer-fields/:id', { who: 'admin' }, changeField),
    route('DELETE /api/v1/customer-fields/:id', { who: 'admin' }, removeField),
    route('GET /api/v1/segments', { who: 'member', keys: true }, listSegments),
    route('POST /api/v1/segments', { who: 'member', keys: true, costly: true, status: 201 }, makeSegment),
    route('POST /api/v1/segments/count', { who: 'member', keys: true, costly: true }, countSegment),
    route('PATCH /api/v1/segments/:id', { who: 'member', keys: true, costly: true }, changeSegment),
    route('DELETE /api/v1/segments/:id', { who: 'member', keys: true }, removeSegment),
    route('POST /api/v1/customers/imports/:id/check', { who: 'admin', costly: true, status: 202 }, askCheck),
    route('POST /api/v1/customers/imports/:id/commit', { who: 'admin', costly: true, status: 202 }, askCommit),
    route('GET /api/v1/consent-texts', { who: 'member' }, listConsentTexts),
    route('POST /api/v1/consent-texts', { who: 'admin', costly: true, status: 201 }, saveConsentText),
    route('GET /api/v1/data-requests', { who: 'member' }, listRequests),
    route('POST /api/v1/data-requests', { who: 'member', costly: true, status: 201 }, recordRequest),
    route('PATCH /api/v1/data-requests/:id', { who: 'admin' }, settleRequest),
    route('POST /api/v1/breaches', { who: 'admin', costly: true, status: 201 }, recordBreach),
    route('PATCH /api/v1/breaches/:id', { who: 'admin' }, tickBreachStep),
    route('GET /api/v1/retention', { who: 'admin' }, readRetention),
    route('PUT /api/v1/retention', { who: 'admin', costly: true }, saveRetention),
    route('POST /api/v1/retention/preview', { who: 'admin', costly: true }, previewRetention),
    route('POST /api/v1/customers/imports/:id/undo', { who: 'admin', costly: true, status: 202 }, askUndo),
  ],
  onEmit: {
    'customer.made': { 'record new customer': recordNewCustomer, 'remember refusal': rememberRefusal },
    'customer.erased': { 'settle requests': settleErased },
    'contact.joined': { 'spread refusals': handleJoined },
    'message.received': {
      'handle opt-out': handleOptOut,
      'open data request': openFromMessage,
      'see customer': markCustomerSeen,
    },
    'contact.detail-found': { 'remember refusal by number': rememberByDetail },
    'consent.claimed': { 'record claim': handleClaim },
    'consent.ticked': { 'record tick': handleTick },
    'conversation.tagged': { 'tag customer': handleTagged },
    'tag.merged': { 'replace the tag': handleTagsMerged },
    'contact.followed': { 'handle unfollow': handleUnfollow },
    'message.failed': { 'handle refusal at the platform': handleRefusedThere },
    'contact.subscribed': { 'handle subscription': handleSubscription },
  },
  listens: { 'workspace.deleted': { 'remove customer files': removeCustomerFiles } },
  jobs: {
    'export customer': exportCustomer,
    'erase customer': eraseCustomer,
    'erase again': eraseAgain,
    'check import': checkImport,
    'commit import': commitImport,
    'forget field': forgetField,
    'undo import': undoImport,
    'apply retention': applyRetention,
    'write request proof': writeRequestProof,
  },
  timers: {
    'forget customer exports': { every: days(1), run: forgetCustomerExports },
    'notify due data requests': { every: hours(1), run: notifyDueRequests },
    'plan retention': { every: days(1), run: planRetention },
    'save mark keys': { every: days(1), run: saveMarkKeys },
    'forget customer lists': { every: hours(1), run: forgetLists },
  },
  described: [
    describe(customersApi, 'GET /api/v1/customers/:id/export/file', { who: 'admin' }),
    describe(customersApi, 'GET /api/v1/data-requests/:id/proof', { who: 'admin' }),
    describe(customersApi, 'POST /api/v1/customers/imports', { who: 'admin', status: 201 }),
  ],
  plugin: serveCustomerFiles,
}
