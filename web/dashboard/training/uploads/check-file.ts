import { fileTypes, maxFileSize } from '#shared/contracts/training/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** Checks before the upload what the server would refuse anyway. */
export function checkFile(file: { name: string; size: number }): ErrorCode | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(file.name.trim())?.[1]?.toLowerCase()
  if (extension === 'doc') return 'training.old_word'
  if (extension === 'heic' || extension === 'heif') return 'training.heic'
  if (extension !== 'jpeg' && !fileTypes.some(type => type === extension)) return 'training.wrong_type'
  if (file.size === 0) return 'training.empty'
  return file.size > maxFileSize ? 'training.file_too_large' : undefined
}
