import { z } from 'zod'
import { fileTypes, linkModes } from './training.contract.ts'
import { instant } from '../endpoint.ts'
import { errorCode } from '../../errors/error-code.ts'

/** 201 with the new source, 200 with the one that already has this file. */
export const source = z.object({
  id: z.uuid(),
  kind: z.enum(['file', 'link', 'pair']),
  parent_id: z.uuid().nullable(),
  /** Of a pair: its question. */
  title: z.string(),
  answer: z.string().nullable(),
  url: z.string().nullable(),
  file_type: z.enum(fileTypes).nullable(),
  size: z.number().nullable(),
  status: z.enum(['waiting', 'failed', 'processing', 'processed', 'removed']),
  /** Of a failure, or of a new version that was not adopted. */
  reason: errorCode.nullable(),
  version: z.number(),
  /** null: none */
  live_version: z.number().nullable(),
  progress: z.number(),
  passages_count: z.number(),
  /** Of a photo or scan. */
  lines_open: z.number(),
  lines_count: z.number(),
  link_mode: z.enum(linkModes).nullable(),
  pages_found: z.number(),
  pages_read: z.number(),
  pages_failed: z.number(),
  /** null: only on request */
  resync_days: z.number().nullable(),
  resync_at: instant.nullable(),
  synced_at: instant.nullable(),
  created_at: instant,
  processed_at: instant.nullable(),
})
export type Source = z.output<typeof source>

export const passageQuestion = z.object({
  id: z.uuid(),
  source_id: z.uuid(),
  text_hash: z.string(),
  question: z.string(),
})
export type PassageQuestion = z.output<typeof passageQuestion>

export const foundPassage = z.object({
  id: z.uuid(),
  source_id: z.uuid(),
  title: z.string(),
  heading: z.string(),
  text: z.string(),
})
export type FoundPassage = z.output<typeof foundPassage>

/** `problem`: why it cannot be imported. */
export const pairLine = z.object({
  line: z.number(),
  question: z.string(),
  answer: z.string(),
  does: z.enum(['adds', 'changes', 'nothing', 'problem']),
  problem: errorCode.nullable(),
})
export type PairLine = z.output<typeof pairLine>

export const pairsPreview = z.object({
  lines: z.array(pairLine),
  adds: z.number(),
  changes: z.number(),
  problems: z.number(),
})
export type PairsPreview = z.output<typeof pairsPreview>
