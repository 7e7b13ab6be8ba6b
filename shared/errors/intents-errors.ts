import type { CatalogueEntry } from './catalogue-entry.ts'

export const intentsErrors = {
  'intents.settled': {
    status: 409,
    vi: 'Yêu cầu này đã có người xử lý rồi nên tin của bạn chưa gửi đi.',
    en: 'Someone has already dealt with this request, so your message was not sent.',
  },
} as const satisfies Record<string, CatalogueEntry>
