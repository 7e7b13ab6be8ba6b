import { fileTypes, maxFileSize, pictureTypes } from '#shared/contracts/training/training.contract.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** With image types in `accept`, an iPhone converts its HEIC photos to JPEG. */
export const acceptedFiles = [
  ...fileTypes.map(type => `.${type}`),
  '.jpeg',
  ...pictureTypes.map(type => `image/${type === 'jpg' ? 'jpeg' : type}`),
].join(',')

/** Checks before the upload what the server would refuse anyway. */
export function checkFile(file: { name: string; size: number }): ErrorCode | undefined {
  const extension = extensionOf(file)
  if (extension === 'doc') return 'training.old_word'
  if (extension === 'heic' || extension === 'heif') return 'training.heic'
  if (!isPicture(file) && !fileTypes.some(type => type === extension)) return 'training.wrong_type'
  if (file.size === 0) return 'training.empty'
  return file.size > maxFileSize ? 'training.file_too_large' : undefined
}

export function isPicture(file: { name: string }): boolean {
  const extension = extensionOf(file)
  return extension === 'jpeg' || pictureTypes.some(type => type === extension)
}

function extensionOf({ name }: { name: string }): string | undefined {
  return /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase()
}
