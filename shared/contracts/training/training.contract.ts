import type { ErrorCode } from '../../errors.ts'

/** Bytes. This many pass, one more is refused. */
export const maxFileSize = 10_485_760

/** Photos: what is recognised in them is said once somebody has looked at it (`photos.contract.ts`). */
export const pictureTypes = ['jpg', 'png', 'webp'] as const
export const fileTypes = ['pdf', 'docx', 'txt', ...pictureTypes] as const
export type FileType = (typeof fileTypes)[number]

/** Failures that may go away by themselves: `POST /api/v1/sources/:id/retry` reads the same file again. */
export const retryableReasons: readonly ErrorCode[] = ['training.could_not_read', 'training.too_slow']

/** One page; the pages that the site map lists; the page and what it leads to, up to two clicks away. */
export const linkModes = ['page', 'sitemap', 'site'] as const
export type LinkMode = (typeof linkModes)[number]

/** Characters. */
export const maxQuestionLength = 300
export const maxAnswerLength = 1_000
/** Other ways to ask that are kept with a taught answer at once. */
export const maxWordings = 12
/** In a workspace; they cost nothing. */
export const maxPairs = 2_000
/** Bytes of a CSV file. */
export const maxCsvSize = 4 * 1024 * 1024
