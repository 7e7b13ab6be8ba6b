import type { AttachmentType, StoredAttachment } from '#shared/contracts/channels/channels.contract.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

/** One line of at most 140 characters. */
export function preview(text: string): string {
  const line = oneLine(text)
  return line.length > 140 ? `${line.slice(0, 139).trimEnd()}…` : line
}

const signs: Record<AttachmentType, string> = {
  image: '🖼',
  gif: '🖼',
  audio: '🎤',
  video: '🎬',
  file: '📎',
  sticker: '😊',
  location: '📍',
  link: '🔗',
  contact: '👤',
  template: '📄',
  other: '📎',
}

export function previewOf(text: string, attachments: readonly StoredAttachment[] = []): string {
  const words = preview(text)
  if (words || attachments.length === 0) return words
  const parts = attachments.slice(0, 5).map(one => [signs[one.type], one.name ?? one.title].filter(Boolean).join(' '))
  return preview(parts.join(' '))
}
