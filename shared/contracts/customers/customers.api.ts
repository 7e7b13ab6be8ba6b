import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { customersQuery, mergedCustomers, recordedConsent, splitCustomer } from './customers.contract.ts'
import { channelKinds, languages } from '../../words.ts'
import { byId, instant } from '../endpoint.ts'
import { changedField, editedCustomer, fieldKinds, newField } from './customer-fields.contract.ts'
import { taggedConversation } from './tags.contract.ts'
import { changedSegment, countedSegment, newSegment, segmentDefinition, segmentRefusals } from './segments.contract.ts'
import { segmentCount } from './segments.results.ts'
import { checkedImport, committedImport, importColumn } from './imports.contract.ts'
import { consentText } from './consent-texts.results.ts'
import { newConsentText } from './consent-texts.contract.ts'
import { customerTimeline } from './timeline.contract.ts'
import { timelineEntry } from './timeline.results.ts'
import { personalDataApi } from './personal-data.api.ts'

const fieldRow = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  choices: z.array(z.string()),
})

const segmentRow = z.object({
  id: z.uuid(),
  name: z.string(),
  definition: segmentDefinition,
  count: z.number().nullable(),
  counted_at: instant.nullable(),
})

export const customersApi = {
  ...personalDataApi,
  'GET /api/v1/customers': {
    summary: 'Lists customers, page by page, the most recently active first.',
    query: customersQuery,
    result: z.object({
      customers: z.array(
        z.object({
          id: z.uuid(),
          /** the latest; null: never wrote */
          contact_id: z.uuid().nullable(),
          name: z.string(),
          avatar: z.string().nullable(),
          channel_id: z.uuid().nullable(),
          source: z.enum(channelKinds).nullable(),
          sources: z.array(z.enum(channelKinds)),
          phone: z.string().nullable(),
          tag_ids: z.array(z.string()),
          language: z.enum(languages).nullable(),
          last_seen_at: instant,
          created_at: instant,
          /** to promotions; consent on any channel counts */
          consent: z.enum(['given', 'refused', 'withdrawn', 'asked']).nullable(),
        }),
      ),
      /** For `after`; null: the last page. */
      next: z.string().nullable(),
    }),
  },
  'POST /api/v1/customers/:id/consents': {
    summary: 'Records what a customer agreed to or refused in person.',
    params: byId,
    body: recordedConsent,
    result: z.object({
      changed: z.boolean(),
    }),
  },
  'PATCH /api/v1/customers/:id': {
    summary: 'Changes name, language and custom fields of a customer.',
    params: byId,
    body: editedCustomer,
    result: z.object({
      name: z.string(),
      language: z.enum(languages).nullable(),
      fields: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])),
      version: z.number(),
    }),
  },
  'POST /api/v1/customers/:id/tags': {
    summary: 'Adds tags to a customer and removes others.',
    params: byId,
    body: taggedConversation,
    result: z.object({
      tag_ids: z.array(z.string()),
    }),
  },
  'GET /api/v1/customers/:id/alike': {
    summary: 'Lists possible duplicates: customers with the same phone number or email address.',
    params: byId,
    result: z.object({
      customers: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          sources: z.array(z.enum(channelKinds)),
          kind: z.enum(['phone', 'email']),
          value: z.string(),
        }),
      ),
    }),
  },
  'GET /api/v1/customers/:id/timeline': {
    summary: 'Lists conversations and campaign messages of a customer on all channels, the latest first.',
    params: byId,
    query: customerTimeline,
    result: z.object({
      entries: z.array(timelineEntry),
      next: z.string().nullable(),
    }),
  },
  'POST /api/v1/customers/merge': {
    summary: 'Merges two customers into one.',
    body: mergedCustomers,
    result: z.object({
      id: z.uuid(),
      merge_id: z.uuid(),
    }),
  },
  'POST /api/v1/customers/:id/split': {
    summary: 'Undoes the merging of two customers.',
    params: byId,
    body: splitCustomer,
    result: z.object({
      id: z.uuid(),
      split_id: z.uuid(),
    }),
  },
  'GET /api/v1/customer-fields': {
    summary: "Lists the shop's custom fields for customers.",
    result: z.object({
      fields: z.array(fieldRow),
    }),
  },
  'POST /api/v1/customer-fields': { summary: 'Adds a custom field.', body: newField, result: fieldRow },
  'PATCH /api/v1/customer-fields/:id': {
    summary: 'Renames a custom field or changes its choices.',
    params: byId,
    body: changedField,
    result: fieldRow,
  },
  'DELETE /api/v1/customer-fields/:id': {
    summary: 'Deletes a custom field with all of its values.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/segments': {
    summary: 'Lists the saved customer groups.',
    result: z.object({
      segments: z.array(segmentRow),
    }),
  },
  'POST /api/v1/segments': {
    summary: 'Saves a customer group.',
    body: newSegment,
    refusals: segmentRefusals,
    result: segmentRow,
  },
  'POST /api/v1/segments/count': {
    summary: 'Counts the customers of a group, and how many agree to promotions.',
    body: countedSegment,
    refusals: segmentRefusals,
    result: segmentCount,
  },
  'PATCH /api/v1/segments/:id': {
    summary: 'Renames a customer group or changes its conditions.',
    params: byId,
    body: changedSegment,
    refusals: segmentRefusals,
    result: segmentRow,
  },
  'DELETE /api/v1/segments/:id': {
    summary: 'Deletes a customer group that no campaign uses.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/customers/imports/:id/check': {
    summary: 'Checks an uploaded list of customers line by line, without importing it.',
    params: byId,
    body: checkedImport,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/customers/imports/:id/commit': {
    summary: 'Imports a checked list of customers.',
    params: byId,
    body: committedImport,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'GET /api/v1/consent-texts': {
    summary: 'Lists the texts that customers agree to, the latest versions first.',
    result: z.object({
      texts: z.array(consentText),
    }),
  },
  'POST /api/v1/consent-texts': {
    summary: 'Saves a new version of the consent text.',
    body: newConsentText,
    result: z.object({
      version: z.number(),
    }),
  },
  'POST /api/v1/customers/imports/:id/undo': {
    summary: 'Undoes an import within a day.',
    params: byId,
    result: z.object({
      id: z.uuid(),
    }),
  },
  'POST /api/v1/customers/imports': {
    summary: 'Uploads a list of customers (CSV).',
    body: z.file(),
    result: z.object({
      id: z.uuid(),
      rows: z.number(),
      columns: z.array(z.string()),
      has_names: z.boolean(),
      map: z.array(importColumn),
      /** stored only in the file */
      sample: z.array(z.array(z.string())),
    }),
  },
} satisfies ApiPart
