import { z } from 'zod'
import type { ApiPart } from '../endpoint.ts'
import { linkModes } from './training.contract.ts'
import { foundPassage, pairsPreview, source } from './training.results.ts'
import { factsQuery, lineConfirmation } from './facts.contract.ts'
import { examQuestion, factCounts, facts } from './facts.results.ts'
import { byId, csvOf, nothing, recordedDownload } from '../endpoint.ts'
import { linesLeft, photoLines } from './photos.results.ts'
import { decidedLines } from './photos.contract.ts'

const days = z.int().min(1).max(90).nullable()

const address = z.string().trim().min(1).max(2_048)

export const newLink = z.object({
  url: address,
  /** Absent: by depth and address. */
  mode: z.enum(linkModes).optional(),
  depth: z.int().min(0).max(2).optional(),
  /** The plan may allow fewer. */
  limit: z.int().min(1).max(500).optional(),
  /** null: only on request; absent: a week. */
  resync_days: days.optional(),
})

export const soughtWords = z.object({ text: z.string().trim().min(1).max(1_000) })

export const changedLink = z
  .object({ url: address.optional(), resync_days: days.optional() })
  .refine(({ url, resync_days: every }) => url !== undefined || every !== undefined)

/** erase: keeps nothing for a restore. */
export const removalQuery = z.object({
  erase: z
    .enum(['true', 'false'])
    .optional()
    .transform(given => given === 'true'),
})

export const importQuery = z.object({ how: z.enum(['preview', 'all', 'skip']).default('preview') })

export const trainingApi = {
  'POST /api/v1/sources/links': {
    summary: 'Adds a website as a document and starts reading it.',
    body: newLink,
    result: source,
  },
  'GET /api/v1/facts': {
    summary: 'Lists the facts that the bot has read from the documents, or from one of them, with corrections.',
    query: factsQuery,
    result: facts,
  },
  'GET /api/v1/facts/counts': {
    summary: 'Counts what the bot has understood of each document.',
    result: factCounts,
  },
  'PUT /api/v1/facts/confirmed': {
    summary: 'Confirms that a line of a document was read right, or takes that back.',
    body: lineConfirmation,
    result: nothing,
  },
  'GET /api/v1/exam': {
    summary: "Lists the questions that customers will most likely ask, from today's documents.",
    result: z.array(examQuestion),
  },
  'POST /api/v1/passages/find': {
    summary: 'Finds the passages that fit some words best.',
    body: soughtWords,
    result: z.array(foundPassage),
  },
  'PATCH /api/v1/sources/:id': {
    summary: 'Sets how often a website is read again; corrects the address of one that could not be read.',
    params: byId,
    body: changedLink,
    result: source,
  },
  'POST /api/v1/sources/:id/resync': { summary: 'Reads a website again now.', params: byId, result: source },
  'POST /api/v1/sources/:id/cancel': { summary: 'Cancels the reading of a document.', params: byId, result: source },
  'DELETE /api/v1/sources/:id': {
    summary: 'Deletes a document; with `erase` it cannot be restored.',
    params: byId,
    query: removalQuery,
    result: nothing,
  },
  'GET /api/v1/sources/:id/lines': {
    summary: 'Lists the lines recognised in the photos of a document.',
    params: byId,
    result: photoLines,
  },
  'PATCH /api/v1/sources/:id/lines': {
    summary: 'Confirms, corrects or leaves out recognised lines.',
    params: byId,
    body: decidedLines,
    result: linesLeft,
  },
  'POST /api/v1/sources/:id/retry': { summary: 'Reads a failed document again.', params: byId, result: source },
  'POST /api/v1/sources/files': {
    summary: 'Uploads a document.',
    body: z.file(),
    result: source,
    statuses: { 200: 'The same bytes were there: that document.' },
  },
  'PUT /api/v1/sources/:id/file': {
    summary: 'Replaces the file of a document.',
    params: byId,
    body: z.file(),
    result: source,
    statuses: { 200: 'These are its bytes already: nothing changes.' },
  },
  'GET /api/v1/sources/:id/pages/:page': {
    summary: 'Returns a page of a photographed or scanned document as a picture.',
    params: byId.extend({ page: z.coerce.number().int() }),
    result: z.file().mime(['image/jpeg', 'image/png', 'image/webp']),
  },
  'POST /api/v1/sources/pairs/import': {
    summary: 'Previews or imports questions and answers from a CSV file.',
    query: importQuery,
    body: z.file().mime('text/csv'),
    result: pairsPreview,
  },
  'GET /api/v1/sources/pairs/export': {
    summary: 'Downloads all questions and answers as CSV.',
    result: csvOf('question', 'answer'),
    ...recordedDownload,
  },
} satisfies ApiPart
