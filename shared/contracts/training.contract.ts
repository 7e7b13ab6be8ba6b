import type { ErrorCode } from '../errors.ts'

/** Bytes. This many pass, one more is refused. */
export const largestFile = 10_485_760

export const fileTypes = ['pdf', 'docx', 'txt'] as const
export type FileType = (typeof fileTypes)[number]

/** `POST /api/v1/sources/files` (multipart, field `file`) → 201 with the new source, 200 with the one that holds this very file already. */
export type Source = {
  id: string
  kind: 'file' | 'link' | 'pair'
  title: string
  file_type: FileType | null
  size: number | null
  status: 'processing' | 'waiting' | 'processed' | 'failed' | 'removed'
  /** Why it failed: its text is in the errors catalogue. */
  reason: ErrorCode | null
  version: number
  progress: number
  passages_count: number
  created_at: string | Date
  processed_at: string | Date | null
}

/** Failures that may go away by themselves: `POST /api/v1/sources/:id/retry` reads the same file again. */
export const retryableReasons: readonly ErrorCode[] = ['training.could_not_read', 'training.too_slow']
