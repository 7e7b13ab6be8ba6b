import type { Language } from '../../words.ts'
import { targetOf } from './campaign-links.ts'

export type CampaignButton = { title: Partial<Record<Language, string | undefined>> } & (
  | { is: 'link'; url: string }
  | { is: 'answer' }
  | { is: 'sequence'; sequence_id: string | null }
  | { is: 'tag'; tag_id: string | null }
)
export type SentButton = { title: string } & (
  | { is: 'link'; url: string }
  | { is: 'answer' }
  | { is: 'sequence'; sequence_id: string }
  | { is: 'tag'; tag_id: string }
)

export const maxButtons = 3
export const maxButtonLength = 20

/** Buttons with an answer come first: where nothing can be pressed they are numbered. */
export function buttonsIn(buttons: readonly CampaignButton[], language: Language): SentButton[] {
  const sent = buttons.flatMap(({ title: titles, ...button }): SentButton[] => {
    const title = titles[language]?.trim() ?? ''
    if (button.is === 'sequence')
      return button.sequence_id ? [{ title, is: 'sequence', sequence_id: button.sequence_id }] : []
    if (button.is === 'tag') return button.tag_id ? [{ title, is: 'tag', tag_id: button.tag_id }] : []
    return [{ title, ...button }]
  })
  return [...sent.filter(({ is }) => is !== 'link'), ...sent.filter(({ is }) => is === 'link')]
}

export function isWhole(
  button: CampaignButton,
  others: readonly CampaignButton[],
  written: readonly Language[],
): boolean {
  if (button.is === 'link' && (targetOf(button.url.trim()) === undefined || /[\s{}]/.test(button.url.trim())))
    return false
  if ((button.is === 'sequence' && !button.sequence_id) || (button.is === 'tag' && !button.tag_id)) return false
  return written.every(language => {
    const title = button.title[language]?.trim() ?? ''
    const isAlone = others.every(
      other => other === button || other.title[language]?.trim().toLowerCase() !== title.toLowerCase(),
    )
    return title !== '' && [...title].length <= maxButtonLength && !/[{}\n]|https?:/i.test(title) && isAlone
  })
}

/** For a platform without buttons: numbered answers, links written out. */
export function asLines(buttons: readonly SentButton[]): string {
  if (buttons.length === 0) return ''
  const lines = buttons.map((button, at) =>
    button.is === 'link' ? `${button.title}: ${button.url}` : `${at + 1}. ${button.title}`,
  )
  return `\n\n${lines.join('\n')}`
}
