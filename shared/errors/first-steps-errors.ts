import type { CatalogueEntry } from './catalogue-entry.ts'

export const firstStepsErrors = {
  'first_steps.changed': {
    status: 409,
    vi: 'Người khác trong đội vừa sửa bước này. Những gì bạn gõ vẫn còn đây: xem lại rồi bấm lần nữa.',
    en: 'Someone else on the team has just changed this step. What you typed is still here: check it, then press again.',
  },
} satisfies Record<string, CatalogueEntry>
