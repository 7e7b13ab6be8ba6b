import type { ErrorCode } from '../../errors.ts'

/** Bytes, inclusive. */
export const maxFileSize = 10_485_760

/** Recognised text is used only after a check (`photos.contract.ts`). */
export const pictureTypes = ['jpg', 'png', 'webp'] as const
export const fileTypes = ['pdf', 'docx', 'txt', ...pictureTypes] as const
export type FileType = (typeof fileTypes)[number]

/** Possibly transient: `POST /api/v1/sources/:id/retry`. */
export const retryableReasons: readonly ErrorCode[] = ['training.could_not_read', 'training.too_slow']

/** site: up to two clicks away. */
export const linkModes = ['page', 'sitemap', 'site'] as const
export type LinkMode = (typeof linkModes)[number]

/** Characters. */
export const maxQuestionLength = 300
export const maxAnswerLength = 1_000
/** Per answer. */
export const maxWordings = 12
/** Per workspace. */
export const maxPairs = 2_000
/** Bytes. */
export const maxCsvSize = 4 * 1024 * 1024
