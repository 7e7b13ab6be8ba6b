import type { Language } from '#shared/words.ts'

const files = import.meta.glob<string>('../../content/*/*.md', { query: '?raw', import: 'default', eager: true })

export function contentOf(language: Language, name: string): string {
  const text = files[`../../content/${language}/${name}.md`]
  if (text === undefined) throw new Error(`content/${language}/${name}.md is missing.`)
  return text
}
