import type { HealthFact } from '../../contracts/operator.results.ts'
import type { Language } from '../../words.ts'
import { installationEn } from './installation.en.ts'
import { installationVi } from './installation.vi.ts'

export type InstallationTexts = Record<keyof typeof installationVi, string>

export function installationTexts(language: Language): InstallationTexts {
  return language === 'en' ? installationEn : installationVi
}

/** What was seen of a webhook from this server, what that leaves open, and what is known from outside; with gaps to fill. */
export function hookWords(texts: InstallationTexts, { at, state, hook }: HealthFact): string[] {
  const fault = hook?.fault ?? null
  const isDoubted = fault !== null && fault !== 'private' && fault !== 'no_https' && state === 'look'
  return [
    !hook ? texts.hookAsking : fault ? texts[`hook_${fault}`] : texts.hookFine,
    isDoubted ? texts.hookYet : '',
    at ? texts.hookLast : texts.hookNever,
  ].filter(Boolean)
}
