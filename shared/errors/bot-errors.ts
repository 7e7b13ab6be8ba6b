import type { CatalogueEntry } from './catalogue-entry.ts'

export const botErrors = {
  'bot.model_address_refused': {
    status: 400,
    vi: 'Không dùng được địa chỉ này. Hãy nhập địa chỉ https công khai của nhà cung cấp mô hình.',
    en: 'This address cannot be used. Enter the provider’s public https address.',
  },
  'bot.model_key_needed': {
    status: 400,
    vi: 'Hãy nhập khoá API của nhà cung cấp này. Khi đổi nhà cung cấp hoặc địa chỉ, cần nhập lại khoá.',
    en: 'Enter this provider’s API key. If you change the provider or the address, enter the key again.',
  },
} as const satisfies Record<string, CatalogueEntry>
