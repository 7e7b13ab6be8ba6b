import type { CatalogueEntry } from './catalogue-entry.ts'

export const greetingsErrors = {
  'greeting.empty': {
    status: 400,
    vi: 'Hãy viết lời chào, tiếng Việt hoặc tiếng Anh.',
    en: 'Write the greeting, in Vietnamese or in English.',
  },
  'greeting.full': {
    status: 409,
    vi: 'Đã có 10 lời chào. Hãy xoá bớt lời chào cũ.',
    en: 'There are already 10 greetings. Delete one of them first.',
  },
} as const satisfies Record<string, CatalogueEntry>
