import type { CatalogueEntry } from './catalogue-entry.ts'

export const dataRequestsErrors = {
  'data_request.future': {
    status: 400,
    vi: 'Ngày khách yêu cầu không thể ở sau hôm nay.',
    en: 'The day they asked cannot be after today.',
  },
  'data_request.settled': {
    status: 409,
    vi: 'Yêu cầu này đã xử lý xong.',
    en: 'This request has already been dealt with.',
  },
  'data_request.why_missing': {
    status: 400,
    vi: 'Hãy ghi lý do từ chối. Khách có quyền biết.',
    en: 'Write down why it was refused. They have a right to know.',
  },
  'data_request.word_missing': {
    status: 400,
    vi: 'Hãy ghi khách đã nói gì, khi nào.',
    en: 'Write down what the customer said, and when.',
  },
  'consent.text_incomplete': {
    status: 400,
    vi: 'Lời này còn thiếu ý. Khách cần biết ai gửi, gửi gì, ở đâu, bao lâu một lần và cách dừng.',
    en: 'Something is missing. The text must say who sends what, where, how often, and how to stop it.',
  },
} as const satisfies Record<string, CatalogueEntry>
