import type { CatalogueEntry } from './catalogue-entry.ts'

/** Errors of customers and of what they agreed to. */
export const customersErrors = {
  'consent.proof_missing': {
    status: 400,
    vi: 'Hãy ghi rõ khách đồng ý với điều gì và có gì chứng minh, ví dụ phiếu có chữ ký.',
    en: 'Write down what the customer agreed to and what shows it, such as a signed form.',
  },
  'consent.only_theirs': {
    status: 409,
    vi: 'Chính khách đã từ chối nhận tin. Chỉ khách mới đổi lại được, bằng cách nhắn LẠI.',
    en: 'The customer refused such messages themselves. Only they can take it back, by writing START.',
  },
} as const satisfies Record<string, CatalogueEntry>
