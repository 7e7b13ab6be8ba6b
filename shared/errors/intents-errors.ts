import type { CatalogueEntry } from './catalogue-entry.ts'

export const intentsErrors = {
  'intents.settled': {
    status: 409,
    vi: 'Yêu cầu này đã có người xử lý rồi.',
    en: 'Someone has already dealt with this request.',
  },
} as const satisfies Record<string, CatalogueEntry>
