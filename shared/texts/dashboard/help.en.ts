import type { HelpTexts } from './help-texts.ts'

export const helpEn: HelpTexts = {
  help: 'Help',
  guide: 'User guide',
  ask: 'Ask our bot',
  contact: 'Write to support',
}
