import type { Language } from '../../words.ts'
import { targetOf } from './campaign-links.ts'

/** A button as its author made it, with its words in the languages of the text. */
export type CampaignButton = { title: Partial<Record<Language, string | undefined>> } & (
  | { is: 'link'; url: string }
  | { is: 'answer' }
  | { is: 'sequence'; sequence_id: string | null }
)
/** A button as somebody gets it. */
export type SentButton = { title: string } & (
  | { is: 'link'; url: string }
  | { is: 'answer' }
  | { is: 'sequence'; sequence_id: string }
)

/** What every platform shows whole. */
export const maxButtons = 3
export const maxButtonLength = 20

/** The buttons in a language. Those that say something come first: where nothing can be pressed they are numbered. */
export function buttonsIn(buttons: readonly CampaignButton[], language: Language): SentButton[] {
  const sent = buttons.flatMap(({ title: titles, ...button }): SentButton[] => {
    const title = titles[language]?.trim() ?? ''
    if (button.is !== 'sequence') return [{ title, ...button }]
    return button.sequence_id ? [{ title, is: 'sequence', sequence_id: button.sequence_id }] : []
  })
  return [...sent.filter(({ is }) => is !== 'link'), ...sent.filter(({ is }) => is === 'link')]
}

/** Whether a button can be sent in these languages: short words, each its own, and a link that leads somewhere. */
export function isWhole(
  button: CampaignButton,
  others: readonly CampaignButton[],
  written: readonly Language[],
): boolean {
  if (button.is === 'link' && (targetOf(button.url.trim()) === undefined || /[\s{}]/.test(button.url.trim())))
    return false
  if (button.is === 'sequence' && !button.sequence_id) return false
  return written.every(language => {
    const title = button.title[language]?.trim() ?? ''
    const isAlone = others.every(
      other => other === button || other.title[language]?.trim().toLowerCase() !== title.toLowerCase(),
    )
    return title !== '' && [...title].length <= maxButtonLength && !/[{}\n]|https?:/i.test(title) && isAlone
  })
}

/** The same as lines of the text, for a platform without buttons: a number answers, a link stands there. */
export function asLines(buttons: readonly SentButton[]): string {
  if (buttons.length === 0) return ''
  const lines = buttons.map((button, at) =>
    button.is === 'link' ? `${button.title}: ${button.url}` : `${at + 1}. ${button.title}`,
  )
  return `\n\n${lines.join('\n')}`
}
