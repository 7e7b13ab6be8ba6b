import type { Reason } from '../../rules/campaigns/send-question.ts'
import type { Language } from '../../words.ts'
import { maySendEn } from './may-send.en.ts'
import { maySendVi } from './may-send.vi.ts'

export function maySendTexts(language: Language): Record<Reason, string> {
  return language === 'en' ? maySendEn : maySendVi
}
