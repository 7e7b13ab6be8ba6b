import type { ErrorCode } from '../../errors.ts'

/** Bytes. This many pass, one more is refused. */
export const largestFile = 10_485_760

/** Photos: what is recognised in them is said once somebody has looked at it (`photos.contract.ts`). */
export const pictureTypes = ['jpg', 'png', 'webp'] as const
export const fileTypes = ['pdf', 'docx', 'txt', ...pictureTypes] as const
export type FileType = (typeof fileTypes)[number]

/** `POST /api/v1/sources/files` (multipart, field `file`) → 201 with the new source, 200 with the one that holds this very file already. */
export type Source = {
  id: string
  kind: 'file' | 'link' | 'pair'
  /** The link that a page was found by. */
  parent_id: string | null
  /** Of a pair: its question. */
  title: string
  answer: string | null
  url: string | null
  file_type: FileType | null
  size: number | null
  status: 'processing' | 'waiting' | 'processed' | 'failed' | 'removed'
  /** Why it failed, or why a new version did not take the place of the one that answers: its text is in the errors catalogue. */
  reason: ErrorCode | null
  version: number
  /** the version that answers; null: none */
  live_version: number | null
  progress: number
  passages_count: number
  /** Of a photo or a scan: lines that somebody has still to look at, of so many. */
  lines_open: number
  lines_count: number
  link_mode: LinkMode | null
  pages_found: number
  pages_read: number
  pages_failed: number
  /** Days between two looks at a link; null: only when asked. */
  resync_days: number | null
  resync_at: string | Date | null
  synced_at: string | Date | null
  created_at: string | Date
  processed_at: string | Date | null
}

/** Failures that may go away by themselves: `POST /api/v1/sources/:id/retry` reads the same file again. */
export const retryableReasons: readonly ErrorCode[] = ['training.could_not_read', 'training.too_slow']

/** One page; the pages that the site map lists; the page and what it leads to, up to two clicks away. */
export const linkModes = ['page', 'sitemap', 'site'] as const
export type LinkMode = (typeof linkModes)[number]

/** Characters. */
export const longestQuestion = 300
export const longestAnswer = 1_000
/** Other ways to ask that are kept with a taught answer at once. */
export const mostWordings = 12
/** In a workspace; they cost nothing. */
export const mostPairs = 2_000
/** Bytes of a CSV file. */
export const largestCsv = 4 * 1024 * 1024

/** One line of a CSV file: what would be done with it. `problem` says why nothing can be. */
export type PairLine = {
  line: number
  question: string
  answer: string
  does: 'adds' | 'changes' | 'nothing' | 'problem'
  problem: ErrorCode | null
}
export type PairsPreview = { lines: PairLine[]; adds: number; changes: number; problems: number }

export type PassageQuestion = { id: string; source_id: string; text_hash: string; question: string }

/** `POST /api/v1/passages/find` → the best ones first. */
export type FoundPassage = { id: string; source_id: string; title: string; heading: string; text: string }
