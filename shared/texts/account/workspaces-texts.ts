import type { Language } from '../../words.ts'
import { workspacesEn } from './workspaces.en.ts'
import { workspacesVi } from './workspaces.vi.ts'

export function texts(language: Language): Record<keyof typeof workspacesVi, string> {
  return language === 'en' ? workspacesEn : workspacesVi
}
