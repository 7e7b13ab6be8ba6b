import type { CatalogueEntry } from './catalogue-entry.ts'

export const statusErrors = {
  'status.incident_closed': {
    status: 409,
    vi: 'Sự cố này đã đóng. Nếu lại xảy ra, hãy mở một sự cố mới.',
    en: 'This incident is closed. If it happens again, open a new one.',
  },
} satisfies Record<string, CatalogueEntry>
